# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What may be chosen by name: the package's own, a program's, and those of installed packages.

Another package names its own by entry points (packaging.python.org, "Entry points specification"):
the group says of which kind, the name how it is chosen, the value where it is. Which there are is
read of what is installed; a plug-in's code is imported when it is asked for, or when all are gone
through: perception back ends are, to learn what each may be told.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.arguments import require

T = TypeVar("T")


def lazy(path: str) -> Callable[..., Any]:
    """A callable that imports ``module:name`` when it is called, and calls that."""
    module, _, name = path.partition(":")

    def call(*args: Any, **options: Any) -> Any:
        return getattr(import_module(module), name)(*args, **options)

    return call


class Registry(Generic[T]):
    """Things of one kind by name.

    Args:
        kind: in words, e.g. ``robot``.
        group: of the entry points of other packages' ones.
        own: the package's own; a function where they are found anew each time.
        fit: makes the thing of an entry point's name and what that leads to, or raises; without it
            that is the thing, and can be called.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        own: Mapping[str, T] | Callable[[], Mapping[str, T]],
        fit: Callable[[str, Any], T] | None = None,
    ) -> None:
        self.kind, self.group = kind, group
        self._own, self._fit = own, fit or _callable
        self._added: dict[str, T] = {}
        self._loaded: dict[EntryPoint, T] = {}

    def names(self) -> tuple[str, ...]:
        """All there are, sorted; broken plug-ins among them, which are refused when asked for."""
        return tuple(sorted({*self._present(), *_found(self.group)}))

    def __contains__(self, name: object) -> bool:
        return name in self._present() or name in _found(self.group)

    def register(self, name: str, thing: T) -> None:
        """Make a further one known in this process.

        Raises:
            InputError: the name is empty or taken.
        """
        if not name or name in self:
            raise InputError(f"{self.kind} {name!r}: the name is empty or taken; choose another")
        self._added[name] = thing

    def get(self, name: str) -> T:
        """The thing of that name; the package's own comes before a plug-in's.

        Raises:
            InputError: unknown name, with all there are; a plug-in that is broken.
        """
        require(isinstance(name, str), self.kind, "a name", name)
        present = self._present()
        if name in present:
            return present[name]
        if name in _found(self.group):
            return self._load(name)
        raise InputError(f"{self.kind} {name!r} is unknown; choose from {', '.join(self.names())}")

    def items(self) -> Iterator[tuple[str, T]]:
        """Names with their things, sorted; broken plug-ins are left out."""
        for name in self.names():
            try:
                yield name, self.get(name)
            except InputError:
                if name in self._present():
                    raise

    def plugins(self) -> dict[str, str]:
        """Names that other packages give, broken ones too, with distribution and version."""
        return {name: told(found[0]) for name, found in sorted(_found(self.group).items())}

    def problems(self) -> list[str]:
        """A line for each plug-in that cannot be used."""
        lines = []
        for name, found in sorted(_found(self.group).items()):
            try:
                if name in self._present():
                    raise self._refused(found[0], "the name is taken; choose another")
                self._load(name)
            except InputError as error:
                lines.append(str(error))
        return lines

    @contextmanager
    def blaming(self, name: str) -> Iterator[None]:
        """While a plug-in's code runs.

        Raises:
            InputError: names the plug-in, instead of what its code raises that is no error of ours.
        """
        try:
            yield
        except (InputError, RobotError):
            raise
        except (Exception, SystemExit) as error:
            if name in self._present():
                raise
            entry, *_ = _found(self.group)[name]
            why = f"{_words(error)}; see the package's documentation"
            raise self._refused(entry, why) from error

    def _present(self) -> Mapping[str, T]:
        own = self._own() if callable(self._own) else self._own
        return {**own, **self._added}

    def _load(self, name: str) -> T:
        entry, *others = _found(self.group)[name]
        if others:
            raise self._refused(entry, f"{told(others[0])} has one of this name; uninstall one")
        if entry not in self._loaded:
            try:
                self._loaded[entry] = self._fit(name, entry.load())
            except (Exception, SystemExit) as error:
                why = f"{_words(error)}; repair or uninstall the package"
                raise self._refused(entry, why) from error
        return self._loaded[entry]

    def _refused(self, entry: EntryPoint, why: str) -> InputError:
        return InputError(
            f"{self.kind} {entry.name!r} of {told(entry)}, entry point {entry.value!r} of group "
            f"{self.group}: {why}"
        )


def _callable(name: str, found: Any) -> Any:
    if not callable(found):
        raise TypeError(f"{name} cannot be called, it is a {type(found).__name__}")
    return found


def told(entry: EntryPoint) -> str:
    """Distribution and version of an entry point."""
    return "an unnamed package" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def _words(error: BaseException) -> str:
    """What a foreign exception says, in one line."""
    line = " ".join(str(error).split()) or "no reason given"
    return f"{type(error).__name__}: {line[:300]}"


def _found(group: str) -> Mapping[str, tuple[EntryPoint, ...]]:
    return _installed(group, tuple(sys.path))


@lru_cache(maxsize=64)
def _installed(group: str, path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Entry points by name; read once for each search path, as that is reading many files."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=group):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return found
