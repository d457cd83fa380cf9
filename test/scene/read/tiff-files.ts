import { deflateSync } from 'node:zlib';

/** Values of a tag: 3 short, 4 long, 12 double, 2 text. */
export type TiffTag = readonly [tag: number, type: 2 | 3 | 4 | 12 | 16, values: readonly number[] | string];

const SIZES = { 2: 1, 3: 2, 4: 4, 12: 8, 16: 8 } as const;

export interface TiffOptions {
  big?: boolean;
  littleEndian?: boolean;
  /** Tags of a second directory (of a classic TIFF), and its only block. */
  next?: readonly TiffTag[];
  nextBlock?: Uint8Array;
}

/**
 * A TIFF of these tags with `blocks` of bytes in front; the values 'blocks' of a tag are replaced by the places of the
 * blocks. Written after TIFF 6.0, section 2, and the description of BigTIFF by libtiff.
 */
export function tiff(
  tags: readonly TiffTag[],
  blocks: readonly Uint8Array[] = [],
  { big = false, littleEndian = true, next, nextBlock = new Uint8Array() }: TiffOptions = {},
): Uint8Array {
  const bytes = new Uint8Array(1 << 16);
  const view = new DataView(bytes.buffer);
  const little = littleEndian;
  let at = big ? 16 : 8;
  const places = blocks.map((block) => {
    const place = at;
    bytes.set(block, at);
    at += block.length + (block.length % 2);
    return place;
  });
  const put = (where: number, type: number, value: number) => {
    if (type === 2) view.setUint8(where, value);
    else if (type === 3) view.setUint16(where, value, little);
    else if (type === 4) view.setUint32(where, value, little);
    else if (type === 16) view.setBigUint64(where, BigInt(value), little);
    else view.setFloat64(where, value, little);
  };
  const word = big ? 8 : 4;
  const putWord = (where: number, value: number) => put(where, big ? 16 : 4, value);
  const entries = tags.map(([tag, type, values]): [number, number, number, number[]] => {
    const list =
      values === 'blocks' ? places : typeof values === 'string' ? [...values].map((c) => c.charCodeAt(0)) : [...values];
    return [tag, type, list.length, list];
  });
  const external = entries.map(([, type, , list]) => {
    if (list.length * SIZES[type as 3] <= word) return undefined;
    const place = at;
    for (const value of list) {
      put(at, type, value);
      at += SIZES[type as 3];
    }
    at += at % 2;
    return place;
  });
  const directory = at;
  put(at, big ? 16 : 3, entries.length);
  at += big ? 8 : 2;
  entries.forEach(([tag, type, count, list], k) => {
    put(at, 3, tag);
    put(at + 2, 3, type);
    putWord(at + 4, count);
    const place = external[k];
    if (place !== undefined) putWord(at + 4 + word, place);
    else for (const [i, value] of list.entries()) put(at + 4 + word + i * SIZES[type as 3], type, value);
    at += 4 + 2 * word;
  });
  const link = at;
  putWord(at, 0);
  at += word;
  if (next) {
    bytes.set(nextBlock, at);
    const blockAt = at;
    at += nextBlock.length + (nextBlock.length % 2);
    put(link, 4, at);
    put(at, 3, next.length);
    at += 2;
    for (const [tag, type, values] of next) {
      put(at, 3, tag);
      put(at + 2, 3, type);
      put(at + 4, 4, 1);
      put(at + 8, type, values === 'blocks' ? blockAt : Number(values[0]));
      at += 12;
    }
    put(at, 4, 0);
    at += 4;
  }
  bytes.set(littleEndian ? [0x49, 0x49] : [0x4d, 0x4d]);
  put(2, 3, big ? 43 : 42);
  if (big) {
    put(4, 3, 8);
    put(8, 16, directory);
  } else put(4, 4, directory);
  return bytes.slice(0, at);
}

/** Numbers as bytes, little-endian unless said otherwise. */
export function samplesOf(
  kind: 'f4' | 'f8' | 'i2' | 'u1' | 'u2' | 'i4',
  values: readonly number[],
  littleEndian = true,
): Uint8Array {
  const size = Number(kind[1]);
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, k) => {
    if (kind === 'f4') view.setFloat32(size * k, value, littleEndian);
    else if (kind === 'f8') view.setFloat64(size * k, value, littleEndian);
    else if (kind === 'i2') view.setInt16(size * k, value, littleEndian);
    else if (kind === 'u2') view.setUint16(size * k, value, littleEndian);
    else if (kind === 'i4') view.setInt32(size * k, value, littleEndian);
    else view.setUint8(size * k, value);
  });
  return new Uint8Array(view.buffer);
}

const FORMAT = { u: 1, i: 2, f: 3 } as const;

/** 3 × 2 heights at [10, 12, 14] × [20, 16], of points 2 × 4 m apart. */
export const HEIGHTS = [1, 2, 3, 4, 5, 6];

/** A GeoTIFF of 3 × 2 pixels that are points, in one strip, with other tags in place of its own. */
export function geoTiff(
  kind: 'f4' | 'f8' | 'i2' | 'u1' | 'u2' | 'i4' = 'f4',
  {
    values = HEIGHTS,
    tags = [],
    blocks,
    compression = 1,
    ...options
  }: {
    values?: readonly number[];
    tags?: readonly TiffTag[];
    blocks?: readonly Uint8Array[];
    compression?: number;
  } & TiffOptions = {},
): Uint8Array {
  const own: readonly TiffTag[] = [
    [256, 3, [3]],
    [257, 3, [2]],
    [258, 3, [8 * Number(kind[1])]],
    [259, 3, [compression]],
    [262, 3, [1]],
    [273, 4, 'blocks'],
    [277, 3, [1]],
    [278, 3, [2]],
    [279, 4, (blocks ?? [samplesOf(kind, values)]).map(({ length }) => length)],
    [339, 3, [FORMAT[kind[0] as 'f']]],
    [33550, 12, [2, 4, 0]],
    [33922, 12, [0, 0, 0, 10, 20, 0]],
    geoKeys({ 1025: 2 }),
  ];
  const all = new Map([...own, ...tags].map((tag) => [tag[0], tag]));
  const list = [...all.values()].filter(([, , { length }]) => length > 0).toSorted((a, b) => a[0] - b[0]);
  return tiff(list, blocks ?? [samplesOf(kind, values, options.littleEndian)], options);
}

export const deflated = (bytes: Uint8Array): Uint8Array => new Uint8Array(deflateSync(bytes));

/** GeoKeys (34735) with these short values. */
export const geoKeys = (keys: Readonly<Record<number, number>>): TiffTag => [
  34735,
  3,
  [1, 1, 0, Object.keys(keys).length, ...Object.entries(keys).flatMap(([key, value]) => [Number(key), 0, 1, value])],
];
