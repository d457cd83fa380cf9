import { GEO_KEY, type GeoKeys } from './geo-keys.js';

/** A parameter of a projection: its name in WKT 1, its keys in the order of preference, and its value without one. */
type Parameter = readonly [name: string, keys: readonly number[], absent: number];

/** Keys of parameters (GeoTIFF 1.1, keys 3078 to 3096). Programs take one for another of the same meaning. */
const ORIGIN = {
  longitude: [3080, 3084, 3088, 3095],
  latitude: [3081, 3085, 3089],
  easting: [3082, 3086, 3090],
  northing: [3083, 3087, 3091],
  scale: [3092, 3093],
} as const;

const longitude = (name: string, ...first: number[]): Parameter => [name, [...first, ...ORIGIN.longitude], 0];
const latitude = (name: string, ...first: number[]): Parameter => [name, [...first, ...ORIGIN.latitude], 0];
const SHIFTS: readonly Parameter[] = [
  ['false_easting', ORIGIN.easting, 0],
  ['false_northing', ORIGIN.northing, 0],
];
const SCALE: Parameter = ['scale_factor', ORIGIN.scale, 1];
const CENTRAL = longitude('central_meridian');
const ORIGINAL = latitude('latitude_of_origin');
const PARALLELS: readonly Parameter[] = [
  ['standard_parallel_1', [3078], 0],
  ['standard_parallel_2', [3079], 0],
];
const AZIMUTH: Parameter = ['azimuth', [3094], 0];
const CENTRE = [latitude('latitude_of_center', 3089), longitude('longitude_of_center', 3088)];

/** Methods of the key 3075 (GeoTIFF 1.1, annex on ProjMethod) with their names and parameters in OGC 01-009. */
const METHODS: Readonly<Record<number, readonly [name: string, parameters: readonly Parameter[]]>> = {
  1: ['Transverse_Mercator', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  3: ['Hotine_Oblique_Mercator', [...CENTRE, AZIMUTH, ['rectified_grid_angle', [3096, 3094], 90], SCALE, ...SHIFTS]],
  7: ['Mercator_1SP', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  8: [
    'Lambert_Conformal_Conic_2SP',
    [latitude('latitude_of_origin', 3085), longitude('central_meridian', 3084), ...PARALLELS, ...SHIFTS],
  ],
  9: ['Lambert_Conformal_Conic_1SP', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  10: ['Lambert_Azimuthal_Equal_Area', [...CENTRE, ...SHIFTS]],
  11: [
    'Albers_Conic_Equal_Area',
    [...PARALLELS, latitude('latitude_of_center'), longitude('longitude_of_center'), ...SHIFTS],
  ],
  12: ['Azimuthal_Equidistant', [...CENTRE, ...SHIFTS]],
  14: ['Stereographic', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  15: ['Polar_Stereographic', [ORIGINAL, longitude('central_meridian', 3095), SCALE, ...SHIFTS]],
  16: ['Oblique_Stereographic', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  18: ['Cassini_Soldner', [ORIGINAL, CENTRAL, ...SHIFTS]],
  22: ['Polyconic', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  26: ['New_Zealand_Map_Grid', [ORIGINAL, CENTRAL, ...SHIFTS]],
  27: ['Transverse_Mercator_South_Orientated', [ORIGINAL, CENTRAL, SCALE, ...SHIFTS]],
  28: ['Cylindrical_Equal_Area', [PARALLELS[0], CENTRAL, ...SHIFTS]],
};

/** Codes of the key 3074 for UTM: 16001 to 16060 in the north, 16101 to 16160 in the south. */
const UTM = /^16([01])(0[1-9]|[1-5]\d|60)$/;

/**
 * `PROJECTION[…],PARAMETER[…],…` of keys that describe a projection; undefined if they do not, if it is not known here,
 * or if a parameter is lost.
 * `size`: that of the system's unit, where its false easting and northing are metres; absent: they have its unit.
 */
export function projectionWkt({ numbers, lost }: GeoKeys, size = 1): string | undefined {
  const utm = UTM.exec(`${numbers.get(GEO_KEY.projection)}`);
  const method = METHODS[numbers.get(GEO_KEY.method) ?? (utm ? 1 : 0)];
  if (method === undefined) return undefined;
  const [name, parameters] = method;
  if (parameters.some(([, keys]) => keys.some((key) => lost.includes(key)))) return undefined;
  const zone = utm ? utmValues(utm[1] === '1', Number(utm[2])) : undefined;
  const values = parameters.map(([parameter, keys, absent]) => {
    const key = keys.find((candidate) => numbers.has(candidate));
    const value = key === undefined ? (zone?.[parameter] ?? absent) : numbers.get(key);
    return `PARAMETER["${parameter}",${parameter.startsWith('false') ? Number(value) / size : value}]`;
  });
  return [`PROJECTION["${name}"]`, ...values].join(',');
}

const utmValues = (isSouth: boolean, zone: number): Readonly<Record<string, number>> => ({
  latitude_of_origin: 0,
  central_meridian: 6 * zone - 183,
  scale_factor: 0.9996,
  false_easting: 500_000,
  false_northing: isSouth ? 10_000_000 : 0,
});
