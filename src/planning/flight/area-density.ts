import type { Vec3 } from '../../base/vec3.js';
import { type HeightRaster, heightAt } from '../height-raster.js';
import type { PulseDirections } from '../scanner/pulse-directions.js';
import type { FlightArea } from './flight-area.js';
import { type FlownLine, pathHeight } from './strip-coverage.js';

/** Number of pulses followed to the ground: of all lines together, and at least of each. */
const PULSES_IN_ALL = 400_000;
const PULSES_OF_LINE = 500;
/** Steps of a lattice of pulses over (time, direction) that leaves no gaps: fractions of the golden ratio. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Steps towards the height of the ground where a pulse meets it. */
const STEPS = 2;

/**
 * Mean number of points a square metre of an area: pulses of all lines that meet ground inside of it, divided by its
 * size. Unlike the density of a block without end, it counts the edges, which fewer lines cover, and the middle of a
 * swath, which has more points than its sides.
 */
export function areaDensity(
  area: FlightArea,
  ground: HeightRaster,
  lines: readonly FlownLine[],
  { pulseRateHz, speed }: { pulseRateHz: number; speed: number },
  directions: PulseDirections,
): number {
  const samples = Math.max(PULSES_OF_LINE, Math.floor(PULSES_IN_ALL / lines.length));
  let points = 0;
  for (const line of lines) {
    let inside = 0;
    for (let k = 0; k < samples; k++) {
      const [x, y] = groundOf(line, (k + 0.5) / samples, directions, (k * GOLDEN) % 1, ground);
      if (area.has(x, y)) inside++;
    }
    points += ((inside / samples) * line.length * pulseRateHz) / speed;
  }
  return points / area.size;
}

/** The point at which the pulse at a share of a line's length, and of the sorted directions, meets the ground. */
function groundOf(
  { from, to, length, path }: FlownLine,
  share: number,
  { count, right, ahead }: PulseDirections,
  rank: number,
  ground: HeightRaster,
): Vec3 {
  const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const k = Math.min(count - 1, Math.floor(rank * count));
  const [east, north] = [ahead[k] * u + right[k] * v, ahead[k] * v - right[k] * u];
  const [x, y] = [from[0] + u * share * length, from[1] + v * share * length];
  const z = pathHeight(path, share);
  let height = z - heightAt(ground, x, y);
  for (let step = 0; step < STEPS; step++) height = z - heightAt(ground, x + east * height, y + north * height);
  return [x + east * height, y + north * height, z - height];
}
