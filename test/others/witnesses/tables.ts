import { readFileSync } from 'node:fs';
import { same, sameBox, type Witness } from '../read-others.js';
import { boxOf, tolerance } from './meshes.js';

/** The header of a PCD file, a word and its values a line. */
function pcdHeader(data: Buffer) {
  const end = /^DATA.*\r?\n/m.exec(data.toString('latin1', 0, 8192));
  if (!end) throw new Error('no line DATA');
  const bodyAt = end.index + end[0].length;
  const lines = data.toString('latin1', 0, bodyAt).split(/\r?\n/);
  const values = (word: string) =>
    lines
      .find((line) => line.startsWith(`${word} `))
      ?.trim()
      .split(/\s+/)
      .slice(1);
  return { values, bodyAt };
}

/** Bytes packed by LZF: runs of literals, and copies of what came before. */
function unpackLzf(packed: Buffer, bytes: number): Buffer {
  const unpacked = Buffer.alloc(bytes);
  let to = 0;
  for (let at = 0; at < packed.length; ) {
    const control = packed[at++];
    if (control < 32) {
      packed.copy(unpacked, to, at, at + control + 1);
      at += control + 1;
      to += control + 1;
      continue;
    }
    const length = control >> 5 === 7 ? 9 + packed[at++] : 2 + (control >> 5);
    const back = ((control & 31) << 8) + packed[at++] + 1;
    for (let k = 0; k < length; k++, to++) unpacked[to] = unpacked[to - back];
  }
  return unpacked;
}

/** Places of points of a PCD with x, y, z as f32; undefined: it has others. */
function pcdPositions(data: Buffer, points: number, { values, bodyAt }: ReturnType<typeof pcdHeader>) {
  const [fields = [], sizes = [], types = []] = ['FIELDS', 'SIZE', 'TYPE'].map(values);
  const counts = (values('COUNT') ?? fields.map(() => '1')).map(Number);
  const columns = ['x', 'y', 'z'].map((name) => fields.indexOf(name));
  if (columns.some((k) => sizes[k] !== '4' || types[k] !== 'F')) return undefined;
  const before = (k: number, width: (k: number) => number) =>
    counts.slice(0, k).reduce((sum, count, i) => sum + count * width(i), 0);
  const bytes = (k: number) => Number(sizes[k]);
  const all = (at: (point: number, column: number) => number) =>
    Array.from({ length: points }, (_, point) => columns.map((column) => at(point, column)));
  const length = before(counts.length, bytes);
  const format = values('DATA')?.[0];
  if (format === 'binary')
    return all((point, column) => data.readFloatLE(bodyAt + point * length + before(column, bytes)));
  if (format === 'binary_compressed') {
    const packed = data.subarray(bodyAt + 8, bodyAt + 8 + data.readUInt32LE(bodyAt));
    const body = unpackLzf(packed, data.readUInt32LE(bodyAt + 4));
    return all((point, column) => body.readFloatLE(points * before(column, bytes) + 4 * point));
  }
  const rows = data.toString('latin1', bodyAt).split(/\r?\n/).filter(Boolean);
  const words = rows.map((row) => row.trim().split(/\s+/));
  return all((point, column) => Math.fround(Number(words[point][before(column, () => 1)])));
}

/** PCD: points of the header, and the box of the finite ones. */
export const pcdWitness: Witness = ({ path }, said) => {
  const data = readFileSync(path);
  const header = pcdHeader(data);
  const number = (word: string, otherwise: number) => Number(header.values(word)?.[0] ?? otherwise);
  const points = number('POINTS', number('WIDTH', 0) * number('HEIGHT', 1));
  const claims = { points: same('points', said.points, points) };
  const finite = pcdPositions(data, points, header)?.filter((position) => position.every(Number.isFinite)) ?? [];
  if (finite.length === 0) return claims;
  const box = boxOf(finite);
  return { ...claims, box: sameBox(said.bounds, box, tolerance(box)) };
};

/** E57: the record counts of its scans, in the XML at the end; pages of 1,024 bytes end with a sum of 4. */
export const e57Witness: Witness = ({ path }, said) => {
  const data = readFileSync(path);
  const page = Number(data.readBigUInt64LE(40));
  const pages = Array.from({ length: Math.ceil(data.length / page) }, (_, k) =>
    data.subarray(k * page, (k + 1) * page - 4),
  );
  const at = Number(data.readBigUInt64LE(24));
  const logicalAt = at - 4 * Math.floor(at / page);
  const xml = Buffer.concat(pages).toString('utf8', logicalAt, logicalAt + Number(data.readBigUInt64LE(32)));
  const scans = xml.slice(xml.indexOf('<data3D'), xml.includes('</data3D>') ? xml.indexOf('</data3D>') : undefined);
  const counts = [...scans.matchAll(/<points\b[^>]*\brecordCount="(\d+)"/g)].map(([, count]) => Number(count));
  return {
    points: same(
      'points',
      said.points,
      counts.reduce((sum, count) => sum + count, 0),
    ),
  };
};

/** Lines of numbers alone, of a text of points. */
const NUMBERS = /^[\s"]*[-+]?(\d|\.\d)([-+\d.eE,;\s"]|nan)*$/;

/** Text, PTS, PTX and NPY: rows of numbers, filled cells, the shape of the array. */
export const tableWitness: Witness = ({ path }, said) => {
  const data = readFileSync(path);
  if (/\.npy$/i.test(path)) {
    const shape = /'shape': *\((\d+),/.exec(data.toString('latin1', 0, 2000));
    return { points: same('points', said.points, Number(shape?.[1])) };
  }
  const lines = data
    .toString('latin1')
    .split(/\r\n?|\n/)
    .filter((line) => NUMBERS.test(line));
  const fields = (line: string) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map(Number);
  if (/\.ptx$/i.test(path)) {
    const places = placesOfCells(lines.map(fields));
    const box = boxOf(places);
    return {
      points: same('points', Number(said.points) - Number(said.placeless), places.length),
      box: sameBox(said.bounds, box, tolerance(box)),
    };
  }
  const isCount = (line: string, k: number) => k === 0 && /\.pts$/i.test(path) && fields(line).length === 1;
  return { points: same('points', said.points, lines.filter((line, k) => !isCount(line, k)).length) };
};

/**
 * Places of a PTX's cells that have a point: each grid begins with its columns and rows, four lines of the scanner,
 * and the matrix that stands behind a row x, y, z, 1.
 */
function placesOfCells(lines: readonly number[][]): number[][] {
  const places: number[][] = [];
  for (let at = 0; at < lines.length; ) {
    const cells = lines[at][0] * lines[at + 1][0];
    const matrix = lines.slice(at + 6, at + 10);
    const moved = (cell: readonly number[]) =>
      [0, 1, 2].map((axis) => matrix.reduce((sum, row, k) => sum + row[axis] * (cell[k] ?? 1), 0));
    const rows = lines.slice(at + 10, at + 10 + cells).map((row) => row.slice(0, 3));
    places.push(...rows.filter((cell) => cell.some((value) => value !== 0)).map(moved));
    at += 10 + cells;
  }
  return places;
}
