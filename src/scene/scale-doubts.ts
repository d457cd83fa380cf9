import { transformBox, transformPoint } from '../base/affine.js';
import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../base/vec3.js';
import { guessScale } from './guess-scale.js';
import type { Mesh, Model } from './model.js';

/** Meshes, and their places in the frame of the bounds. */
interface Geometry {
  meshes: readonly Mesh[];
  instances: readonly Pick<Model['instances'][number], 'mesh' | 'transform'>[];
}

/** Position and contents of a scene; metres. */
interface Extent {
  /** Box in the frame to which the instances' transforms lead. */
  bounds: Box3;
  /** x, y and z (up) of the scene's size. */
  size: Vec3;
  names: Iterable<string>;
  /** Whether unit and axes are certain; default: false. */
  isCertain?: boolean;
}

/**
 * Doubts about the size of a scene, usually none: a question about unit and axes, or else the loss of digits of
 * coordinates that are too far apart.
 */
export function scaleDoubts(geometry: Geometry, { bounds, size, names, isCertain = false }: Extent): string[] {
  const loss = lossOf(size);
  const isApart = loss !== undefined && (isCertain || isFarApart(geometry, bounds));
  const questions = isCertain || isApart ? [] : guessScale(size, names);
  return questions.length > 0 || loss === undefined ? questions : [loss];
}

/** Bits of an f32 after the leading one. */
const FRACTION_BITS = 23;
const MILLIMETRE = 1e-3;

/** Rounding in f32 of the coordinates farthest from the middle; undefined up to a millimetre. */
function lossOf(size: Vec3): string | undefined {
  const half = Math.max(...size) / 2;
  const step = 2 ** (Math.floor(Math.log2(half)) - FRACTION_BITS);
  if (!(step > MILLIMETRE)) return undefined;
  const far = Math.round(half).toLocaleString('en-US');
  const held = Number((step * 1000).toPrecision(2));
  return `coordinates up to ${far} m from the scene's middle are held to ${held} mm only: scan places that are so far apart in a survey each, or leave out what is far away`;
}

/** Number of cells along the widest side. */
const CELLS = 256;

/** Whether an empty stretch takes more than half of the widest side: distant places, not one large object. */
function isFarApart({ meshes, instances }: Geometry, { min, max }: Box3): boolean {
  const sides = max.map((most, axis) => most - min[axis]);
  const axis = sides.indexOf(Math.max(...sides));
  const taken = new Uint8Array(CELLS);
  const cell = (value: number) =>
    Math.min(CELLS - 1, Math.max(0, Math.floor(((value - min[axis]) / sides[axis]) * CELLS)));
  for (const box of boxesOf({ meshes, instances })) taken.fill(1, cell(box.min[axis]), cell(box.max[axis]) + 1);
  let [run, longest] = [0, 0];
  for (const isTaken of taken) {
    run = isTaken ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest > CELLS / 2;
}

/** A box for each triangle of a mesh that is placed once, and one for each copy of the others. */
function* boxesOf({ meshes, instances }: Geometry): Generator<Box3> {
  const uses = new Uint32Array(meshes.length);
  for (const { mesh } of instances) uses[mesh]++;
  const own = meshes.map((mesh, index) => (uses[index] > 1 ? boxOf(mesh) : emptyBox()));
  for (const { mesh, transform } of instances) {
    if (uses[mesh] > 1) {
      if (!isEmptyBox(own[mesh])) yield transformBox(transform, own[mesh]);
      continue;
    }
    const { indices } = meshes[mesh];
    for (let at = 0; at < indices.length; at += 3) {
      const box = emptyBox();
      for (let corner = at; corner < at + 3; corner++)
        growBox(box, ...transformPoint(transform, cornerOf(meshes[mesh], corner)));
      yield box;
    }
  }
}

function boxOf(mesh: Mesh): Box3 {
  const box = emptyBox();
  for (let corner = 0; corner < mesh.indices.length; corner++) growBox(box, ...cornerOf(mesh, corner));
  return box;
}

function cornerOf({ positions, indices, origin }: Mesh, corner: number): [number, number, number] {
  const p = 3 * indices[corner];
  return [positions[p] + origin[0], positions[p + 1] + origin[1], positions[p + 2] + origin[2]];
}
