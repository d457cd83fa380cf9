import { epsgSystem } from './epsg-table.js';
import { citedName } from './geo-geographic.js';
import { GEO_KEY, type GeoKeys, isGeoCode } from './geo-keys.js';
import { verticalUnit } from './geo-units.js';
import { isSameUnit, METRE, type Unit } from './units.js';
import { parseWkt } from './wkt-node.js';
import { wktUnits } from './wkt-units.js';
import { VERTICAL_DATUM, verticalWkt } from './write-wkt.js';

/** The heights of a system of keys. */
export interface GeoHeights {
  readonly name: string;
  readonly code?: number;
  readonly wkt?: string;
  readonly unit: Unit;
}

/** Codes of GeoTIFF 1.0 for systems of heights, which EPSG gives to their datums: Newlyn, NGVD29, NAVD88. */
const OLDER_CODES: Readonly<Record<number, number>> = { 5101: 5701, 5102: 5702, 5103: 5703 };

/** The same for heights above the ellipsoid of WGS 84. */
const ELLIPSOID_WGS84 = 5030;

/**
 * The system of heights that keys name. The unit of the keys decides: "NAVD88 height" with feet is one of feet.
 * Undefined if they name none and no other unit than that of the plane, `plane`.
 */
export async function geoHeights(keys: GeoKeys, plane: Unit | undefined): Promise<GeoHeights | undefined> {
  const { numbers, texts } = keys;
  const stated = verticalUnit(keys);
  const given = numbers.get(GEO_KEY.vertical) ?? 0;
  const code = OLDER_CODES[given] ?? given;
  if (code === ELLIPSOID_WGS84) return above('WGS 84 ellipsoid height', VERTICAL_DATUM.ellipsoidal, stated ?? METRE);
  if (isGeoCode(code)) return ofCode(code, stated);
  const name = citedName(texts.get(GEO_KEY.verticalCitation) ?? '') ?? (await datumName(keys));
  const usual = plane?.kind === 'length' ? plane : METRE;
  if (name === undefined && (stated === undefined || isSameUnit(stated, usual))) return undefined;
  return above(name ?? 'heights', VERTICAL_DATUM.geoid, stated ?? usual);
}

async function ofCode(code: number, stated: Unit | undefined): Promise<GeoHeights> {
  const system = await epsgSystem(code);
  if (system?.kind !== 'vertical') return { name: system?.name ?? `EPSG:${code}`, code, unit: stated ?? METRE };
  const root = parseWkt(system.wkt);
  const { height: unit } = wktUnits(root);
  if (stated === undefined || isSameUnit(stated, unit)) return { name: system.name, code, wkt: system.wkt, unit };
  const datum = root.nodes.find(({ keyword }) => keyword === 'VERT_DATUM');
  const name = `${system.name} (${stated.symbol})`;
  const described = { name: datum?.texts[0] ?? 'unknown', type: datum?.numbers[0] ?? VERTICAL_DATUM.geoid };
  return { name, wkt: verticalWkt(name, described, stated), unit: stated };
}

const above = (name: string, type: number, unit: Unit): GeoHeights => ({
  name,
  wkt: verticalWkt(name, { name, type }, unit),
  unit,
});

/** The name of the heights above a datum of EPSG. */
async function datumName({ numbers }: GeoKeys): Promise<string | undefined> {
  const code = OLDER_CODES[numbers.get(GEO_KEY.verticalDatum) ?? 0];
  return code === undefined ? undefined : (await epsgSystem(code))?.name;
}
