import { translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { bakeKeys } from '../../src/scene/animation/bake-keys.js';
import type { Joint } from '../../src/scene/animation/chain.js';
import { type Deformation, deformedAt } from '../../src/scene/animation/deformation.js';
import type { Track } from '../../src/scene/animation/track.js';
import type { MeshShapes } from '../../src/scene/model.js';

export const REST = { translation: [0, 1, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

/** A turn about z through angles of degrees at times. */
export const turning = (
  times: number[],
  degrees: number[],
  interpolation: Track['interpolation'] = 'LINEAR',
): Track => ({
  path: 'rotation',
  interpolation,
  times: Float32Array.from(times),
  values: Float32Array.from(
    degrees.flatMap((angle) => [0, 0, Math.sin((angle * Math.PI) / 360), Math.cos((angle * Math.PI) / 360)]),
  ),
  width: 4,
});

/** A vertex on two bones, the second of which turns about (0, 1, 0). */
export function arm(vertex: number[], weights: [number, number], track: Track): Deformation {
  const joint: Joint = { rest: REST, tracks: [track] };
  return {
    positions: Float32Array.from(vertex),
    targets: [],
    weights: [],
    carrier: {
      origin: [0, 0, 0],
      joints: [[translation([0, 0, 0])], [joint]],
      binds: [translation([0, 0, 0]), translation([0, -1, 0])],
      sets: [{ joints: Float32Array.of(0, 1, 0, 0), weights: Float32Array.of(...weights, 0, 0) }],
    },
  };
}

/** Shapes of vertices that two bones share alike, the second of which turns about a joint over a second. */
export function bentShapes(positions: Float32Array, joint: Vec3, track: Track): MeshShapes {
  const count = positions.length / 3;
  const repeated = (values: readonly number[]) => Float32Array.from({ length: 4 * count }, (_, k) => values[k % 4]);
  const { times, keys } = bakeKeys(
    {
      positions,
      targets: [],
      weights: [],
      carrier: {
        origin: [0, 0, 0],
        joints: [[translation([0, 0, 0])], [{ rest: { ...REST, translation: joint }, tracks: [track] }]],
        binds: [translation([0, 0, 0]), translation([-joint[0], -joint[1], -joint[2]])],
        sets: [{ joints: repeated([0, 1, 0, 0]), weights: repeated([0.5, 0.5, 0, 0]) }],
      },
    },
    1,
  );
  return { times, keys };
}

/** Where a vertex is when the second of its bones has turned by an angle, degrees. */
export const bentVertex = (vertex: readonly number[], weights: readonly [number, number], angle: number): number[] =>
  Array.from(deformedAt(arm([...vertex], [...weights], turning([0, 1], [0, angle])), 1));
