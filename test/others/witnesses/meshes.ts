import { readFileSync } from 'node:fs';
import { type Said, same, sameBox, type Witness } from '../read-others.js';
import { type Mesh, readMesh } from './ply.js';

/** The triangles that were left out, which lines of the log count. */
export function leftOut(warnings: string): number {
  const counts = [...warnings.matchAll(/: ([\d,]+) of [\d,]+ triangles have no area and were left out/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count.replaceAll(',', '')), 0);
}

/** The box of some positions. */
export function boxOf(positions: Iterable<readonly number[]>): NonNullable<Said['bounds']> {
  const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const position of positions)
    for (const axis of [0, 1, 2]) {
      box.min[axis] = Math.min(box.min[axis], position[axis]);
      box.max[axis] = Math.max(box.max[axis], position[axis]);
    }
  return box;
}

/** Coordinates are held to 24 bits. */
export const tolerance = ({ min, max }: NonNullable<Said['bounds']>): number =>
  2e-7 * Math.max(1e-3, ...[...min, ...max].map(Math.abs));

/** OBJ, OFF, STL and PLY: triangles of all faces, the box of their corners; of PLY without faces, its points. */
export const meshWitness: Witness = ({ path }, said, { warnings }) => {
  const data = readFileSync(path);
  const mesh = readerOf(path, data)(data);
  if (said.kind === 'cloud') return { points: same('points', said.points, mesh.points) };
  const triangles = mesh.faces.reduce((sum, face) => sum + Math.max(0, face.length - 2), 0);
  const { stored } = said.triangles as { stored: number };
  const claims = { triangles: same('triangles', stored + leftOut(warnings), triangles) };
  if (leftOut(warnings) > 0) return claims;
  const corners = mesh.faces.filter((face) => face.length >= 3).flatMap((face) => face.map((k) => mesh.positions[k]));
  const box = boxOf(corners);
  return { ...claims, box: sameBox(said.bounds, box, tolerance(box)) };
};

function readerOf(path: string, data: Buffer): (data: Buffer) => Mesh {
  if (/\.ply$/i.test(path)) return readMesh;
  if (/\.off$/i.test(path)) return readOff;
  if (/\.obj$/i.test(path)) return readObj;
  return data.length >= 84 && data.length >= 84 + 50 * data.readUInt32LE(80) ? readBinaryStl : readTextStl;
}

const noMesh = (): Mesh => ({ points: 0, faces: [], positions: [], brightest: 0 });

function readObj(data: Buffer): Mesh {
  const mesh = noMesh();
  const lines = data
    .toString('latin1')
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r\n?|\n/);
  for (const [word, ...rest] of lines.map((line) => line.replace(/#.*/, '').trim().split(/\s+/))) {
    if (word === 'v') mesh.positions.push(rest.slice(0, 3).map(Number));
    if (word === 'f')
      mesh.faces.push(
        rest.map((corner) => {
          const k = Number.parseInt(corner, 10);
          return k < 0 ? mesh.positions.length + k : k - 1;
        }),
      );
  }
  return mesh;
}

function readOff(data: Buffer): Mesh {
  const mesh = noMesh();
  const lines = data.toString('latin1').split(/\r\n?|\n/);
  const rows = lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
  const [head, ...rest] = rows;
  const isAlone = !/\d/.test(head);
  const [vertices, faces] = (isAlone ? rest[0] : head.replace(/^\D+/, '')).split(/\s+/).map(Number);
  const body = (isAlone ? rest.slice(1) : rest).map((row) => row.split(/\s+/).map(Number));
  mesh.positions = body.slice(0, vertices);
  mesh.faces = body.slice(vertices, vertices + faces).map(([count, ...corners]) => corners.slice(0, count));
  return mesh;
}

function readTextStl(data: Buffer): Mesh {
  const mesh = noMesh();
  for (const [, ...numbers] of data.toString('latin1').matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi))
    mesh.positions.push(numbers.map(Number));
  mesh.faces = Array.from({ length: mesh.positions.length / 3 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2]);
  return mesh;
}

function readBinaryStl(data: Buffer): Mesh {
  const mesh = noMesh();
  for (let k = 0; k < data.readUInt32LE(80); k++) {
    const at = (corner: number, axis: number) => data.readFloatLE(84 + 50 * k + 12 + 12 * corner + 4 * axis);
    mesh.faces.push([3 * k, 3 * k + 1, 3 * k + 2]);
    for (const corner of [0, 1, 2]) mesh.positions.push([0, 1, 2].map((axis) => at(corner, axis)));
  }
  return mesh;
}
