import { existsSync, readFileSync } from 'node:fs';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { type Said, same, sameBox, type Witness } from '../read-others.js';
import { readMesh } from './ply.js';

/** Sums over all points, and the largest colour. */
type Sums = Record<'intensity' | 'returns' | 'class' | 'source' | 'time' | 'colour', number>;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').replace(/\0+$/, '');

/** Facts of a LAS or LAZ file (ASPRS LAS 1.4 R15), read from its bytes. */
function readHeader(data: Buffer) {
  const [minor, head] = [data[25], data.readUInt16LE(94)];
  const records: { user: string; id: number; data: Buffer }[] = [];
  const gather = (at: number, count: number, heading: number) => {
    for (let k = 0; k < count && at + heading <= data.length; k++) {
      const bytes = heading === 54 ? data.readUInt16LE(at + 20) : Number(data.readBigUInt64LE(at + 20));
      const user = latin1(data.subarray(at + 2, at + 18));
      records.push({ user, id: data.readUInt16LE(at + 18), data: data.subarray(at + heading, at + heading + bytes) });
      at += heading + bytes;
    }
  };
  gather(head, data.readUInt32LE(100), 54);
  if (minor >= 4) gather(Number(data.readBigUInt64LE(235)), data.readUInt32LE(243), 60);
  const legacy = data.readUInt32LE(107);
  const counts = (at: number, length: number, bytes: number) =>
    Array.from({ length }, (_, k) =>
      bytes === 8 ? Number(data.readBigUInt64LE(at + 8 * k)) : data.readUInt32LE(at + 4 * k),
    );
  return {
    format: data[104] & 63,
    isPacked: data[104] > 127,
    recordLength: data.readUInt16LE(105),
    pointsAt: data.readUInt32LE(96),
    byReturn: minor >= 4 ? counts(255, 15, 8) : counts(111, 5, 4),
    points: minor >= 4 ? Number(data.readBigUInt64LE(247)) || legacy : legacy,
    scale: [131, 139, 147].map((at) => data.readDoubleLE(at)),
    offset: [155, 163, 171].map((at) => data.readDoubleLE(at)),
    wkt: records.find(({ id }) => id === 2112)?.data,
    keys: geoKeys(records.find(({ user, id }) => user === 'LASF_Projection' && id === 34735)?.data),
  };
}

/** Keys of GeoTIFF; of those whose value is not a short, 0. */
function geoKeys(data: Buffer = Buffer.alloc(0)): Map<number, number> {
  const keys = new Map<number, number>();
  for (let at = 8; at + 8 <= data.length; at += 8)
    keys.set(data.readUInt16LE(at), data.readUInt16LE(at + 2) === 0 ? data.readUInt16LE(at + 6) : 0);
  return keys;
}

/** Where the colours of a record of each format are. */
const COLOUR_AT: Readonly<Record<number, number>> = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 };

/** Sums and box of the records of an uncompressed file. */
function readRecords(
  data: Buffer,
  { format, recordLength, pointsAt, points, scale, offset }: ReturnType<typeof readHeader>,
) {
  const sums: Sums = { intensity: 0, returns: 0, class: 0, source: 0, time: 0, colour: 0 };
  const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  const isNew = format >= 6;
  const timeAt = isNew ? 22 : format === 0 || format === 2 ? undefined : 20;
  for (let k = 0; k < points; k++) {
    const at = pointsAt + k * recordLength;
    for (const axis of [0, 1, 2]) {
      const value = data.readInt32LE(at + 4 * axis) * scale[axis] + offset[axis];
      box.min[axis] = Math.min(box.min[axis], value);
      box.max[axis] = Math.max(box.max[axis], value);
    }
    sums.intensity += data.readUInt16LE(at + 12);
    sums.returns += data[at + 14] & (isNew ? 15 : 7);
    sums.class += isNew ? data[at + 16] : data[at + 15] & 31;
    sums.source += data.readUInt16LE(at + (isNew ? 20 : 18));
    if (timeAt !== undefined) sums.time += data.readDoubleLE(at + timeAt);
    if (COLOUR_AT[format] !== undefined)
      for (const channel of [0, 2, 4])
        sums.colour = Math.max(sums.colour, data.readUInt16LE(at + COLOUR_AT[format] + channel));
  }
  return { sums, box };
}

