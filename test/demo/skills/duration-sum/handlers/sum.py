import re


def sum_durations(items):
    minutes = 0
    unread = []
    for item in items:
        clock = re.fullmatch(r"(\d+):([0-5]\d)", item.strip())
        parts = re.findall(r"(\d+)\s*(h|m)", item.lower())
        if clock:
            minutes += int(clock.group(1)) * 60 + int(clock.group(2))
        elif parts:
            minutes += sum(int(count) * (60 if unit == "h" else 1) for count, unit in parts)
        else:
            unread.append(item)
    return {"minutes": minutes, "hours": round(minutes / 60, 2), "unread": unread}
