"""Holds a process to its memory and time, where the system can."""

from __future__ import annotations

__all__ = ["hold"]


def hold(memory: int, seconds: int) -> None:
    """Limit this process to ``memory`` bytes of address space and ``seconds`` of the processor.

    Where there are no such limits (Windows), the caller's own time limit is the only one.
    """
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        _, hard = resource.getrlimit(kind)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (wanted, hard))
        except (OSError, ValueError):
            continue  # macOS refuses some; the others still hold
