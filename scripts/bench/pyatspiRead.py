"""Reads a window through pyatspi and prints, for each of several rounds, milliseconds and objects: pruned, then full.

Arguments: part of the window's title, rounds of the pruned read, rounds of the full read.
"""

import sys
import time

import pyatspi

MOST_CHILDREN = 2000


def facts(accessible):
    """What the raw client asks of every object."""
    accessible.name
    accessible.getRole()
    pyatspi.listInterfaces(accessible)
    try:
        accessible.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass


def read(accessible, pruned):
    """Number of objects read, the window among them."""
    accessible.clearCache()
    if pruned and not accessible.getState().contains(pyatspi.STATE_SHOWING):
        return 0
    facts(accessible)
    count = accessible.childCount
    if count > MOST_CHILDREN:
        return 1
    children = (accessible.getChildAtIndex(index) for index in range(count))
    return 1 + sum(read(child, pruned) for child in children if child is not None)


def window(title):
    for application in pyatspi.Registry.getDesktop(0):
        for frame in application or ():
            if frame is not None and title in frame.name:
                return frame
    raise SystemExit(f"no window {title}")


def main():
    frame = window(sys.argv[1])
    for pruned, rounds in ((True, int(sys.argv[2])), (False, int(sys.argv[3]))):
        for _ in range(rounds):
            start = time.perf_counter()
            count = read(frame, pruned)
            print("pruned" if pruned else "full", (time.perf_counter() - start) * 1000, count, flush=True)


main()
