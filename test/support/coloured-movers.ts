import { compose, rotation, scaling, translation } from '../../src/base/affine.js';
import { directionWord } from '../../src/base/octahedron.js';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import { DAYLIGHT } from '../../src/cloud/shading/daylight.js';
import type { PointColoring } from '../../src/cloud/shading/point-coloring.js';
import type { Scattering } from '../../src/material/scattering.js';
import type { Mesh } from '../../src/scene/model.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Texture } from '../../src/scene/texture.js';
import { type Placed, sceneWithMovers, standingAt, velocityFrom } from './movers.js';
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
 * own, all of them moving as `motion` says, or standing without one; and, if they shall be there, screens that bend in
 * a clip.
 */
export function colouredWorld(motion?: SampledMotion, withBending = false): Scene {
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
  const bending = withBending ? bendingPlaced(meshes.length, 'bends') : [];
  if (withBending) meshes.push(...bendingMeshes('bends'));
  return sceneWithMovers(meshes, [...placed.map((one) => ({ ...one, motion })), ...bending], {
    scatterings: [lambert(0.3), lambert(0.5), lambert(0.7)],
    textures: [texture],
    looks: [{}, { alphaCutoff: 0.5, textures: { baseColor: 0, alpha: 0 } }, { textures: { reflectance: 0 } }],
  });
}

/** Seconds of the clip of the screens that bend. */
const BEND_SECONDS = 0.05;

/** A screen whose corners go their own ways and come back, or stay in a clip that changes nothing. */
function bendingScreen(u: Vec3, v: Vec3, material: number, bends: boolean): Mesh {
  const mesh = screen(u, v, material);
  const bent = (amount: number) => mesh.positions.map((value, k) => value + amount * Math.sin(1 + 2 * k));
  const keys = [0, 0.5, -0.4, 0].map((amount) => (bends ? bent(amount) : mesh.positions));
  return { ...mesh, shapes: { times: Float64Array.of(0, 0.017, 0.031, BEND_SECONDS), keys } };
}

/** In a clip that bends screens, in one that leaves them as they are, or without a clip. */
type ScreenClip = 'bends' | 'stiff' | 'none';

/** Screens of the materials 1 and 2. */
function bendingMeshes(clip: ScreenClip): Mesh[] {
  const make = (u: Vec3, v: Vec3, material: number) =>
    clip === 'none' ? screen(u, v, material) : bendingScreen(u, v, material, clip === 'bends');
  return [make([4, 0, 0], [0, 0.4, 3], 1), make([3, 1, 0], [0, 0, 3], 2)];
}

/** Two of the mesh `first`, one of them mirrored and on its way, and one of the next mesh. */
function bendingPlaced(first: number, clip: ScreenClip): Placed[] {
  const phases = { times: Float64Array.of(-1, 1), moments: Float64Array.of(0.01, 0.01 + 1.7 * 2), loop: true };
  const played = (motion: SampledMotion): SampledMotion => (clip === 'none' ? motion : { ...motion, phases });
  return [
    { mesh: first, motion: played(standingAt([3, 7, 1.6], 0.4)) },
    { mesh: first, transform: scaling([1, -1, 1.2]), motion: played(velocityFrom([5, -8, 1.6], [2, 5, 0])) },
    { mesh: first + 1, motion: played(standingAt([8, 2, 1.6], 1.4)) },
  ];
}

/** How the screens of `bendingScreens` are. */
interface Screens {
  clip: ScreenClip;
  /** Whether their holes let light through. */
  cutOut: boolean;
  /** Materials of the ground and of the three screens. */
  scatterings?: Scattering[];
}

/** Ground and three movers in a clip: screens with holes and colours, one of them mirrored, one with reflectances. */
export function bendingScreens({ clip, cutOut, scatterings = [0.3, 0.5, 0.7].map(lambert) }: Screens): Scene {
  const ground = meshOf(rectangle([-40, -40, 0], [80, 0, 0], [0, 80, 0]));
  return sceneWithMovers([ground, ...bendingMeshes(clip)], [{ mesh: 0 }, ...bendingPlaced(1, clip)], {
    scatterings,
    textures: [texture],
    looks: [
      {},
      { ...(cutOut && { alphaCutoff: 0.5 }), textures: { baseColor: 0, alpha: 0 } },
      { textures: { reflectance: 0 } },
    ],
  });
}

/** The texel of the screens at texture coordinates: red, green, blue, alpha; undefined near the edge of one. */
export function texelOfScreen(u: number, v: number): number[] | undefined {
  const [x, y] = [u, v].map((value) => (value - Math.floor(value)) * TEXELS);
  if ([x, y].some((value) => Math.abs(value - Math.round(value)) < 1e-3)) return undefined;
  const at = 4 * (Math.floor(y) * TEXELS + Math.floor(x));
  return Array.from(texture.texels.subarray(at, at + 4));
}
