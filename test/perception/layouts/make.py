# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Makes the small exports beside it: python test/perception/layouts/make.py (torch and onnx).

Each is a randomly initialised network of 64 x 96 pixels with the outputs of a layout; all scores
are low, but for a chair (class 1 of 3) at BOX.
"""

import sys
from pathlib import Path

import torch
from torch import Tensor, nn

HEIGHT, WIDTH = 64, 96
BOX = (24.0, 16.0, 56.0, 48.0)
CELL = (3, 4)
"""Row and column of stride 8 whose centre (36, 28) lies in the box."""


def cells(stride: int) -> int:
    return (HEIGHT // stride) * (WIDTH // stride)


class Head(nn.Module):
    """A convolution whose response shifts random outputs by nothing worth telling."""

    def __init__(self, **outputs: Tensor) -> None:
        super().__init__()
        self.trunk = nn.Conv2d(3, 4, 3, stride=8, padding=1)
        self.names = list(outputs)
        self.whole: dict[str, bool] = {}
        for name, value in outputs.items():
            whole = not value.is_floating_point()
            value = nn.functional.one_hot(value, 3).float() if whole else value
            self.whole[name] = whole
            self.register_buffer(name, value)

    def forward(self, image: Tensor, orig_target_sizes: Tensor | None = None) -> tuple[Tensor, ...]:
        response = self.trunk(image).mean() * 1e-12
        if orig_target_sizes is not None:
            response = response + orig_target_sizes.float().sum() * 0.0
        found = [getattr(self, name) + response for name in self.names]
        # Classes are indices of the largest, as in a detector.
        return tuple(
            v.argmax(dim=-1) if self.whole[n] else v for n, v in zip(self.names, found, strict=True)
        )


def low(*shape: int) -> Tensor:
    return torch.rand(shape) * 0.05


def nanodet() -> dict[str, Tensor]:
    found = {}
    for stride in (8, 16, 32):
        scores, sides = low(1, cells(stride), 3), torch.randn(1, cells(stride), 32)
        if stride == 8:
            index = CELL[0] * (WIDTH // 8) + CELL[1]
            scores[0, index, 1] = 0.9
            x, y = (CELL[1] + 0.5) * 8, (CELL[0] + 0.5) * 8
            far = [(x - BOX[0]) / 8, (y - BOX[1]) / 8, (BOX[2] - x) / 8, (BOX[3] - y) / 8]
            sides[0, index] = two_bins(far).flatten()
        found |= {f"scores_{stride}": scores, f"sides_{stride}": sides}
    return found


def two_bins(far: list[float], bins: int = 8) -> Tensor:
    """Logits of distributions whose expectations are the distances."""
    table = torch.full((4, bins), -30.0)
    for side, value in enumerate(far):
        lower = int(value)
        share = value - lower
        table[side, lower] = torch.log(torch.tensor(max(1 - share, 1e-9)))
        table[side, lower + 1] = torch.log(torch.tensor(max(share, 1e-9)))
    return table


def nanodet_plus() -> dict[str, Tensor]:
    parts = nanodet()
    rows = [torch.cat([parts[f"scores_{s}"], parts[f"sides_{s}"]], dim=2) for s in (8, 16, 32)]
    rest = torch.cat([low(1, cells_up(64), 3), torch.randn(1, cells_up(64), 32)], dim=2)
    return {"output": torch.cat([*rows, rest], dim=1)}


def cells_up(stride: int) -> int:
    return -(-HEIGHT // stride) * -(-WIDTH // stride)


def yolox(decoded: bool = False) -> dict[str, Tensor]:
    rows, grids, steps = [], [], []
    for stride in (8, 16, 32):
        rows.append(torch.cat([torch.randn(cells(stride), 4) * 0.3, low(cells(stride), 4)], dim=1))
        y, x = torch.meshgrid(
            torch.arange(HEIGHT // stride), torch.arange(WIDTH // stride), indexing="ij"
        )
        grids.append(torch.stack([x.flatten(), y.flatten()], dim=1))
        steps.append(torch.full((cells(stride), 1), float(stride)))
    table, grid, step = torch.cat(rows), torch.cat(grids), torch.cat(steps)
    index = CELL[0] * (WIDTH // 8) + CELL[1]
    centre = torch.tensor([(BOX[0] + BOX[2]) / 2, (BOX[1] + BOX[3]) / 2])
    size = torch.tensor([BOX[2] - BOX[0], BOX[3] - BOX[1]])
    table[index] = torch.cat(
        [centre / 8 - grid[index], torch.log(size / 8), torch.tensor([0.95, 0.0, 0.95, 0.0])]
    )
    if decoded:
        table[:, :2] = (table[:, :2] + grid) * step
        table[:, 2:4] = torch.exp(table[:, 2:4]) * step
    return {"output": table[None]}


def rtdetr() -> dict[str, Tensor]:
    boxes = torch.rand(1, 10, 4) * 20.0
    boxes[..., 2:] += boxes[..., :2] + 5.0
    scores, labels = low(1, 10), torch.randint(0, 3, (1, 10))
    boxes[0, 4], scores[0, 4], labels[0, 4] = torch.tensor(BOX), 0.9, 1
    return {"labels": labels, "boxes": boxes, "scores": scores}


def rfdetr(masks: bool = False) -> dict[str, Tensor]:
    boxes, logits = torch.rand(1, 10, 4) * 0.3, torch.randn(1, 10, 3) - 6.0
    size = torch.tensor([WIDTH, HEIGHT, WIDTH, HEIGHT])
    boxes[0, 4] = (
        torch.tensor(
            [(BOX[0] + BOX[2]) / 2, (BOX[1] + BOX[3]) / 2, BOX[2] - BOX[0], BOX[3] - BOX[1]]
        )
        / size
    )
    logits[0, 4, 1] = 2.5
    found = {"dets": boxes, "labels": logits}
    if masks:
        planes = torch.full((1, 10, HEIGHT // 4, WIDTH // 4), -5.0)
        planes[0, 4, 4:12, 6:10] = 5.0  # the left half of the box
        found["masks"] = planes
    return found


def listed(masks: bool = False) -> dict[str, Tensor]:
    parts = rtdetr()
    found = {name: parts[name][0] for name in ("boxes", "labels", "scores")}
    if masks:
        planes = low(10, 1, 28, 28)
        planes[4, 0, :, :14] = 0.95  # the left half of the box
        found["masks"] = planes
    return found


def table() -> dict[str, Tensor]:
    parts = listed()
    columns = [parts["boxes"], parts["scores"][:, None], parts["labels"][:, None].float()]
    return {"output": torch.cat(columns, dim=1)}


EXPORTS = {
    "nanodet": nanodet,
    "nanodet_plus": nanodet_plus,
    "yolox": yolox,
    "yolox_decoded": lambda: yolox(True),
    "rtdetr": rtdetr,
    "rfdetr": rfdetr,
    "rfdetr_masks": lambda: rfdetr(True),
    "boxes": listed,
    "boxes_table": table,
    "boxes_masks": lambda: listed(True),
}


def main() -> None:
    for name, make in EXPORTS.items():
        torch.manual_seed(0)
        outputs = make()
        inputs: tuple[Tensor, ...] = (torch.zeros(1, 3, HEIGHT, WIDTH),)
        names = ["images"]
        if name == "rtdetr":
            inputs, names = (
                (*inputs, torch.tensor([[WIDTH, HEIGHT]])),
                [*names, "orig_target_sizes"],
            )
        torch.onnx.export(
            Head(**outputs),
            inputs,
            str(Path(__file__).parent / f"{name}.onnx"),
            input_names=names,
            output_names=list(outputs),
            opset_version=16,
            dynamo=False,
        )


if __name__ == "__main__":
    sys.exit(main())
