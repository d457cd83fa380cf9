import type { TreeCounts } from '../../base/tree-counts.js';
import type { Survey } from '../survey.js';
import type { SceneWork } from './run-time.js';

// Bytes at the peak of a run, measured by `npm run bench -- memory` and `-- estimates`.

/** Node and its workers; the threads that build trees, with as many triangles as keep them busy. */
const BASE = 130e6;
const BUILDERS = 50e6;
const TRIANGLES_OF_BUILDERS = 20_000;
/** The buffers of the engine and of files, which few points do not fill. */
const BUFFERS = 55e6;
const POINTS_IN_BUFFERS = 5e5;
/** A triangle: mesh, labels, tree and the engine's copy; the tree while it is built, or as the cache has it. */
const BUILT_TRIANGLE = 270;
const FOUND_TRIANGLE = 190;
/**
 * A placement: transform, labels, name, its node and records; 1,000,000 placements of a mesh of 300 triangles end at a
 * peak of 860 MiB.
 */
const PLACEMENT = 800;
/** A body that moves, and a knot of its motion: bench/results/movers.md. */
const MOVER = 6500;
const KNOT = 320;
/** A triangle and a vertex of a mesh that bends, at each of its keys: bench/results/movers.md. */
const BENT_TRIANGLE = 150;
const BENT_VERTEX = 12;
/** A texel of colours on the host and on the device; otherwise one channel, if any. */
const COLOUR_TEXEL = 8;
const TEXEL = 1;
/** A texel of the largest image while it is decoded: 8192 × 8192 of RGB take 860 MiB. */
const DECODED_TEXEL = 13;

/** Bytes of the triangles of a scene. */
export const triangleBytes = ({ built, found }: TreeCounts): number =>
  found * FOUND_TRIANGLE + Math.min(1, built / TRIANGLES_OF_BUILDERS) * BUILDERS + built * BUILT_TRIANGLE;

/** Bytes of the buffers of a run with so many points. */
export const bufferBytes = (points: number): number => BUFFERS * Math.min(1, points / POINTS_IN_BUFFERS);

/** Bytes of memory at the peak of a run with so many points. */
export function memoryBytes({ colors }: Pick<Survey, 'colors'>, scene: SceneWork, points: number): number {
  const texels = scene.pictures.reduce((all, one) => all + one, 0);
  return (
    BASE +
    bufferBytes(points) +
    triangleBytes(scene.trees) +
    scene.placements * PLACEMENT +
    scene.movers * MOVER +
    scene.knots * KNOT +
    scene.bentTriangles * BENT_TRIANGLE +
    scene.bentVertices * BENT_VERTEX +
    texels * (colors ? COLOUR_TEXEL : TEXEL) +
    Math.max(0, ...scene.pictures) * DECODED_TEXEL
  );
}
