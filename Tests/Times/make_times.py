#!/usr/bin/env python3
"""Writes zones.tsv, walls.tsv, forms.tsv and parts.tsv: what Python's zoneinfo and strftime say of times, to compare with.

    python3 Tests/Times/make_times.py /usr/share/zoneinfo

Only the zone files of the system are read (tzdata of Debian 2025b when the tables were made).
A line of walls.tsv: zone, time of a clock, milliseconds since 1970 UTC, plain, skipped or doubled.
A line of zones.tsv: zone, milliseconds since 1970 UTC, offset in seconds.
A line of parts.tsv: zone, milliseconds since 1970 UTC, year, month, day, hour and day of the week (1 Monday) there, and
whether that is in fri-sat 22-04, mon-fri 7-9 and nov-feb (1 or 0 each).
A line of forms.tsv: text, milliseconds since 1970 of UTC, or of a clock where the text has no offset, offset or clock."""
import datetime as dt, os, random, sys, zoneinfo

zoneinfo.reset_tzpath([sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo"])
here = os.path.dirname(os.path.abspath(__file__))
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns",
         "Africa/Casablanca", "Pacific/Apia", "Asia/Tehran", "Europe/Dublin", "America/Sao_Paulo", "Antarctica/Troll",
         "Pacific/Chatham", "Asia/Tokyo", "America/Godthab"]
EPOCH = dt.datetime(1970, 1, 1)
pick = random.Random(47)

def milliseconds(moment): return (moment - EPOCH) // dt.timedelta(milliseconds=1)

def moment(wall, zone):
    """As the rules have it: the offset before in an hour that is left out, the first of an hour that comes twice."""
    first, second = (wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    kind = "plain" if first == second else "skipped" if second > first else "doubled"
    return milliseconds(wall - first), kind

walls, moments = [], []
for name in ZONES:
    zone = zoneinfo.ZoneInfo(name)
    times = [dt.datetime(1, 1, 2, 3, 4, 5), dt.datetime(9999, 12, 30, 23, 59, 59), dt.datetime(1850, 6, 1),
             dt.datetime(2026, 3, 29, 2, 30), dt.datetime(2026, 10, 25, 2, 30), dt.datetime(2011, 12, 30, 12),
             dt.datetime(2037, 12, 31), dt.datetime(2038, 7, 1), dt.datetime(2450, 7, 1, 12), dt.datetime(6000, 1, 1)]
    for year in [1916, 1945, 1980, 2007, 2024, 2026, 2037, 2040, 2105, 2499, 9000]:
        last = dt.datetime(year, 1, 1, tzinfo=dt.timezone.utc).astimezone(zone).utcoffset()
        for hour in range(0, 366 * 24):  # each change of the year, and the quarters of an hour around it
            at = dt.datetime(year, 1, 1, tzinfo=dt.timezone.utc) + dt.timedelta(hours=hour)
            if at.year != year: break
            offset = at.astimezone(zone).utcoffset()
            if offset != last:
                local = (at.replace(tzinfo=None) + max(last, offset))
                times += [local + dt.timedelta(minutes=15 * step) for step in pick.sample(range(-10, 10), 5)]
                last = offset
    times += [EPOCH + dt.timedelta(seconds=pick.randrange(-3_000_000_000, 10_000_000_000)) for _ in range(20)]
    for wall in times:
        found, kind = moment(wall, zone)
        walls.append((name, wall.isoformat(sep=" "), found, kind))
        at = wall + dt.timedelta(0)
        offset = at.replace(tzinfo=dt.timezone.utc).astimezone(zone).utcoffset()
        moments.append((name, milliseconds(at), int(offset.total_seconds())))
for file, lines in (("walls.tsv", walls), ("zones.tsv", moments)):
    with open(os.path.join(here, file), "w") as out:
        for line in lines: out.write("\t".join(map(str, line)) + "\n")

# strftime's pattern, the part of a second that it keeps in milliseconds, and whether it has an offset.
DAY, MINUTE, SECOND = 86_400_000, 60_000, 1000
FORMS = [("%Y-%m-%dT%H:%M:%S.%f{z}", 1, True), ("%Y-%m-%d %H:%M:%S{z}", SECOND, True), ("%Y-%m-%d %H:%M:%S", SECOND, False),
         ("%Y-%m-%d %H:%M", MINUTE, False), ("%Y%m%dT%H%M%SZ", SECOND, None), ("%Y%m%dT%H%M", MINUTE, False),
         ("%Y/%m/%d", DAY, False), ("%Y/%m/%d %H:%M:%S,%f", 1, False), ("%G-W%V-%u", DAY, False), ("%GW%V%u", DAY, False),
         ("%Y-%j", DAY, False), ("%-d.%-m.%Y %-H:%M", MINUTE, False), ("%d.%m.%Y", DAY, False),
         ("%a, %d %b %Y %H:%M:%S {o}", SECOND, True), ("%d/%b/%Y:%H:%M:%S {o}", SECOND, True), ("%b %-d, %Y", DAY, False),
         ("%-d %B %Y", DAY, False), ("%A, %d %B %Y %I:%M %p", MINUTE, False), ("%d-%b-%Y %H:%M:%S", SECOND, False),
         ("%Y-%m-%d %H:%M:%S UTC", SECOND, None), ("%Y-%m-%d %I:%M:%S%p", SECOND, False)]
with open(os.path.join(here, "forms.tsv"), "w") as out:
    for pattern, unit, zoned in FORMS:
        for _ in range(12):
            at = dt.datetime(pick.choice([1000, 1582, 1900, 1969, 1970, 2000, 2024, 2026, 9998]), 1, 1)
            at += dt.timedelta(milliseconds=pick.randrange(365 * DAY))
            minutes = pick.choice([0, 60, 120, -330, 345, -720]) if zoned else 0
            sign, far = "-" if minutes < 0 else "+", abs(minutes)
            offset = f"{sign}{far // 60:02}{far % 60:02}"
            text = at.strftime(pattern.replace("{z}", offset[:3] + ":" + offset[3:]).replace("{o}", offset))
            value = milliseconds(at) // unit * unit - minutes * MINUTE
            out.write(f"{text}\t{value}\t{'clock' if zoned is False else 'offset'}\n")

# 2,000 moments: any of 1970 to 2037, hours about Friday and Saturday nights, and those about changes of the clock.
pick = random.Random(7)
with open(os.path.join(here, "parts.tsv"), "w") as out:
    for name in ZONES[:8]:
        zone = zoneinfo.ZoneInfo(name)
        seconds = [pick.randrange(0, 2_145_000_000) for _ in range(150)]
        seconds += [int(dt.datetime(2026, 3, 28, tzinfo=dt.timezone.utc).timestamp()) + 1_800 * step for step in range(50)]
        seconds += [int(dt.datetime(2025, 10, 31, tzinfo=dt.timezone.utc).timestamp()) + 4_000 * step for step in range(50)]
        for second in seconds:
            at = dt.datetime.fromtimestamp(second, zone)
            night = at - dt.timedelta(days=1) if at.hour < 4 else at
            nights = (at.hour >= 22 or at.hour < 4) and dt.date(night.year, night.month, night.day).isoweekday() in (5, 6)
            days = 7 <= at.hour < 9 and at.isoweekday() <= 5
            flags = "".join("1" if flag else "0" for flag in (nights, days, at.month in (11, 12, 1, 2)))
            fields = (at.year, at.month, at.day, at.hour, at.isoweekday(), flags)
            out.write(f"{name}\t{second * 1000}\t" + "\t".join(map(str, fields)) + "\n")
