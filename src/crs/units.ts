/** A unit of length or of angles. Plain data. */
export interface Unit {
  /** Its name in the EPSG Dataset, such as "US survey foot"; of units that are not known here, the file's own. */
  readonly name: string;
  /** Its symbol behind a number: m, ft, ftUS, °; of units that are not known here, the name. */
  readonly symbol: string;
  readonly kind: 'length' | 'angle';
  /** Metres, or radians. */
  readonly size: number;
  /** Its EPSG code, if it is known here. */
  readonly code?: number;
}

/** Units of the coordinates of a system: of the plane, x and y, and of the heights, z. */
export interface CrsUnits {
  readonly plane: Unit;
  readonly height: Unit;
}

const length = (code: number, name: string, symbol: string, size: number): Unit => ({
  name,
  symbol,
  kind: 'length',
  size,
  code,
});
const angle = (code: number, name: string, symbol: string, size: number): Unit => ({
  name,
  symbol,
  kind: 'angle',
  size,
  code,
});

export const METRE = length(9001, 'metre', 'm', 1);
export const DEGREE_UNIT = angle(9102, 'degree', '°', Math.PI / 180);

/** Both units of a cloud that states none. */
export const METRES: CrsUnits = Object.freeze({ plane: METRE, height: METRE });

/** EPSG Geodetic Parameter Dataset, units of measure; those that systems of clouds have. */
const UNITS: readonly Unit[] = [
  METRE,
  length(9002, 'foot', 'ft', 0.3048),
  length(9003, 'US survey foot', 'ftUS', 12 / 39.37),
  length(9005, "Clarke's foot", 'ftCla', 0.3047972654),
  length(9036, 'kilometre', 'km', 1000),
  length(9084, 'Indian yard', 'ydInd', 0.914398530744441),
  length(9094, 'Gold Coast foot', 'ftGC', 0.304799710181509),
  length(9096, 'yard', 'yd', 0.9144),
  angle(9101, 'radian', 'rad', 1),
  DEGREE_UNIT,
  angle(9105, 'grad', 'gon', Math.PI / 200),
];

/** OGC's second code of the degree, which WKT 1 has. */
const DEGREE_SUPPLIER = 9122;

/** The unit with an EPSG code, or undefined if it is not known here. */
export const unitOfCode = (code: number): Unit | undefined =>
  code === DEGREE_SUPPLIER ? DEGREE_UNIT : UNITS.find((unit) => unit.code === code);

/** Sizes in files are rounded; the two feet differ by 2e-6. */
const SIZE_TOLERANCE = 2e-7;

/** The unit of a size in metres or radians; `name` is that of the file, for units that are not known here. */
export function unitOfSize(kind: Unit['kind'], size: number, name: string): Unit {
  const known = UNITS.find((unit) => unit.kind === kind && Math.abs(size / unit.size - 1) < SIZE_TOLERANCE);
  return known ?? { name, symbol: name, kind, size };
}

export const isSameUnit = (a: Unit, b: Unit): boolean =>
  a.kind === b.kind && Math.abs(a.size / b.size - 1) < SIZE_TOLERANCE;

/** `metre`, or `metre, heights in US survey foot`. */
export const unitsTitle = ({ plane, height }: CrsUnits): string =>
  isSameUnit(plane, height) ? plane.name : `${plane.name}, heights in ${height.name}`;

/** Whether all coordinates are metres. */
export const areMetres = ({ plane, height }: CrsUnits): boolean =>
  isSameUnit(plane, METRE) && isSameUnit(height, METRE);
