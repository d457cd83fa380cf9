import { type Affine, compose, rotation, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { gltfText, quaternions, scalars, turn, vectors } from '../scene/read/gltf/animation/animated-files.js';
import { boxOf } from './moving-surveys.js';

/** Angles of a track by hand: times, and degrees there. */
interface Angles {
  axis: [number, number, number];
  times: number[];
  degrees: number[];
}

const SWING: Angles = { axis: [0, 1, 0], times: [0, 1, 2], degrees: [0, 120, 0] };
const LIFT: Angles = { axis: [0, 0, 1], times: [0, 0.7, 2], degrees: [-20, 40, -20] };
const SCOOP: Angles = { axis: [0, 0, 1], times: [0, 1.3, 2], degrees: [0, -90, 0] };
const REACH = { times: [0, 1, 2], metres: [3, 3.6, 3] };

/** Seconds of the clip of the arm. */
export const ARM_SECONDS = 2;

/** Boxes of the nodes of the arm: half of the edges, and the middle. */
export const ARM_BOXES: Record<'chassis' | 'base' | 'boom' | 'bucket', { half: Vec3; middle: Vec3 }> = {
  chassis: { half: [0.8, 0.2, 1], middle: [0, 0.2, 0] },
  base: { half: [0.5, 0.5, 0.5], middle: [0, 0.5, 0] },
  boom: { half: [1.5, 0.15, 0.15], middle: [1.5, 0, 0] },
  bucket: { half: [0.3, 0.3, 0.4], middle: [0.1, -0.1, 0] },
};

export type ArmNode = keyof typeof ARM_BOXES;
export const ARM_NODES = Object.keys(ARM_BOXES) as ArmNode[];

/** The corners of the triangles of a node's box in its own frame. */
export function armCorners(node: ArmNode): number[] {
  const { half, middle } = ARM_BOXES[node];
  return boxOf(half).map((value, k) => value + middle[k % 3]);
}

const track = ({ axis, times, degrees }: Angles, pace: number) => [
  scalars(...times.map((time) => time * pace)),
  quaternions(...degrees.flatMap((angle) => turn(axis, angle))),
];

/**
 * An excavator of glTF: an arm of three nodes that a clip moves, on a chassis that stands, below one root; `pace`
 * multiplies the times of the clip.
 */
export function armFile(pace = 1): string {
  const data = [
    ...ARM_NODES.map((node) => vectors(...armCorners(node))),
    ...[SWING, LIFT, SCOOP].flatMap((angles) => track(angles, pace)),
    scalars(...REACH.times.map((time) => time * pace)),
    vectors(...REACH.metres.flatMap((metres) => [metres, 0, 0])),
  ];
  const turning = (node: number, sampler: number) => ({ sampler, target: { node, path: 'rotation' } });
  return gltfText(
    {
      scenes: [{ nodes: [4] }],
      nodes: [
        { name: 'chassis', mesh: 0 },
        { name: 'base', mesh: 1, translation: [0, 0.4, 0], children: [2] },
        { name: 'boom', mesh: 2, translation: [0.3, 1, 0], children: [3] },
        { name: 'bucket', mesh: 3, translation: [3, 0, 0] },
        { name: 'excavator', children: [0, 1] },
      ],
      meshes: ARM_NODES.map((name, k) => ({ name, primitives: [{ attributes: { POSITION: k } }] })),
      animations: [
        { name: 'Rest', channels: [], samplers: [] },
        {
          name: 'Dig',
          channels: [
            turning(1, 0),
            turning(2, 1),
            turning(3, 2),
            { sampler: 3, target: { node: 3, path: 'translation' } },
          ],
          samplers: [4, 6, 8, 10].map((input) => ({ input, output: input + 1 })),
        },
      ],
    },
    data,
  );
}

/** A node of the arm in the frame of its file at a moment of the clip, in f64 from the angles themselves. */
export function armAt(node: ArmNode, moment: number): Affine {
  const about = ({ axis, times, degrees }: Angles): Affine =>
    rotation(axis, (along(times, degrees, moment) * Math.PI) / 180);
  const base = compose(translation([0, 0.4, 0]), about(SWING));
  const boom = compose(base, compose(translation([0.3, 1, 0]), about(LIFT)));
  const bucket = compose(boom, compose(translation([along(REACH.times, REACH.metres, moment), 0, 0]), about(SCOOP)));
  return { chassis: translation([0, 0, 0]), base, boom, bucket }[node];
}

function along(times: number[], values: number[], moment: number): number {
  const k = moment < times[1] ? 0 : 1;
  return values[k] + ((values[k + 1] - values[k]) * (moment - times[k])) / (times[k + 1] - times[k]);
}
