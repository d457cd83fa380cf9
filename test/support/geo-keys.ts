/** GeoTIFF keys as the records of LAS and the tags of TIFF hold them. */
import type { StoredRecord } from './las-files.js';

/** The value of a key: a code, a number in the list of doubles, or a text. */
export type GeoValue = number | { double: number } | string;

/** The three lists of keys. */
export function geoLists(keys: Readonly<Record<number, GeoValue>>): {
  directory: Uint16Array;
  doubles: Float64Array;
  texts: string;
} {
  const doubles: number[] = [];
  let texts = '';
  const entries = Object.entries(keys).flatMap(([key, value]) => {
    if (typeof value === 'number') return [Number(key), 0, 1, value];
    if (typeof value !== 'string') return [Number(key), 34_736, 1, doubles.push(value.double) - 1];
    texts += `${value}|`;
    return [Number(key), 34_737, value.length + 1, texts.length - value.length - 1];
  });
  return {
    directory: Uint16Array.from([1, 1, 0, entries.length / 4, ...entries]),
    doubles: Float64Array.from(doubles),
    texts,
  };
}

/** The records of LAS. */
export function geoRecords(keys: Readonly<Record<number, GeoValue>>): StoredRecord[] {
  const { directory, doubles, texts } = geoLists(keys);
  return [
    [34_735, new Uint8Array(directory.buffer)] as const,
    [34_736, new Uint8Array(doubles.buffer)] as const,
    [34_737, new TextEncoder().encode(texts)] as const,
  ]
    .filter(([, data]) => data.length > 0)
    .map(([recordId, data]) => ({ userId: 'LASF_Projection', recordId, data }));
}

/** Keys of UTM zone 32N that name no code for it: those of `userdef` files. */
export const UTM_32_BY_PARAMETERS: Readonly<Record<number, GeoValue>> = {
  1024: 1,
  2048: 4326,
  3072: 32_767,
  3074: 32_767,
  3075: 1,
  3076: 9001,
  3080: { double: 9 },
  3081: { double: 0 },
  3082: { double: 500_000 },
  3083: { double: 0 },
  3092: { double: 0.9996 },
};

/** Keys of Oregon's Lambert grid in feet by parameters, on a datum by its code; `easting`: its false easting. */
export const oregonByParameters = (easting: number): Readonly<Record<number, GeoValue>> => ({
  1024: 1,
  1026: 'NAD_1983_HARN_Lambert_Conformal_Conic',
  2048: 32_767,
  2049: 'GCS Name = NAD83(HARN)|Primem = Greenwich|',
  2050: 6152,
  2054: 9102,
  2057: { double: 6_378_137 },
  2059: { double: 298.257222101 },
  3072: 32_767,
  3075: 8,
  3076: 9002,
  3078: { double: 43 },
  3079: { double: 45.5 },
  3084: { double: -120.5 },
  3085: { double: 41.75 },
  3086: { double: easting },
  3087: { double: 0 },
});
