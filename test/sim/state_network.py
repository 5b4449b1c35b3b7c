# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small convolutional network that tells whether the object of a crop is in a state."""

import numpy as np
import torch
from torch import nn

WIDTH, EPOCHS, BATCH = 16, 30, 32


class Network(nn.Module):
    """Four convolutions on colour, mask and relief; where things are counts as much as whether."""

    def __init__(self):
        super().__init__()
        steps, before = [], 5
        for channels in (WIDTH, 2 * WIDTH, 2 * WIDTH):
            steps += [*_convolution(before, channels), nn.MaxPool2d(2)]
            before = channels
        self.features = nn.Sequential(*steps, *_convolution(before, 4 * WIDTH))
        self.head = nn.Sequential(nn.Dropout(0.4), nn.Linear(4 * WIDTH * 17, 1))

    def forward(self, x):
        y = self.features(x)
        where = nn.functional.adaptive_avg_pool2d(y, 4).flatten(1) / 2
        return self.head(torch.cat([where, y.amax((2, 3))], 1))[:, 0]


def _convolution(before, after):
    return nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()


def _tensor(crops):
    rows = [np.dstack([c.image / 127.5 - 1, c.mask, c.relief]) for c in crops]
    return torch.from_numpy(np.array(rows, np.float32)).permute(0, 3, 1, 2)


def _varied(x):
    """Mirrored, moved and in another light."""
    x = x.flip(3) if torch.rand(()) < 0.5 else x.clone()
    gain = 1 + 0.25 * (torch.rand(len(x), 3, 1, 1) - 0.5)
    x[:, :3] = x[:, :3] * gain + 0.2 * (torch.rand(len(x), 1, 1, 1) - 0.5)
    down, right = (int(k) for k in torch.randint(-4, 5, (2,)))
    return torch.roll(x, (down, right), (2, 3))


def accuracy_of_network(trained, tried):
    """Share of crops told right, after training on others; both are pairs (without, with)."""
    torch.manual_seed(0)
    x, y = _tensor([*trained[0], *trained[1]]), torch.zeros(len(trained[0]) + len(trained[1]))
    y[len(trained[0]) :] = 1
    network = Network()
    rule = torch.optim.AdamW(network.parameters(), weight_decay=0.02)
    steps = EPOCHS * -(-len(x) // BATCH)
    pace = torch.optim.lr_scheduler.OneCycleLR(rule, 4e-3, total_steps=steps)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(x)).split(BATCH):
            told = network(_varied(x[rows]))
            wanted = y[rows] * 0.9 + 0.05
            loss = nn.functional.binary_cross_entropy_with_logits(told, wanted)
            rule.zero_grad()
            loss.backward()
            rule.step()
            pace.step()
    network.eval()
    with torch.no_grad():
        right = [(network(_tensor(crops)) > 0) == bool(k) for k, crops in enumerate(tried)]
    return float(torch.cat(right).float().mean())
