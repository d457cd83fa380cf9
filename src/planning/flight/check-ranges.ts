import { UserError } from '../../base/errors.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { FlightRequest } from '../plan-request.js';
import type { Swath } from '../scanner/swath.js';
import type { PointDistances } from '../survey-plan.js';
import type { HeightPlan } from './flight-heights.js';

/** Throws UserError if the ground or the top of the scene is beyond the scanner's range. */
export function checkRanges(
  { name, detection }: Scanner,
  { depth, nearest }: HeightPlan,
  { farthest }: Swath,
  { height }: FlightRequest,
): Pick<PointDistances, 'rangeMin' | 'rangeMax'> {
  const longest = depth * farthest;
  if (longest > detection.rangeMax) {
    const most = height - (depth - detection.rangeMax / farthest);
    const [possible, lower] =
      most > 0 ? [`expected at most ${floor(most)} (m)`, 'fly lower, '] : ['which no height makes good', ''];
    throw new UserError(
      `--height: found ${height}, ${possible}: the edge of the swath is ${longest.toFixed(0)} m away, and ${name} sees ${detection.rangeMax} m far`,
      { hint: `${lower}take a smaller --fov or another scanner` },
    );
  }
  if (nearest < detection.rangeMin)
    throw new UserError(
      `--height: found ${height}, expected at least ${ceil(height + detection.rangeMin - nearest)} (m): the scene comes within ${nearest.toFixed(1)} m of the scanner, and ${name} sees nothing nearer than ${detection.rangeMin} m`,
    );
  return { rangeMin: nearest, rangeMax: longest };
}

const floor = (value: number): number => Math.floor(value * 10) / 10;
const ceil = (value: number): number => Math.ceil(value * 10) / 10;
