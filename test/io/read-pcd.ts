import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const READ: Record<string, (view: DataView, at: number) => number> = {
  U1: (view, at) => view.getUint8(at),
  U2: (view, at) => view.getUint16(at, true),
  U4: (view, at) => view.getUint32(at, true),
  F4: (view, at) => view.getFloat32(at, true),
  F8: (view, at) => view.getFloat64(at, true),
};

/**
 * A binary PCD file by the description of the format: header lines by name, then the fields of one point after another.
 */
export function readPcd(path: string) {
  const bytes = readFileSync(path);
  const end = bytes.indexOf('DATA binary\n') + 'DATA binary\n'.length;
  const lines = bytes.subarray(0, end).toString('ascii').trimEnd().split('\n');
  const header = Object.fromEntries(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)] as const),
  );
  const types = header.TYPE.map((letter, k) => `${letter}${header.SIZE[k]}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + end, bytes.length - end);
  const columns: Record<string, number[]> = Object.fromEntries(header.FIELDS.map((name) => [name, []]));
  let at = 0;
  for (let point = 0; point < Number(header.POINTS[0]); point++)
    types.forEach((type, k) => {
      columns[header.FIELDS[k]].push(READ[type](view, at));
      at += Number(header.SIZE[k]);
    });
  expect(at, 'the points account for the whole file').toBe(view.byteLength);
  return { lines, header, types, columns };
}
