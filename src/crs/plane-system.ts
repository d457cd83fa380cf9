import { type DatumShift, datumShifts, shiftAt } from './datum-shift.js';
import { epsgSystem } from './epsg-table.js';
import { epsgCodes } from './inspect-wkt.js';
import { datumOf, projDefinition, projectionName, spheroidOf, wktPart } from './proj-definition.js';
import { WGS84 } from './projections/ellipsoid.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { planeAndHeight } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';

/** Conversion between longitude and latitude (degrees) and the plane coordinates of a system, in its own unit. */
export interface PlaneGrid {
  readonly fromDegrees: (longitude: number, latitude: number) => [easting: number, northing: number];
  readonly toDegrees: (easting: number, northing: number) => [longitude: number, latitude: number];
}

/** A projected system whose formula is known. */
export interface PlaneSystem {
  readonly name: string;
  /** The name of its heights, if it has any above a geoid. */
  readonly heights?: string;
  /** Whether its datum agrees with WGS 84 to a few metres, as ETRS89 and NAD83 do. */
  readonly isGlobal: boolean;
  /** The way of its datum to WGS 84 at a place in WGS 84, degrees; undefined if none is known there. */
  readonly shiftAt: (longitude: number, latitude: number) => DatumShift | undefined;
  /** Its grid, from WGS 84 by the parameters of `shift`; without one, from places of its own datum. */
  readonly grid: (shift?: DatumShift) => PlaneGrid;
}

/** A system, or the reason why it has no grid here, as the end of a sentence. */
export type FoundSystem =
  | { readonly kind: 'known'; readonly system: PlaneSystem }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The projected system of a WKT text, by its EPSG code or, in WKT 1, by its own words. Formulas are those of proj4,
 * whose package is loaded with it. Throws UserError for a text that is not WKT.
 */
export async function planeSystem(wkt: string): Promise<FoundSystem> {
  const { plane } = epsgCodes(wkt);
  const known = plane === undefined ? undefined : await epsgSystem(plane);
  const root = parseWkt(wkt);
  const system = known?.kind === 'projected' ? parseWkt(known.wkt) : (planeAndHeight(root).plane ?? root);
  const [name = 'it'] = system.texts;
  if (system.keyword !== 'PROJCS')
    return { kind: 'unknown', reason: `${name} is no projected system whose formula is known here` };
  const definition = projDefinition(system);
  if (definition === undefined)
    return { kind: 'unknown', reason: `the projection of ${name} (${projectionName(system)}) is not known here` };
  const { default: proj4 } = await import('proj4');
  const { size } = wktUnits(system).plane;
  const [x, y] = definition.shift;
  const isSame = ({ parameters }: DatumShift) => hasGlobalShape(system) && parameters.every((value) => value === 0);
  const grid = (shift?: DatumShift): PlaneGrid => {
    const datum = shift === undefined || isSame(shift) ? '' : ` +towgs84=${shift.parameters.join(',')}`;
    const way = proj4(definition.text + datum);
    return {
      fromDegrees: (longitude, latitude) => {
        const [easting, northing] = way.forward([longitude, latitude]);
        return [(easting + x) / size, (northing + y) / size];
      },
      toDegrees: (easting, northing) => way.inverse([size * easting - x, size * northing - y]),
    };
  };
  const heights = heightsName(root);
  return { kind: 'known', system: { name, heights, ...(await shiftsOf(system)), grid } };
}

/** The ways of a system's datum to WGS 84: the one that it states, those of EPSG, or none where it is global. */
async function shiftsOf(system: WktNode): Promise<Pick<PlaneSystem, 'isGlobal' | 'shiftAt'>> {
  const datum = datumOf(system);
  const name = datum?.texts[0] ?? 'its datum';
  const stated = datum && wktPart(datum, 'TOWGS84')?.numbers;
  const isMoved = stated?.some((value) => value !== 0) ?? false;
  const isGlobal = hasGlobalShape(system) && !isMoved;
  if (stated && stated.length >= 3) {
    const shift: DatumShift = {
      name: `the TOWGS84 of ${name}`,
      parameters: stated.slice(0, stated.length < 7 ? 3 : 7),
    };
    return { isGlobal, shiftAt: () => shift };
  }
  const code = Number((datum && wktPart(datum, 'AUTHORITY')?.texts[1]) ?? 0);
  const shifts = await datumShifts(code);
  const same: DatumShift = { name: `taking ${name} for WGS 84`, parameters: [0, 0, 0] };
  return {
    isGlobal,
    shiftAt: (longitude, latitude) => shiftAt(shifts, longitude, latitude) ?? (isGlobal ? same : undefined),
  };
}

/** Ellipsoids of datums that agree with WGS 84, by inverse flattening: its own, and GRS 1980. */
const GLOBAL_FLATTENINGS = [298.257223563, 298.257222101];
const FLATTENING_TOLERANCE = 1e-6;

/** Whether the ellipsoid of a system is that of WGS 84 to a tenth of a millimetre. */
export function hasGlobalShape(system: WktNode): boolean {
  const [radius, inverseFlattening] = spheroidOf(system) ?? [];
  return (
    radius === WGS84.radius &&
    GLOBAL_FLATTENINGS.some((value) => Math.abs(value - inverseFlattening) < FLATTENING_TOLERANCE)
  );
}

/** Types of OGC 01-009 for heights above an ellipsoid. */
const ELLIPSOIDAL = 2002;

function heightsName(root: WktNode): string | undefined {
  const { height } = planeAndHeight(root);
  const isEllipsoidal = height?.nodes.some(
    ({ keyword, numbers }) => keyword === 'VERT_DATUM' && numbers[0] === ELLIPSOIDAL,
  );
  return height && !isEllipsoidal ? height.texts[0] : undefined;
}
