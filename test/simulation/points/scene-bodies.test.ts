import { expect, it } from 'vitest';
import { Point } from '../../../src/device/records.generated.js';
import type { Scene, Surface } from '../../../src/scene/scene.js';
import { motionsOfPoints, NO_MOTION, NO_SURFACE, sceneBodies } from '../../../src/simulation/points/scene-bodies.js';
import { velocityFrom } from '../../support/movers.js';

const WORDS = Point.SIZE / 4;

/** Records of points on these surfaces. */
function recordsOn(surfaces: readonly number[]) {
  const words = new Uint32Array(surfaces.length * WORDS);
  for (const [i, surface] of surfaces.entries()) words[i * WORDS + Point.surface / 4] = surface;
  return { words, floats: new Float32Array(words.buffer), count: surfaces.length };
}

const surface = (material = 0, choices?: number): Surface => ({
  ...{ instance: 5, material, classification: 1, semantic: 0 },
  ...(choices !== undefined && { choices }),
});

/** One object of three bodies: one that stands, two placements of a mesh of two groups, one with a picture. */
const scene = {
  meshes: [{ groups: [0] }, { groups: [0, 1] }],
  instances: [
    { mesh: 0, surfaceBase: 0 },
    { mesh: 1, surfaceBase: 1, motion: 1 },
    { mesh: 1, surfaceBase: 3, motion: 0 },
  ],
  motions: [velocityFrom([0, 0, 0], [1, 0, 0]), velocityFrom([0, 0, 0], [0, 1, 0])],
  surfaces: [surface(), surface(), surface(1, 5), surface(), surface(1, 7), ...[0, 0, 0, 0].map(() => surface())],
  materials: [{}, { textures: { material: 0, materials: [0, 0] } }],
} as unknown as Scene;

it('tells the body of a point by its surface, and by those that a picture puts in its place', () => {
  const found = motionsOfPoints(recordsOn([0, 1, 2, 3, 4, 5, 6, 7, 8]), sceneBodies(scene));
  expect([...found]).toEqual([NO_MOTION, 1, 1, 0, 0, 1, 1, 0, 0]);
});

it('knows returns from no surface', () => {
  expect([...motionsOfPoints(recordsOn([0xffff_ffff, 9, 0]), sceneBodies(scene))]).toEqual([
    NO_SURFACE,
    NO_SURFACE,
    NO_MOTION,
  ]);
});

it('shares knots with threads, and has no motions where nothing moves', () => {
  const [{ times }] = sceneBodies(scene).motions;
  expect(times.buffer).toBeInstanceOf(SharedArrayBuffer);
  const { motions, ofSurfaces } = sceneBodies({ ...scene, motions: undefined, instances: scene.instances.slice(0, 1) });
  expect(motions).toEqual([]);
  expect(new Set(ofSurfaces)).toEqual(new Set([NO_MOTION]));
});
