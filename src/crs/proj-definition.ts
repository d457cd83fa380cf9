/** Projected systems of WKT 1 as definitions of PROJ, which the package proj4 reads. */
import type { WktNode } from './wkt-node.js';
import { wktUnits } from './wkt-units.js';

/** A key of PROJ with the parameter of WKT 1 (OGC 01-009) that it takes, or with a value of its own. */
type Term = readonly [key: string, parameter: string] | readonly [key: string, value: number];

/** A projection's name in PROJ and its terms beside the false coordinates. */
type Method = readonly [proj: string, ...terms: readonly (Term | readonly [flag: string])[]];

const ORIGIN: readonly Term[] = [
  ['lat_0', 'latitude_of_origin'],
  ['lon_0', 'central_meridian'],
];
const CENTRE: readonly Term[] = [
  ['lat_0', 'latitude_of_center'],
  ['lon_0', 'longitude_of_center'],
];
const PARALLELS: readonly Term[] = [
  ['lat_1', 'standard_parallel_1'],
  ['lat_2', 'standard_parallel_2'],
];
const SCALE: Term = ['k_0', 'scale_factor'];
const OBLIQUE: readonly Term[] = [
  ['lat_0', 'latitude_of_center'],
  ['lonc', 'longitude_of_center'],
  ['alpha', 'azimuth'],
  ['gamma', 'rectified_grid_angle'],
  SCALE,
];

/** Projections of WKT 1 in lower case: those of national grids, and others that cost no more. */
const METHODS: Readonly<Record<string, Method>> = {
  transverse_mercator: ['tmerc', ...ORIGIN, SCALE],
  lambert_conformal_conic_1sp: ['lcc', ['lat_1', 'latitude_of_origin'], ...ORIGIN, SCALE],
  lambert_conformal_conic_2sp: ['lcc', ...PARALLELS, ...ORIGIN],
  albers_conic_equal_area: ['aea', ...PARALLELS, ...CENTRE],
  lambert_azimuthal_equal_area: ['laea', ...CENTRE],
  oblique_stereographic: ['sterea', ...ORIGIN, SCALE],
  hotine_oblique_mercator: ['omerc', ['no_uoff'], ...OBLIQUE],
  hotine_oblique_mercator_azimuth_center: ['omerc', ...OBLIQUE],
  cassini_soldner: ['cass', ...ORIGIN],
  krovak: ['krovak', ...CENTRE, SCALE],
  mercator_1sp: ['merc', ['lon_0', 'central_meridian'], SCALE],
  mercator_2sp: ['merc', ['lat_ts', 'standard_parallel_1'], ['lon_0', 'central_meridian']],
  polyconic: ['poly', ...ORIGIN],
  new_zealand_map_grid: ['nzmg', ...ORIGIN],
  azimuthal_equidistant: ['aeqd', ...CENTRE],
  equirectangular: ['eqc', ['lat_ts', 'standard_parallel_1'], ...ORIGIN],
  cylindrical_equal_area: ['cea', ['lat_ts', 'standard_parallel_1'], ['lon_0', 'central_meridian']],
};

/**
 * EPSG's systems whose WKT 1 does not show what they are: axes to the south and the west (Krovak, Cassini), and
 * formulas of a sphere on an ellipsoid (EASE, US National Atlas).
 */
const NOT_AS_WRITTEN: ReadonlySet<number> = new Set([2065, 5513, 8352, 8044, 8045, 3973, 3974, 3975, 9311]);

const codeOf = (system: WktNode): number => Number(wktPart(system, 'AUTHORITY')?.texts[1] ?? 0);

const DEGREE = Math.PI / 180;

export interface ProjDefinition {
  /** Of the projection and the ellipsoid, without the datum: degrees and metres. */
  readonly text: string;
  /** Metres to add to the coordinates, where proj4 leaves them out. */
  readonly shift: readonly [number, number];
}

/**
 * The definition of a PROJCS of WKT 1, or undefined for a projection that is not known here, and for axes that point to
 * the south or the west.
 */
