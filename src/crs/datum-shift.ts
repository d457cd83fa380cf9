import { inflateBase64 } from '../base/inflate-base64.js';

/** A transformation of a datum to WGS 84. */
export interface DatumShift {
  /** With its EPSG code, if it has one. */
  readonly name: string;
  /** Metres; absent: nobody says. */
  readonly accuracy?: number;
  /** Those of TOWGS84: metres, arc-seconds of a position vector, parts per million; three or seven. */
  readonly parameters: readonly number[];
}

/** The same within an area, degrees. */
export interface AreaShift extends DatumShift {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The most accurate of transformations at a place, degrees; among equals that of the smallest area, then the newest.
 * Undefined if there is none.
 */
export function shiftAt(shifts: readonly AreaShift[], longitude: number, latitude: number): DatumShift | undefined {
  const there = shifts.filter((shift) => holds(shift, longitude, latitude));
  const [best] = there.sort(
    (a, b) => (a.accuracy ?? 0) - (b.accuracy ?? 0) || areaOf(a) - areaOf(b) || versionOf(b) - versionOf(a),
  );
  return best && { name: best.name, accuracy: best.accuracy, parameters: best.parameters };
}

/** The transformations to WGS 84 of the datum with an EPSG code, as EPSG has them for areas. */
export async function datumShifts(datum: number): Promise<AreaShift[]> {
  const { DATUM_SHIFTS } = await import('./datum-shifts.generated.js');
  const text = new TextDecoder().decode(await inflateBase64(DATUM_SHIFTS));
  return Array.from(text.matchAll(new RegExp(`^${datum}\t(.*)$`, 'gm')), ([, row]) => {
    const [code, name, ...numbers] = row.split('\t');
    const [accuracy, west, south, east, north, ...parameters] = numbers.map(Number);
    return { name: `${name} (EPSG:${code})`, accuracy, west, south, east, north, parameters };
  });
}

/** Whether an area has the place; its west is beyond its east where it lies across the date line. */
function holds({ west, south, east, north }: AreaShift, longitude: number, latitude: number): boolean {
  const inLongitude = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return inLongitude && latitude >= south && latitude <= north;
}

const areaOf = ({ west, south, east, north }: AreaShift): number => ((east - west + 360) % 360) * (north - south);

/** The number of EPSG's version: "Amersfoort to WGS 84 (4)". */
const versionOf = ({ name }: AreaShift): number => Number(/\((\d+)\) \(EPSG/.exec(name)?.[1] ?? 0);
