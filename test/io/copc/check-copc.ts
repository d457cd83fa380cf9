/*
 * A check of COPC files by their bytes: every rule of the specification (copc.io, 1.0) and of LAZ that a reader relies
 * on. The nodes are read by `copc` and laz-perf, none of our own code besides the decoder of chunk tables.
 */
import { readFileSync } from 'node:fs';
import { Copc, type Hierarchy } from 'copc';
import { LazCodec } from '../../../src/io/laz/laz-codec.js';

/** A node as its entry says, and its records. */
export interface CheckedNode {
  key: [level: number, x: number, y: number, z: number];
  at: number;
  bytes: number;
  points: number;
  records: Uint8Array;
}

export interface CheckedCopc {
  /** Broken rules, one sentence each. */
  faults: string[];
  nodes: CheckedNode[];
  recordLength: number;
  pages: number;
}

const RECORD_BYTES: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };
const VARIABLE = 0xffff_ffff;

/** Checks the file at `path`. */
export async function checkCopc(path: string): Promise<CheckedCopc> {
  const bytes = new Uint8Array(readFileSync(path));
  const view = new DataView(bytes.buffer);
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const text = (at: number, length: number) =>
    Buffer.from(bytes.subarray(at, at + length))
      .toString('latin1')
      .replace(/\0.*$/s, '');
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const f64 = (at: number) => view.getFloat64(at, true);

  // 1: the header.
  expect(text(0, 4) === 'LASF' && view.getUint8(24) === 1 && view.getUint8(25) === 4, 'not LAS 1.4');
  expect(view.getUint16(94, true) === 375, 'the header has not 375 bytes');
  const format = view.getUint8(104) & 0x3f;
  expect(format in RECORD_BYTES && view.getUint8(104) === (format | 0x80), `point format ${view.getUint8(104)}`);
  const recordLength = view.getUint16(105, true);
  const extra = recordLength - RECORD_BYTES[format];
  expect(extra >= 0, 'records are too short');
  expect(view.getUint32(107, true) === 0, 'a 32-bit number of points');
  const pointCount = u64(247);

  // The records before and behind the points.
  const vlrs: { owner: string; id: number; at: number; length: number }[] = [];
  let at = 375;
  for (let k = 0; k < view.getUint32(100, true); k++) {
    const length = view.getUint16(at + 20, true);
    vlrs.push({ owner: text(at + 2, 16), id: view.getUint16(at + 18, true), at: at + 54, length });
    at += 54 + length;
  }
  const pointsAt = view.getUint32(96, true);
  expect(at === pointsAt, 'the points do not follow the records');
  at = u64(235);
  for (let k = 0; k < view.getUint32(243, true); k++) {
    vlrs.push({ owner: text(at + 2, 16), id: view.getUint16(at + 18, true), at: at + 60, length: u64(at + 20) });
    at += 60 + u64(at + 20);
  }
  expect(view.getUint32(243, true) === 0 || at === bytes.length, 'bytes behind the last record');
  const vlr = (owner: string, id: number) => vlrs.find((one) => one.owner === owner && one.id === id);
  const described = vlr('LASF_Spec', 4);
  expect(extra === 0 || (described !== undefined && described.length >= 192), 'extra bytes are not described');

  // 2: the info record.
  expect(text(377, 16) === 'copc' && view.getUint16(393, true) === 1, 'the info record is not the first');
  expect(view.getUint16(395, true) === 160, 'the info record has not 160 bytes');
  const info = 375 + 54;
  for (let k = 72; k < 160; k++) expect(bytes[info + k] === 0, `byte ${k} of the info record is reserved`);
  const halfsize = f64(info + 24);
  const spacing = f64(info + 32);
  expect(halfsize > 0 && spacing > 0, 'halfsize or spacing is not positive');
  const corner = [0, 1, 2].map((axis) => f64(info + 8 * axis) - halfsize);
  const header = [0, 1, 2].map((axis) => ({ max: f64(179 + 16 * axis), min: f64(187 + 16 * axis) }));
  header.forEach(({ min, max }, axis) => {
    expect(corner[axis] <= min && max <= corner[axis] + 2 * halfsize, `the cube does not hold the bounds of ${axis}`);
  });

  // 7: the reference system.
  expect((view.getUint16(6, true) & 16) !== 0, 'the WKT bit is not set');

  // 3 and 5: the hierarchy.
  const hierarchy = vlr('copc', 1000);
  const inside = (from: number, length: number) =>
    hierarchy !== undefined && from >= hierarchy.at && from + length <= hierarchy.at + hierarchy.length;
  const copc = await Copc.create(path);
  const nodes: CheckedNode[] = [];
  const pagesSeen = new Set<number>();
  const keys = new Set<string>();
  const readPage = async (page: Hierarchy.Page) => {
    expect(inside(page.pageOffset, page.pageLength), `a page at ${page.pageOffset} outside of the hierarchy`);
    expect(page.pageLength > 0 && page.pageLength % 32 === 0, `a page of ${page.pageLength} bytes`);
    expect(!pagesSeen.has(page.pageOffset), `the page at ${page.pageOffset} twice`);
    if (pagesSeen.has(page.pageOffset)) return;
    pagesSeen.add(page.pageOffset);
    const entries = await Copc.loadHierarchyPage(path, page);
    const found = Object.keys(entries.nodes).length + Object.keys(entries.pages).length;
    expect(found === page.pageLength / 32, 'a key twice in a page');
    for (const [key, node] of Object.entries(entries.nodes)) {
      expect(!keys.has(key), `key ${key} twice`);
      keys.add(key);
      const [level, x, y, z] = key.split('-').map(Number);
      const isIn = [x, y, z].every((part) => part >= 0 && part < 2 ** level);
      expect(level >= 0 && isIn, `key ${key}`);
      const { pointCount: points = 0, pointDataOffset, pointDataLength } = node ?? {};
      if (points === 0) expect(pointDataOffset === 0 && pointDataLength === 0, `${key} has no points but a chunk`);
      const records = node && points > 0 ? await Copc.loadPointDataBuffer(path, copc.header, node) : new Uint8Array();
      nodes.push({ key: [level, x, y, z], at: pointDataOffset ?? 0, bytes: pointDataLength ?? 0, points, records });
    }
    for (const next of Object.values(entries.pages)) if (next) await readPage(next);
  };
  await readPage(copc.info.rootHierarchyPage);
  expect(keys.has('0-0-0-0'), 'no root');
  for (const { key } of nodes) {
    const [level, ...place] = key;
    const parent = [level - 1, ...place.map((part) => part >> 1)].join('-');
    expect(level === 0 || keys.has(parent), `${key.join('-')} has no parent`);
  }

  // 4: the chunks.
  const laszip = vlr('laszip encoded', 22204);
  expect(laszip !== undefined && view.getUint16(laszip.at, true) === 3, 'not in layered chunks');
  expect(laszip !== undefined && view.getUint32(laszip.at + 12, true) === VARIABLE, 'chunks of a fixed size');
  const tableAt = u64(pointsAt);
  const chunkCount = view.getUint32(tableAt + 4, true);
  const chunks = nodes.filter(({ points }) => points > 0).toSorted((a, b) => a.at - b.at);
  expect(chunkCount === chunks.length, `${chunkCount} chunks, ${chunks.length} nodes with points`);
  const behind = view.getUint32(243, true) > 0 ? u64(235) : bytes.length;
  const codec = await LazCodec.create();
  const table = chunkCount > 0 ? codec.decodeTable(bytes.subarray(tableAt + 8, behind), chunkCount, true) : [];
  let next = pointsAt + 8;
  chunks.forEach((node, k) => {
    const key = node.key.join('-');
    expect(node.at === next, `the chunk of ${key} is at ${node.at}, the one before it ends at ${next}`);
    expect(table?.[k].bytes === node.bytes && table[k].points === node.points, `the table on the chunk of ${key}`);
    expect(view.getUint32(node.at + recordLength, true) === node.points, `the number in the chunk of ${key}`);
    next = node.at + node.bytes;
  });
  expect(next === tableAt, 'the table does not follow the chunks');

  // 6: the points.
  expect(nodes.reduce((sum, { points }) => sum + points, 0) === pointCount, 'the nodes have another number of points');
  const scale = [0, 1, 2].map((axis) => f64(131 + 8 * axis));
  const offset = [0, 1, 2].map((axis) => f64(155 + 8 * axis));
  const box = [0, 1, 2].map(() => ({ min: Infinity, max: -Infinity }));
  const times = { min: Infinity, max: -Infinity };
  const returns = new Array<number>(16).fill(0);
  for (const { key, records, points } of nodes) {
    const [level, ...place] = key;
    const edge = (2 * halfsize) / 2 ** level;
    const of = new DataView(records.buffer, records.byteOffset, records.byteLength);
    let outside = 0;
    for (let i = 0; i < points; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = of.getInt32(i * recordLength + 4 * axis, true) * scale[axis] + offset[axis];
        box[axis] = { min: Math.min(box[axis].min, value), max: Math.max(box[axis].max, value) };
        const low = corner[axis] + place[axis] * edge;
        if (value < low - scale[axis] / 2 || value > low + edge + scale[axis] / 2) outside++;
      }
      const time = of.getFloat64(i * recordLength + 22, true);
      times.min = Math.min(times.min, time);
      times.max = Math.max(times.max, time);
      returns[records[i * recordLength + 14] & 15]++;
    }
    expect(outside === 0, `${outside} points outside of ${key.join('-')}`);
  }
  for (let number = 1; number <= 15; number++)
    expect(u64(255 + 8 * (number - 1)) === returns[number], `the number of returns ${number}`);
  if (pointCount > 0) {
    header.forEach(({ min, max }, axis) => {
      expect(Math.abs(min - box[axis].min) < scale[axis] / 2, `the least of axis ${axis}`);
      expect(Math.abs(max - box[axis].max) < scale[axis] / 2, `the greatest of axis ${axis}`);
    });
    expect(f64(info + 56) === times.min && f64(info + 64) === times.max, 'the stretch of GPS times');
  }
  return { faults, nodes, recordLength, pages: pagesSeen.size };
}
