import { z } from 'zod';
import { choiceField, mapField, optionalField } from '../../base/yaml/fields.js';

import { BODY_AXES } from '../../platform/body-axes.js';
import { TRAJECTORY_DEFAULTS } from '../../platform/read/trajectory-parser.js';

/** The `trajectory` of a leg in memory, in place of the name of a recording. */

const numbers = (description: string) =>
  z.instanceof(Float64Array, { error: `a Float64Array: ${description}` }).describe(description);

/** Tolerance of the length of unit quaternions, which may come from f32. */
const UNIT_TOLERANCE = 1e-5;

/** Poses over time: equally many of each, times rising from 0, quaternions of length 1, all finite. */
export const posesSchema = mapField('poses over time', {
  times: numbers('seconds, rising from 0, at least two'),
  positions: numbers('x y z of each pose, metres'),
  orientations: numbers('unit quaternions x y z w of each pose'),
  body: optionalField(
    choiceField('Axes of the body: rfu, x right, y forward; flu, x forward, y left, as in ROS', BODY_AXES),
    TRAJECTORY_DEFAULTS.body,
  ),
})
  .refine(({ times }) => times.length >= 2 && times[0] === 0 && rises(times), {
    error: 'times that rise from 0, at least two (s)',
    path: ['times'],
  })
  .refine(({ times, positions }) => positions.length === 3 * times.length && positions.every(Number.isFinite), {
    error: 'three finite numbers a pose (m)',
    path: ['positions'],
  })
  .refine(({ times, orientations }) => orientations.length === 4 * times.length && areUnit(orientations), {
    error: 'a unit quaternion a pose: four numbers',
    path: ['orientations'],
  });

function rises(times: Float64Array): boolean {
  for (let k = 1; k < times.length; k++) if (!(times[k] > times[k - 1])) return false;
  return Number.isFinite(times[times.length - 1]);
}

function areUnit(q: Float64Array): boolean {
  for (let k = 0; k < q.length; k += 4)
    if (!(Math.abs(Math.hypot(q[k], q[k + 1], q[k + 2], q[k + 3]) - 1) < UNIT_TOLERANCE)) return false;
  return true;
}
