import re
from collections import Counter

from gaia.agents.base.tools import tool

LEVEL = re.compile(r"\b(DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b")


@tool
def count_messages(path: str, top: int = 10) -> dict:
    """Count the lines of a log by level and by message."""
    levels = Counter()
    messages = Counter()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            level = LEVEL.search(line)
            levels[level.group() if level else "none"] += 1
            messages[re.sub(r"[0-9a-f]{8,}|\d+", "#", line[level.end() if level else 0:].strip())] += 1
    return {"levels": dict(levels), "messages": messages.most_common(top)}


@tool
def first_seen(path: str, text: str) -> dict:
    """Say when a message was seen first and last."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        found = [line.strip()[:19] for line in lines if text in line]
    return {"first": found[0] if found else None, "last": found[-1] if found else None, "count": len(found)}
