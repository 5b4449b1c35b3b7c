# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The video of a run, encoded as its frames come; of a video a GIF."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.commands.pictures.film_frame import PANEL, SIDE, Image
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.files import whole_file

FPS = 5
GIF_WIDTH = 720
"""Pixels; its height follows."""


class Video:
    """Encodes frames as they come; a file that was cut off in the middle still plays."""

    def __init__(self, path: Path, fps: int = FPS) -> None:
        """Start the encoder; the file appears with the first frame."""
        self._path = path
        self._fps = fps
        self._writer: Any = None
        self.frames = 0

    def add(self, frame: Image) -> None:
        """Append a frame, uint8 RGB ``(SIDE, SIDE + PANEL, 3)``."""
        try:
            if self._writer is None:
                self._writer = self._open()
            self._writer.send(np.ascontiguousarray(frame))
        except OSError as error:
            why = str(error).partition("\n")[0]  # its whole command line follows
            raise RobotError(f"video: the encoder stopped ({why}); the video ends there") from error
        self.frames += 1

    def close(self) -> None:
        """Finish the file; harmless when repeated."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _open(self) -> Any:
        import imageio_ffmpeg

        writer = imageio_ffmpeg.write_frames(
            str(self._path),
            (SIDE + PANEL, SIDE),
            fps=self._fps,
            codec="libx264",
            quality=None,
            macro_block_size=2,
            output_params=[
                *("-crf", "26", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-threads", "1"),
                *("-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-g", "40"),
            ],
            ffmpeg_log_level="quiet",  # we tell in one line,
        )
        writer.send(None)
        return writer


def write_gif(video: Path, path: Path) -> None:
    """A GIF of a video, with colours of its own.

    Raises:
        InputError: no such video, or the file cannot be written.
    """
    import imageio_ffmpeg

    if path.suffix != ".gif":
        raise InputError(f"--gif {path}: give a file that ends in .gif")
    if not video.exists():
        raise InputError(f"{video}: this run has no video")
    colours = "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer"
    command = [
        *(imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(video)),
        *("-vf", f"scale={GIF_WIDTH}:-1:flags=area,{colours}", "-threads", "1", "-f", "gif", "-"),
    ]
    with whole_file(path) as stream:
        done = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            why = (done.stderr.decode(errors="replace").strip() or "it is empty").splitlines()[0]
            raise InputError(f"{video}: cannot be read ({why[:200]}); is it cut off?")
