"""The video of a run: what the camera saw, with a panel that tells what the robot is doing."""

import textwrap
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.commands.terminal.task_view import TaskView
from egoplan_ros.world.errors import RobotError

SIDE = 480
PANEL = 400
FPS = 5

Image = npt.NDArray[np.uint8]


class Video:
    """Encodes frames as they come; a file that was cut off in the middle still plays."""

    def __init__(self, path: Path, fps: int = FPS) -> None:
        """Start the encoder; the file appears with the first frame."""
        self._path = path
        self._fps = fps
        self._writer: Any = None
        self.frames = 0

    def add(self, image: Image, view: TaskView, title: str) -> None:
        """Append a frame.

        Args:
            image: uint8 RGB ``(h, w, 3)``.
            view: what to tell beside it.
            title: first lines of the panel, the instruction.
        """
        try:
            if self._writer is None:
                self._writer = self._open()
            self._writer.send(np.ascontiguousarray(compose(image, view, title)))
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
            ffmpeg_log_level="error",
        )
        writer.send(None)
        return writer


def compose(image: Image, view: TaskView, title: str) -> Image:
    """The frame with its panel, uint8 RGB ``(SIDE, SIDE + PANEL, 3)``."""
    height, width = image.shape[:2]
    scale = SIDE / max(height, width)
    size = (round(width * scale), round(height * scale))
    shown = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    frame = np.full((SIDE, SIDE + PANEL, 3), 24, dtype=np.uint8)
    frame[(SIDE - size[1]) // 2 :, (SIDE - size[0]) // 2 :][: size[1], : size[0]] = shown
    y = 30
    for line in textwrap.wrap(title, 38)[:3]:
        y = _write(frame, line, y, (255, 255, 255), 0.55)
    y = _write(frame, f"{view.state}   step {view.steps}   {view.seconds:.1f} s", y + 6)
    y += 10
    first = max(0, min(view.index - 4, len(view.plan) - 13))
    for number, action in list(enumerate(view.plan))[first : first + 13]:
        colour = (120, 220, 255) if number == view.index else (150, 150, 150)
        mark = "> " if number == view.index else "+ " if number < view.index else "  "
        y = _write(frame, f"{mark}{action}"[:48], y, colour)
    if view.caption and (view.index < 0 or view.caption not in view.plan):
        _write(frame, f"> {view.caption}"[:48], y, (120, 220, 255))
    for number, line in enumerate(textwrap.wrap(view.blocking, 46)[:2]):
        _write(frame, line, SIDE - 40 + 20 * number, (255, 200, 90))
    return frame


def _write(
    frame: Image,
    text: str,
    y: int,
    colour: tuple[int, int, int] = (190, 190, 190),
    size: float = 0.45,
) -> int:
    plain = text.encode("ascii", "replace").decode()
    cv2.putText(
        frame, plain, (SIDE + 14, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA
    )
    return y + round(44 * size)
