"""Reads a window through pyatspi each time that a line of JSON comes in.

`how` is `pruned`, without what is not SHOWING, or `full`; `tables` tells by the path of a large table which cells of it are
on the screen, as the other clients are told.

Answers with a line of JSON: milliseconds and objects, or an error. Arguments: process and part of the window's title.
"""

import contextlib
import json
import sys
import time

import pyatspi

# Below a spreadsheet are 2**31 - 1 children. A pruned read takes as many as the other readers do.
MOST_CHILDREN = {"pruned": 2_000, "full": 100_000}

EDITED = {pyatspi.ROLE_TEXT, pyatspi.ROLE_ENTRY, pyatspi.ROLE_SPIN_BUTTON}
TEXTS = {pyatspi.ROLE_LABEL, pyatspi.ROLE_STATIC, pyatspi.ROLE_HEADING, pyatspi.ROLE_PARAGRAPH, pyatspi.ROLE_TABLE_CELL}


def facts(accessible):
    """What the other clients that read the same facts ask of every object."""
    name = accessible.name
    role = accessible.getRole()
    interfaces = pyatspi.listInterfaces(accessible)
    if "Component" in interfaces:
        accessible.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    if "Action" in interfaces:
        action = accessible.queryAction()
        for index in range(action.nActions):
            action.getName(index)
    if "Value" in interfaces:
        value = accessible.queryValue()
        value.currentValue, value.minimumValue, value.maximumValue  # noqa: B018
    if "Text" in interfaces and (role in EDITED or (name == "" and role in TEXTS)):
        text = accessible.queryText()
        text.getText(0, text.characterCount)


def shown(table, told):
    """The cells of a large table that are on the screen, and the headers of their columns."""
    grid = table.queryTable()
    cells = [grid.getAccessibleAt(cell["row"], cell["column"]) for cell in told["cells"]]
    columns = sorted({cell["column"] for cell in told["cells"]}) if told["headers"] else []
    return cells + [grid.getColumnHeader(column) for column in columns]


def read(accessible, how, tables):
    """Number of objects read, the window among them."""
    accessible.clearCache()
    if how == "pruned" and not accessible.getState().contains(pyatspi.STATE_SHOWING):
        return 0
    # An object may answer one question with an error and the others well.
    with contextlib.suppress(Exception):
        facts(accessible)
    count = accessible.childCount
    told = tables.get(accessible.path)
    if count > MOST_CHILDREN[how] and told is None:
        return 1
    if count > MOST_CHILDREN[how]:
        children = shown(accessible, told)
    else:
        children = (accessible.getChildAtIndex(index) for index in range(count))
    return 1 + sum(read(child, how, tables) for child in children if child is not None)


def window(pid, title):
    """The window, which some toolkits name otherwise than the window manager does."""
    desktop = pyatspi.Registry.getDesktop(0)
    own = [application for application in desktop if application is not None and application.get_process_id() == pid]
    frames = [frame for application in own for frame in application if frame is not None]
    named = [frame for frame in frames if title in frame.name]
    if not frames:
        raise LookupError(f"no window of {pid}")
    return (named or frames)[0]


def answer(how, tables=None):
    try:
        frame = window(int(sys.argv[1]), sys.argv[2])
        start = time.perf_counter()
        count = read(frame, how, tables or {})
        return {"ms": (time.perf_counter() - start) * 1000, "elements": count}
    except Exception as error:  # Whatever pyatspi fails with ends this read alone.
        return {"error": str(error) or type(error).__name__}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


main()
