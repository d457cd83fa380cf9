"""Writes crs-db/shifts.tsv from the EPSG data set that comes with PROJ: pip install pyproj==3.7.2; python3 crs-db/make-shifts.py

A line is a transformation of a datum to WGS 84 (or to ETRS89, for datums that have none to WGS 84), its cells are parted
by tabs; lines of a datum follow each other by code:

  code of the datum  code  name  accuracy [m]  west  south  east  north [deg]  parameters

Parameters are those of TOWGS84 (OGC 01-009): tx ty tz [m], and, unless they are 0, rx ry rz ["], as of a position vector,
and the scale [ppm].
"""

import sqlite3
from math import pi
from pathlib import Path

from pyproj import __version__, datadir, proj_version_str
from pyproj.database import get_database_metadata

# EPSG methods by 3 and by 7 parameters; those of a coordinate frame turn the other way (EPSG guidance note 7-2, 4.3.3).
TRANSLATIONS, POSITION_VECTOR, COORDINATE_FRAME = {"9603", "1031"}, {"9606", "1033"}, {"9607", "1032"}
METHODS = TRANSLATIONS | POSITION_VECTOR | COORDINATE_FRAME
# Arc-seconds, thousandths of them, and microradians; parts per million and per billion.
METRES, SECONDS_OF_ARC = {"9001": 1}, {"9104": 1, "1031": 1e-3, "9109": 1e-6 * 180 * 3600 / pi}
PPM = {"9202": 1, "1028": 1e-3}

db = sqlite3.connect(Path(datadir.get_data_dir()) / "proj.db")
db.row_factory = sqlite3.Row
datums = {
    str(row["code"]): str(row["datum_code"])
    for row in db.execute("SELECT code, datum_code FROM geodetic_crs WHERE auth_name = 'EPSG' AND datum_auth_name = 'EPSG'")
}


def parameters(row):
    """Those of TOWGS84, or None where a unit is another."""
    unit = METRES.get(str(row["translation_uom_code"]))
    if unit is None:
        return None
    moves = [row[key] * unit for key in ("tx", "ty", "tz")]
    if str(row["method_code"]) in TRANSLATIONS:
        return moves
    turn, scale = SECONDS_OF_ARC.get(str(row["rotation_uom_code"])), PPM.get(str(row["scale_difference_uom_code"]))
    if turn is None or scale is None:
        return None
    side = -1 if str(row["method_code"]) in COORDINATE_FRAME else 1
    turns = [side * row[key] * turn for key in ("rx", "ry", "rz")]
    return [*moves, *turns, row["scale_difference"] * scale]


def number(value):
    return f"{round(value, 9) + 0:.9f}".rstrip("0").rstrip(".")


rows = {"4326": [], "4258": []}
for row in db.execute(
    """SELECT helmert_transformation.*, west_lon, south_lat, east_lon, north_lat FROM helmert_transformation
    JOIN usage ON usage.object_table_name = 'helmert_transformation' AND usage.object_code = helmert_transformation.code
      AND usage.object_auth_name = 'EPSG'
    JOIN extent ON extent.code = usage.extent_code AND extent.auth_name = usage.extent_auth_name
    WHERE helmert_transformation.auth_name = 'EPSG' AND source_crs_auth_name = 'EPSG' AND target_crs_auth_name = 'EPSG'
      AND target_crs_code IN (4326, 4258) AND helmert_transformation.deprecated = 0 AND accuracy IS NOT NULL"""
):
    found = parameters(row) if str(row["method_code"]) in METHODS else None
    datum = datums.get(str(row["source_crs_code"]))
    if found is None:
        print("left out:", row["name"])
    if found is None or datum is None or row["west_lon"] is None:
        continue
    extent = [number(row[key]) for key in ("west_lon", "south_lat", "east_lon", "north_lat")]
    cells = [datum, str(row["code"]), row["name"], number(row["accuracy"]), *extent, *map(number, found)]
    rows[str(row["target_crs_code"])].append(cells)

lines = {tuple(cells) for cells in rows["4326"]}
known = {cells[0] for cells in lines}
lines |= {tuple(cells) for cells in rows["4258"] if cells[0] not in known}

# Datums that differ from another only in the prime meridian (method 9601, longitude rotation) have its transformations.
for source, target in db.execute(
    """SELECT source_crs_code, target_crs_code FROM other_transformation WHERE auth_name = 'EPSG' AND method_code = 9601
    AND source_crs_auth_name = 'EPSG' AND target_crs_auth_name = 'EPSG'"""
):
    of, by = datums.get(str(source)), datums.get(str(target))
    lines |= {(of, *cells[1:]) for cells in lines if cells[0] == by and of is not None}

head = (
    f"# EPSG Geodetic Parameter Dataset {get_database_metadata('EPSG.VERSION')}, {get_database_metadata('EPSG.DATE')}"
    f" (IOGP, https://epsg.org/terms-of-use.html), as in PROJ {proj_version_str} (pyproj {__version__})"
)
ordered = sorted(lines, key=lambda cells: (int(cells[0]), int(cells[1])))
Path(__file__).with_name("shifts.tsv").write_text("\n".join([head, *map("\t".join, ordered)]) + "\n", encoding="utf-8")
print(len(ordered), "transformations of", len({cells[0] for cells in ordered}), "datums")
