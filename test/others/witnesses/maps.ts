import { readFileSync } from 'node:fs';
import { type Said, same, type Witness } from '../read-others.js';
import { boxOf } from './meshes.js';

/** The claim that a box lies in another one. */
function within(
  found: Said['bounds'],
  whole: NonNullable<Said['bounds']>,
  axes: readonly number[],
): string | undefined {
  const slack = 1e-6 * Math.max(1, ...[...whole.min, ...whole.max].filter(Number.isFinite).map(Math.abs));
  const isIn = found && axes.every((k) => found.min[k] >= whole.min[k] - slack && found.max[k] <= whole.max[k] + slack);
  return isIn ? undefined : `box: found ${JSON.stringify(found)}, expected it in ${JSON.stringify(whole)}`;
}

interface City {
  transform?: { scale: number[]; translate: number[] };
  vertices?: number[][];
  CityObjects?: Record<string, { geometry?: { template?: number }[] }>;
  metadata?: { referenceSystem?: string };
}

/** CityJSON and its sequences: the box lies in that of the vertices; the stated reference system is told. */
export const cityWitness: Witness = ({ path }, said) => {
  const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  const parts: City[] = /\.jsonl$/i.test(path)
    ? text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [JSON.parse(text)];
  const { scale, translate } = parts[0].transform ?? { scale: [1, 1, 1], translate: [0, 0, 0] };
  const placed = (vertex: readonly number[]) => vertex.map((value, k) => value * scale[k] + translate[k]);
  const hasTemplates = parts.some(({ CityObjects = {} }) =>
    Object.values(CityObjects).some(({ geometry = [] }) => geometry.some(({ template }) => template !== undefined)),
  );
  const system = parts[0].metadata?.referenceSystem;
  return {
    ...(hasTemplates
      ? {}
      : { box: within(said.bounds, boxOf(parts.flatMap(({ vertices = [] }) => vertices.map(placed))), [0, 1, 2]) }),
    ...(system ? { system: same('system', Boolean(said.crs), true) } : {}),
  };
};

/** Numbers of tags of TIFF 6.0 and GeoTIFF 1.1. */
const TAG = { width: 256, height: 257, scale: 33550, tiepoint: 33922, keys: 34735 };
/** Bytes of a value of each type. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 11: 4, 12: 8 };

/** The first numbers of the tags of the first picture, of classic TIFF. */
function readTags(data: Buffer): Map<number, number[]> {
  const isLittle = data.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (isLittle ? data.readUInt16LE(at) : data.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? data.readUInt32LE(at) : data.readUInt32BE(at));
  const f64 = (at: number) => (isLittle ? data.readDoubleLE(at) : data.readDoubleBE(at));
  const tags = new Map<number, number[]>();
  const directory = u32(4);
  for (let k = 0; k < u16(directory); k++) {
    const at = directory + 2 + 12 * k;
    const [type, count] = [u16(at + 2), u32(at + 4)];
    const from = count * (TYPE_BYTES[type] ?? 8) > 4 ? u32(at + 8) : at + 8;
    const read = { 3: u16, 4: u32, 12: f64 }[type];
    if (read)
      tags.set(
        u16(at),
        Array.from({ length: count }, (_, i) => read(from + i * TYPE_BYTES[type])),
      );
  }
  return tags;
}

/**
 * GeoTIFF: the box lies in that of the raster, the surface ends at the edges of the outer cells, the system is that of
 * the key.
 */
export const rasterWitness: Witness = ({ path }, said) => {
  const tags = readTags(readFileSync(path));
  const [[width], [height]] = [tags.get(TAG.width) ?? [0], tags.get(TAG.height) ?? [0]];
  const { stored } = said.triangles as { stored: number };
  const claims: Record<string, string | undefined> = {
    triangles: stored > 0 && stored <= 2 * (width + 1) * (height + 1) ? undefined : `triangles: found ${stored}`,
  };
  const [scale, tie, keys = []] = [tags.get(TAG.scale), tags.get(TAG.tiepoint), tags.get(TAG.keys)];
  if (scale && tie)
    claims.box = within(
      said.bounds,
      { min: [tie[3], tie[4] - height * scale[1], 0], max: [tie[3] + width * scale[0], tie[4], 0] },
      [0, 1],
    );
  const plane = Array.from({ length: keys.length / 4 }, (_, k) => keys.slice(4 * k, 4 * k + 4)).find(
    ([key]) => key === 3072,
  );
  if (plane && plane[3] < 32767) claims.system = same('system', said.crs, `EPSG:${plane[3]}`);
  return claims;
};