/** The same sums of what a conversion reads. */
async function convertedSums(path: string): Promise<Sums> {
  const sums: Sums = { intensity: 0, returns: 0, class: 0, source: 0, time: 0, colour: 0 };
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) {
    for (let k = 0; k < batch.count; k++) {
      sums.intensity += batch.intensity[k];
      sums.returns += batch.returnNumber[k];
      sums.class += batch.classification[k];
      sums.source += batch.pointSourceId[k];
      sums.time += batch.gpsTime[k];
    }
    for (const value of batch.rgb?.subarray(0, 3 * batch.count) ?? []) sums.colour = Math.max(sums.colour, value);
  }
  return sums;
}

const sumsDiffer = (found: Sums, expected: Sums): string | undefined =>
  Object.entries(expected)
    .filter(
      ([name, value]) => name !== 'colour' && Math.abs(found[name as keyof Sums] - value) > 1e-9 * Math.abs(value),
    )
    .map(([name, value]) => `sum of ${name}: found ${found[name as keyof Sums]}, expected ${value}`)
    .join('; ') || undefined;

/** Keys of a vertical system, with which a code is that of a part. */
const VERTICAL = [4096, 4097, 4098, 4099];

/** Whether the reference system that a file states is told. */
function toldSystem(said: Said & { wkt?: string; crs?: { code?: string } }, header: ReturnType<typeof readHeader>) {
  const [plane, globe] = [header.keys.get(3072) ?? 0, header.keys.get(2048) ?? 0];
  const hasText = header.wkt !== undefined && /\w/.test(latin1(header.wkt));
  if (!hasText && plane === 0 && globe === 0) return undefined;
  const isCode = !hasText && plane > 1024 && plane < 32767 && !VERTICAL.some((key) => header.keys.has(key));
  const fault = isCode ? same('system', said.crs?.code, `EPSG:${plane}`) : same('system', Boolean(said.wkt), true);
  return { system: fault };
}

/**
 * Holds a LAS or LAZ file against its own header, its records or, if it is compressed, those of the uncompressed file
 * beside it.
 */
export const lasWitness: Witness = async ({ path }, said, { place }) => {
  const data = readFileSync(path);
  const header = readHeader(data);
  const beside = path.replace(/\.(las\.)?laz$/i, '.las');
  const plain = header.isPacked ? existsSync(beside) && readFileSync(beside) : data;
  const plainHeader = plain && readHeader(plain);
  const claims: Record<string, string | undefined> = {
    points: same('points', said.points, header.points),
    ...toldSystem(said, header),
  };
  const [none, first, ...further] = said.pointsByReturn as number[];
  // Points of no return are of the first one to those who count.
  const found = [none + first, ...further].slice(0, header.byReturn.length);
  if (header.points > 0 && header.byReturn.reduce((sum, count) => sum + count, 0) === header.points)
    claims.returns = same('points by return', found.join(), header.byReturn.join());
  if (plain && plainHeader && plainHeader.points === header.points && header.points > 0) {
    const { sums, box } = readRecords(plain, plainHeader);
    const found = await convertedSums(path);
    claims.box = sameBox(said.bounds, box, 1e-6);
    claims.sums = sumsDiffer(found, sums);
    if (sums.colour > 0) claims.colours = await sameColours(path, sums.colour, place);
  }
  return claims;
};

/** Whether the brightest colour is as bright in a PLY made of the file. */
async function sameColours(path: string, brightest: number, place: Parameters<Witness>[2]['place']) {
  const { code, stderr } = await place.answer('convert', path, 'converted.ply', '--force');
  if (code !== 0) return `convert: ${stderr}`;
  const found = readMesh(readFileSync(`${place.path}/converted.ply`)).brightest;
  return same('brightest colour', found, brightest > 255 ? Math.round(brightest / 257) : brightest);
}
