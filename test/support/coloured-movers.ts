import { compose, rotation, scaling, translation } from '../../src/base/affine.js';
import { directionWord } from '../../src/base/octahedron.js';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import { DAYLIGHT } from '../../src/cloud/shading/daylight.js';
import type { PointColoring } from '../../src/cloud/shading/point-coloring.js';
import type { Mesh } from '../../src/scene/model.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Texture } from '../../src/scene/texture.js';
import { type Placed, sceneWithMovers } from './movers.js';
import { boxOf } from './moving-surveys.js';
import { lambert, meshOf, random, rectangle } from './scenes.js';

const TEXELS = 16;
/** Squares of many colours, a third of them cut out. */
const texture: Texture = {
  name: 'squares',
  width: TEXELS,
  height: TEXELS,
  texels: (() => {
    const next = random(8);
    return Uint8Array.from({ length: 4 * TEXELS * TEXELS }, (_, k) =>
      k % 4 === 3 ? (next() < 0.3 ? 0 : 255) : Math.floor(256 * next()),
    );
  })(),
  wrapU: 'repeat',
  wrapV: 'repeat',
  colorSpace: 'srgb',
};

/** Sunlight and shadows. */
export const IN_SUNLIGHT: PointColoring = {
  kind: 'shaded',
  shadows: true,
  daylight: { ...DAYLIGHT, toSun: normalize([0.5, -0.2, 0.7]) },
} as PointColoring;

/** A wall with coordinates of its texture. */
function screen(u: Vec3, v: Vec3, material: number): Mesh {
  const corner = [0, 1, 2].map((k) => -(u[k] + v[k]) / 2) as unknown as Vec3;
  const mesh = meshOf(rectangle(corner, u, v));
  return {
    ...mesh,
    uvs: Float32Array.of(0, 0, 3, 0, 3, 3, 0, 0, 3, 3, 0, 3),
    groups: [{ ...mesh.groups[0], material }],
  };
}

/**
 * Ground, screens with holes and colours, a box with a reflectance picture's material, and walls with normals of their
 * own, all of them moving as `motion` says, or standing without one.
 */
export function colouredWorld(motion?: SampledMotion): Scene {
  const ground = meshOf(rectangle([-40, -40, 0], [80, 0, 0], [0, 80, 0]));
  const tilted = meshOf(rectangle([-3, 0, -1], [6, 0, 0], [0, 0, 3]));
  const meshes: Mesh[] = [
    ground,
    screen([4, 0, 0], [0, 0.4, 3], 1),
    screen([3, 1, 0], [0, 0, 3], 2),
    { ...tilted, normals: new Uint32Array(2).fill(directionWord([0.3, 0.8, 0.4])) },
    meshOf(boxOf([1, 2, 0.8])),
  ];
  const turned = (angle: number, at: Vec3) => compose(translation(at), rotation([0, 0, 1], angle));
  const placed: Omit<Placed, 'motion'>[] = [
    { mesh: 0 },
    { mesh: 1, transform: turned(0.4, [3, 9, 1.6]) },
    { mesh: 1, transform: compose(turned(2.1, [-9, -3, 1.6]), scaling([1, -1, 1.2])) },
    { mesh: 2, transform: turned(0.2, [-6, 6, 1.6]) },
    { mesh: 3, transform: turned(-0.7, [8, -5, 1.1]) },
    { mesh: 4, transform: turned(1.1, [9, 4, 0.8]) },
  ];
  return sceneWithMovers(
    meshes,
    placed.map((one) => ({ ...one, motion })),
    {
      scatterings: [lambert(0.3), lambert(0.5), lambert(0.7)],
      textures: [texture],
      looks: [{}, { alphaCutoff: 0.5, textures: { baseColor: 0, alpha: 0 } }, { textures: { reflectance: 0 } }],
    },
  );
}
