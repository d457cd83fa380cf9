import { UserError } from '../base/errors.js';
import type { Box3 } from '../base/vec3.js';
import type { Rectangle } from '../scene/place/height-grid.js';

/** The requested rectangle, or by default the whole scene. Throws UserError if the scene does not reach into it. */
export function areaOf({ min, max }: Box3, asked: Rectangle | undefined): Rectangle {
  const whole: Rectangle = { min: [min[0], min[1]], max: [max[0], max[1]] };
  const area = asked ?? whole;
  const misses = [0, 1].some((k) => area.max[k] <= min[k] || area.min[k] >= max[k]);
  if (misses) {
    const corners = [...whole.min, ...whole.max].map((value) => value.toFixed(1)).join(',');
    throw new UserError('--area: nothing of the scene lies in it', { hint: `the scene lies within ${corners}` });
  }
  if ([0, 1].some((k) => !(area.max[k] > area.min[k])))
    throw new UserError('the scene has no extent seen from above', { hint: 'name a rectangle with --area' });
  return area;
}

/** The requested heading, or by default the direction of the area's longer side: north or east. */
export function headingOf({ min, max }: Rectangle, asked: number | undefined): number {
  return asked ?? (max[0] - min[0] > max[1] - min[1] ? Math.PI / 2 : 0);
}
