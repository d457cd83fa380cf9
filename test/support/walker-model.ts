import type { Vec3 } from '../../src/base/vec3.js';
import { gltfText, quaternions, scalars, turn, vectors } from '../scene/read/gltf/animation/animated-files.js';
import type { Data, Json } from '../scene/read/gltf/gltf-files.js';
import { rectangle } from './scenes.js';

/** Seconds of the clip of the walker, and of its keys at the usual rate. */
export const WALK_SECONDS = 1.2;
/** Angles of the joint, about the file's z axis. */
const SWING = { times: [0, 0.3, 0.9, 1.2], degrees: [0, 60, -60, 0] };
/** Weights of the target of the plate. */
const LIFT = { times: [0, 0.6, 1.2], weights: [0, 1, 0] };
const RINGS = 14;
const SIDES = 10;
/** The joint, in the frame of the file, y up. */
const JOINT: Vec3 = [0, 1, 0];

/** Nodes of the walker: a tube of skin 2 m high whose upper half swings, a plate with a target, a rigid box. */
export const WALKER_NODES = ['tube', 'plate', 'box'] as const;
export type WalkerNode = (typeof WALKER_NODES)[number];

/** The tube as it is bound, triangle after triangle. */
export function tubeCorners(): number[] {
  const at = (ring: number, side: number): number[] => {
    const angle = (2 * Math.PI * (side % SIDES)) / SIDES;
    return [0.3 * Math.cos(angle), (2 * ring) / RINGS, 0.25 * Math.sin(angle)];
  };
  const corners: number[] = [];
  for (let ring = 0; ring < RINGS; ring++)
    for (let side = 0; side < SIDES; side++) {
      const [a, b, c, d] = [at(ring, side), at(ring, side + 1), at(ring + 1, side), at(ring + 1, side + 1)];
      corners.push(...a, ...b, ...c, ...c, ...b, ...d);
    }
  return corners;
}

/** Share by which a vertex at this height follows the joint. */
const weightAt = (y: number): number => Math.min(Math.max((y - 0.7) / 0.6, 0), 1);

const PLATE = rectangle([-0.6, 0.2, 1.2], [1.2, 0, 0], [0, 1.2, 0]);
/** Where its target shifts its vertices. */
const lifted = (corners: readonly number[]): number[] =>
  corners.flatMap((_, k) => (k % 3 === 0 ? [0, 0.3 * corners[k], 0.5 * corners[k + 1]] : []));
const BOX = rectangle([0.7, 0, -0.4], [0, 1.5, 0], [0, 0, 0.8]);

/** A model of glTF whose clip `Walk` bends a skin and morphs a plate; a box below the same root stands. */
export function walkerFile(): string {
  const { json, data } = walkerDocument();
  return gltfText(json, data);
}

/** Its document, and the data of its accessors. */
export function walkerDocument(): { json: Json; data: Data[] } {
  const tube = tubeCorners();
  const heights = Array.from({ length: tube.length / 3 }, (_, v) => tube[3 * v + 1]);
  const vec4 = (values: number[]) => ({ values: Float32Array.from(values), type: 'VEC4' });
  const data = [
    vectors(...tube),
    { values: Uint8Array.from(heights.flatMap(() => [0, 1, 0, 0])), type: 'VEC4' },
    vec4(heights.flatMap((y) => [1 - weightAt(y), weightAt(y), 0, 0])),
    { values: Float32Array.from([...shift(0, 0, 0), ...shift(0, -1, 0)]), type: 'MAT4' },
    vectors(...PLATE),
    vectors(...lifted(PLATE)),
    vectors(...BOX),
    ends(...SWING.times),
    quaternions(...SWING.degrees.flatMap((angle) => turn([0, 0, 1], angle))),
    ends(...LIFT.times),
    scalars(...LIFT.weights),
  ];
  return {
    json: {
      scenes: [{ nodes: [0] }],
      nodes: [
        { name: 'walker', children: [1, 2, 4, 5] },
        { name: 'tube', mesh: 0, skin: 0 },
        { name: 'hip', children: [3] },
        { name: 'knee', translation: JOINT },
        { name: 'plate', mesh: 1 },
        { name: 'box', mesh: 2 },
      ],
      skins: [{ joints: [2, 3], inverseBindMatrices: 3 }],
      meshes: [
        { name: 'tube', primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] },
        { name: 'plate', primitives: [{ attributes: { POSITION: 4 }, targets: [{ POSITION: 5 }] }] },
        { name: 'box', primitives: [{ attributes: { POSITION: 6 } }] },
      ],
      animations: [
        {
          name: 'Walk',
          channels: [
            { sampler: 0, target: { node: 3, path: 'rotation' } },
            { sampler: 1, target: { node: 4, path: 'weights' } },
          ],
          samplers: [
            { input: 7, output: 8 },
            { input: 9, output: 10 },
          ],
        },
      ],
    },
    data,
  };
}

const shift = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** The corners of a node in the frame of the file at a moment of the clip, in f64 from the angles themselves. */
export function walkerAt(node: WalkerNode, moment: number): number[] {
  if (node === 'box') return [...BOX];
  if (node === 'plate') {
    const weight = along(LIFT.times, LIFT.weights, moment);
    return PLATE.map((value, k) => value + weight * lifted(PLATE)[k]);
  }
  const angle = (along(SWING.times, SWING.degrees, moment) * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const corners = tubeCorners();
  const bent: number[] = [];
  for (let at = 0; at < corners.length; at += 3) {
    const [x, y, z] = corners.slice(at, at + 3);
    const w = weightAt(y);
    bent.push((1 - w) * x + w * (c * x - s * (y - 1)), (1 - w) * y + w * (1 + s * x + c * (y - 1)), z);
  }
  return bent;
}

/** The same by straight lines between keys at a rate, as shapes of a run are. */
export function walkerBetweenKeys(node: WalkerNode, moment: number, rate = 60): number[] {
  const k = Math.min(Math.floor(moment * rate), Math.round(WALK_SECONDS * rate) - 1);
  const [from, to] = [walkerAt(node, k / rate), walkerAt(node, (k + 1) / rate)];
  return from.map((value, n) => value + (moment * rate - k) * (to[n] - value));
}

function along(times: readonly number[], values: readonly number[], moment: number): number {
  let k = 0;
  while (k + 2 < times.length && moment >= times[k + 1]) k++;
  return values[k] + ((values[k + 1] - values[k]) * (moment - times[k])) / (times[k + 1] - times[k]);
}

/** Times with their bounds, as the specification wants them. */
const ends = (...times: number[]) => ({
  ...scalars(...times),
  more: { min: [times[0]], max: [times[times.length - 1]] },
});