export function projDefinition(system: WktNode): ProjDefinition | undefined {
  const geographic = wktPart(system, 'GEOGCS');
  const [radius, inverseFlattening] = spheroidOf(system) ?? [];
  if (geographic === undefined || inverseFlattening === undefined || pointsBack(system)) return undefined;
  // Of EPSG's systems only Web Mercator has one: its formula is of a sphere, its ellipsoid is not.
  if (wktPart(system, 'EXTENSION') || NOT_AS_WRITTEN.has(codeOf(system))) return undefined;
  const { size } = wktUnits(system).plane;
  const unit = (wktPart(geographic, 'UNIT')?.numbers[0] ?? DEGREE) / DEGREE;
  // The degree of WKT has 15 digits.
  const angle = Math.abs(unit - 1) < 1e-12 ? 1 : unit;
  // WKT 1 of all programs has the prime meridian in degrees.
  const meridian = wktPart(geographic, 'PRIMEM')?.numbers[0] ?? 0;
  const unitOf = (name: string) => (name.startsWith('false_') ? size : name === 'scale_factor' ? 1 : angle);
  const parameter = (name: string): number => parameterOf(system, name) * unitOf(name);
  const method = methodOf(system, parameter);
  if (method === undefined) return undefined;
  const [proj, ...terms] = method;
  const texts = terms.map(([key, of]) => {
    if (of === undefined) return `+${key}`;
    const value = typeof of === 'number' ? of : parameter(of);
    return `+${key}=${numberText(key.startsWith('lon') ? value + meridian : value)}`;
  });
  const shape = inverseFlattening === 0 ? `+b=${radius}` : `+rf=${inverseFlattening}`;
  const [x, y] = [parameter('false_easting'), parameter('false_northing')];
  const origin = [`+x_0=${numberText(x)}`, `+y_0=${numberText(y)}`];
  return {
    text: [`+proj=${proj}`, ...texts, ...origin, `+a=${radius}`, shape].join(' '),
    shift: proj === 'krovak' ? [x, y] : [0, 0],
  };
}

function methodOf(system: WktNode, parameter: (name: string) => number): Method | undefined {
  const name = projectionName(system).toLowerCase();
  if (name === 'polar_stereographic') return polar(parameter('latitude_of_origin'));
  // The Swiss grid: PROJ has a formula of its own where the azimuth is a right angle.
  if (name.endsWith('azimuth_center') && parameter('azimuth') === 90 && parameter('rectified_grid_angle') === 90)
    return ['somerc', ['lat_0', 'latitude_of_center'], ['lon_0', 'longitude_of_center'], SCALE];
  return METHODS[name];
}

/** Variants A (a scale at the pole) and B (a parallel that is true to scale) of EPSG 9810 and 9829. */
function polar(latitude: number): Method {
  const meridian: Term = ['lon_0', 'central_meridian'];
  const pole: Term = ['lat_0', Math.sign(latitude) * 90];
  return ['stere', pole, ['lat_ts', 'latitude_of_origin'], meridian, SCALE];
}

/** The name of a system's projection. */
export const projectionName = (system: WktNode): string => wktPart(system, 'PROJECTION')?.texts[0] ?? '';

/** Radius and inverse flattening of a system's ellipsoid. */
export function spheroidOf(system: WktNode): readonly number[] | undefined {
  const datum = datumOf(system);
  return datum && wktPart(datum, 'SPHEROID')?.numbers;
}

/** The DATUM of a system of WKT 1. */
export function datumOf(system: WktNode): WktNode | undefined {
  const geographic = system.keyword === 'GEOGCS' ? system : wktPart(system, 'GEOGCS');
  return geographic && wktPart(geographic, 'DATUM');
}

/** The first part of a system with a keyword. */
export const wktPart = ({ nodes }: WktNode, name: string): WktNode | undefined =>
  nodes.find(({ keyword }) => keyword === name);

function parameterOf(system: WktNode, name: string): number {
  const found = system.nodes.find(({ keyword, texts }) => keyword === 'PARAMETER' && texts[0]?.toLowerCase() === name);
  return found?.numbers[0] ?? (name === 'scale_factor' ? 1 : 0);
}

/** Whether an axis points to the south or the west. About the north pole both point to the south. */
function pointsBack({ nodes }: WktNode): boolean {
  const sides = nodes.flatMap(({ keyword, texts }) => (keyword === 'AXIS' ? [(texts[1] ?? '').toLowerCase()] : []));
  return sides.includes('west') || sides.filter((side) => side === 'south').length === 1;
}

/** A number without a plus sign, which begins a term. */
const numberText = (value: number): string => String(value).replace('e+', 'e');
