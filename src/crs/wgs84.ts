import { hasGlobalShape, planeSystem } from './plane-system.js';
import { wktPart } from './proj-definition.js';
import { DEGREE_UNIT } from './units.js';
import { parseWkt } from './wkt-node.js';
import { planeAndHeight, systemKind } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';

/** The conversion from a system to WGS 84, or the reason why there is none, as the end of a sentence. */
export type ToWgs84 =
  | {
      readonly kind: 'known';
      readonly toDegrees: (easting: number, northing: number) => [number, number];
      /** How far places may be off: by a difference of datums that is left aside, or by the way between them. */
      readonly doubt?: string;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The conversion from a geographic system; undefined for others. */
function geographicWay(wkt: string): ToWgs84 | undefined {
  const root = parseWkt(wkt);
  const system = planeAndHeight(root).plane ?? root;
  const { plane } = wktUnits(system);
  if (systemKind(system) !== 'geographic' || plane.kind !== 'angle') return undefined;
  const degrees = plane.size / DEGREE_UNIT.size;
  // In degrees, whatever the unit of the system, as PROJ and our tables write it.
  const [meridian = 0] = wktPart(system, 'PRIMEM')?.numbers ?? [];
  const toDegrees = (x: number, y: number): [number, number] => [x * degrees + meridian, y * degrees];
  if (hasGlobalShape(system)) return { kind: 'known', toDegrees };
  const [name = 'its datum'] = system.texts;
  return { kind: 'known', toDegrees, doubt: `they are degrees of ${name}, which may be some hundred metres off` };
}

/**
 * The conversion from the coordinates of a projected or geographic system, in its own unit, to longitude and latitude
 * in WGS 84, degrees: for footprints. Datums that agree with WGS 84 to a few metres, such as ETRS89, NAD83 and GDA, are
 * taken for it; from others of projected systems the way is the one of EPSG at the place `near`; where none is known,
 * their own degrees are given. Throws UserError for a text that is not WKT.
 */
export async function toWgs84(wkt: string, near: readonly [easting: number, northing: number]): Promise<ToWgs84> {
  const geographic = geographicWay(wkt);
  if (geographic) return geographic;
  const found = await planeSystem(wkt);
  if (found.kind === 'unknown') return found;
  const { system } = found;
  const own = system.grid();
  if (system.isGlobal) return { kind: 'known', toDegrees: own.toDegrees };
  const shift = system.shiftAt(...own.toDegrees(...near));
  if (shift === undefined)
    return {
      kind: 'known',
      toDegrees: own.toDegrees,
      doubt: `no way from the datum of ${system.name} is known there, so they may be some hundred metres off`,
    };
  const accuracy = shift.accuracy === undefined ? '' : `, good to ${shift.accuracy} m`;
  return { kind: 'known', toDegrees: system.grid(shift).toDegrees, doubt: `they are by ${shift.name}${accuracy}` };
}
