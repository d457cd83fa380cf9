import type { Unit } from './units.js';

/** A text of WKT in its quotes. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** WKT has numbers of 15 digits. */
const DIGITS = 15;

/** `UNIT["metre",1,AUTHORITY["EPSG","9001"]]` */
export const unitWkt = ({ name, size, code }: Unit): string =>
  `UNIT[${quoted(name)},${Number(size.toPrecision(DIGITS))}${code === undefined ? '' : `,AUTHORITY["EPSG","${code}"]`}]`;

/** A system of heights of OGC 01-009; `type` is that of its datum. */
export const verticalWkt = (
  name: string,
  datum: { readonly name: string; readonly type: number },
  unit: Unit | undefined,
  isDown = false,
): string =>
  [
    `VERT_CS[${quoted(name)}`,
    `VERT_DATUM[${quoted(datum.name)},${datum.type}]`,
    ...(unit ? [unitWkt(unit)] : []),
    isDown ? 'AXIS["Depth",DOWN]]' : 'AXIS["Gravity-related height",UP]]',
  ].join(',');

/** Types of vertical datums in OGC 01-009: heights above an ellipsoid, and above the geoid. */
export const VERTICAL_DATUM = Object.freeze({ ellipsoidal: 2002, geoid: 2005 });
