"""Writes crs-db/epsg.tsv from the EPSG data set that comes with PROJ: pip install pyproj==3.7.2; python3 crs-db/make-table.py

A line is a system, its cells are parted by tabs; lines of a kind follow each other by code:

  geographic  code  WKT                                   longitude before latitude, as WKT 1 has them without axes
  projected   code  name  code of the base  rest of WKT   in any unit; the rest follows the base
  vertical    code  WKT                                   in any unit
  geocentric  code  WKT                                   in any unit
  compound    code  name  code of the plane  code of the height
  other       code  name  unit or reason                  known, but without WKT 1
"""

from pathlib import Path

from pyproj import CRS, __version__, proj_version_str
from pyproj.database import get_database_metadata, query_crs_info

WANTED = {"GEOGRAPHIC_2D_CRS", "PROJECTED_CRS", "VERTICAL_CRS", "GEOCENTRIC_CRS", "COMPOUND_CRS"}
KINDS = ["geographic", "projected", "vertical", "geocentric", "compound", "other"]


def wkt1(crs):
    """The text of `crs` as GDAL writes it (OGC 01-009), or None where it has none."""
    try:
        return crs.to_wkt("WKT1_GDAL")
    except Exception:
        return None


def without_authority(wkt, code):
    """`wkt` without its last bracket and its own authority, which every line has by its code."""
    end = f',AUTHORITY["EPSG","{code}"]]'
    assert wkt.endswith(end), wkt
    return wkt[: -len(end)]


AXES = ',AXIS["Latitude",NORTH],AXIS["Longitude",EAST]'


def geographic_row(wkt, code):
    """The GEOGCS as the base of projected systems: without axes and its own authority."""
    return without_authority(wkt, code).replace(AXES, "")


def geographic_text(wkt):
    """The GEOGCS within `wkt`, and what follows it."""
    start = wkt.index("GEOGCS[")
    depth = 0
    for at in range(start, len(wkt)):
        depth += {"[": 1, "]": -1}.get(wkt[at], 0)
        if depth == 0 and wkt[at] == "]":
            return wkt[start : at + 1], wkt[at + 2 :]
    raise AssertionError(wkt)


rows = {kind: {} for kind in KINDS}


def add(info):
    code, crs = int(info.code), CRS.from_epsg(int(info.code))
    kind = info.type.name
    units = sorted({axis.unit_name for axis in crs.axis_info} - {"metre"})
    if kind not in WANTED:
        rows["other"][code] = [info.name, units[0] if units else kind.lower()]
        return
    wkt = wkt1(crs)
    if wkt is None:
        rows["other"][code] = [info.name, units[0] if units else "no WKT 1"]
    elif kind == "GEOGRAPHIC_2D_CRS":
        # Bases of projected systems come first: one of them has a shift besides.
        rows["geographic"].setdefault(code, [geographic_row(wkt, code)])
    elif kind == "PROJECTED_CRS":
        base, rest = geographic_text(wkt)
        base_code = crs.geodetic_crs.to_authority()[1]
        known = rows["geographic"].setdefault(int(base_code), [without_authority(base, base_code)])
        assert known == [without_authority(base, base_code)]
        # GDAL marks the names of systems that EPSG has withdrawn: "(deprecated)".
        name = wkt.removeprefix('PROJCS["').split('",GEOGCS[')[0]
        rows["projected"][code] = [name, base_code, without_authority(rest, code)]
    elif kind == "COMPOUND_CRS":
        plane, height = crs.sub_crs_list
        if plane.type_name not in ("Projected CRS", "Geographic 2D CRS"):
            rows["other"][code] = [info.name, units[0] if units else "no WKT 1"]
            return
        rows["compound"][code] = [info.name, plane.to_authority()[1], height.to_authority()[1]]
    else:
        rows["vertical" if kind == "VERTICAL_CRS" else "geocentric"][code] = [without_authority(wkt, code)]


systems = query_crs_info(auth_name="EPSG", allow_deprecated=True)
for info in sorted(systems, key=lambda info: info.type.name.startswith("GEOGRAPHIC")):
    add(info)

lines = [
    f"# EPSG Geodetic Parameter Dataset {get_database_metadata('EPSG.VERSION')}, {get_database_metadata('EPSG.DATE')}"
    f" (IOGP, https://epsg.org/terms-of-use.html), as WKT 1 by PROJ {proj_version_str} (pyproj {__version__})"
]
for kind in KINDS:
    for code, cells in sorted(rows[kind].items()):
        assert not any("\t" in cell or "\n" in cell for cell in cells)
        lines.append("\t".join([kind, str(code), *cells]))
Path(__file__).with_name("epsg.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
print({kind: len(rows[kind]) for kind in KINDS})
