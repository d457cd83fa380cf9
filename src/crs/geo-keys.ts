/*
 * GeoTIFF keys, in which rasters and LAS 1.0 to 1.3 name their reference system: OGC GeoTIFF 1.1 (19-008r4), section 7
 * and annexes. A directory is a list of four 16-bit numbers: key, place of its value, count, and the value or its index
 * in the list of doubles or texts. The first four are version, revision and count of keys.
 */

/** Numbers of the keys that are read. Those of parameters are in `geo-projections.ts`. */
export const GEO_KEY = Object.freeze({
  model: 1024,
  raster: 1025,
  citation: 1026,
  geographic: 2048,
  geographicCitation: 2049,
  datum: 2050,
  meridian: 2051,
  angularUnits: 2054,
  angularUnitSize: 2055,
  ellipsoid: 2056,
  semiMajor: 2057,
  semiMinor: 2058,
  inverseFlattening: 2059,
  meridianLongitude: 2061,
  projected: 3072,
  projectedCitation: 3073,
  projection: 3074,
  method: 3075,
  linearUnits: 3076,
  linearUnitSize: 3077,
  vertical: 4096,
  verticalCitation: 4097,
  verticalDatum: 4098,
  verticalUnits: 4099,
});

/** Values of the key `model`. */
export const GEO_MODEL = Object.freeze({ projected: 1, geographic: 2, geocentric: 3 });

/** Code of a thing that other keys describe: user-defined. Higher codes belong to users. */
export const USER_DEFINED = 32_767;

/** Whether a key can hold an EPSG code. */
export const isGeoCode = (code: number): boolean => code > 0 && code < USER_DEFINED;

/** Tags of TIFF, and records of LAS, that hold the lists of doubles and texts. */
export const [GEO_DIRECTORY, GEO_DOUBLES, GEO_TEXTS] = [34_735, 34_736, 34_737];

/** The directory of keys with short numbers, which are stored in it, in the order of the keys: 16-bit numbers. */
export function geoKeyDirectory(keys: ReadonlyMap<number, number>): Uint16Array {
  const sorted = [...keys].sort(([a], [b]) => a - b);
  // Version 1, revision 1.0; each key is stored here (location 0) with one value.
  return Uint16Array.from([1, 1, 0, sorted.length, ...sorted.flatMap(([key, value]) => [key, 0, 1, value])]);
}

/** The lists of keys as they are stored. */
export interface GeoKeyLists {
  readonly directory: ArrayLike<number>;
  readonly doubles?: ArrayLike<number>;
  /** Texts of all keys; each ends in `|`. */
  readonly texts?: string;
}

/** Values of keys by their numbers. */
export interface GeoKeys {
  /** Codes and other short numbers, and doubles. */
  readonly numbers: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
  /** Keys whose values are not in their list. */
  readonly lost: readonly number[];
}

const ENTRY_NUMBERS = 4;

/** The values of the keys. */
export function readGeoKeys({ directory, doubles = [], texts = '' }: GeoKeyLists): GeoKeys {
  const [found, words] = [new Map<number, number>(), new Map<number, string>()];
  const lost: number[] = [];
  for (let at = ENTRY_NUMBERS; at + ENTRY_NUMBERS <= directory.length; at += ENTRY_NUMBERS) {
    const [key, place, count, value] = [0, 1, 2, 3].map((k) => directory[at + k]);
    if (place === 0) found.set(key, value);
    else if (place === GEO_DOUBLES && Number.isFinite(doubles[value])) found.set(key, doubles[value]);
    else if (place === GEO_TEXTS && value + count <= texts.length + 1) {
      const text = texts.slice(value, value + count).replace(/[|\0\s]+$/, '');
      if (text !== '') words.set(key, text);
    } else lost.push(key);
  }
  return { numbers: found, texts: words, lost };
}
