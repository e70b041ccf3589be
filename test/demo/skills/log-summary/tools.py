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
