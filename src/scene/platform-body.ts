import type { Steps } from '../base/steps.js';
import { groundArea, groundSideOf, standPath } from '../platform/stand-path.js';
import { carrierMotion } from './motion/carrier-motion.js';
import type { PlatformLeg, SceneClock } from './motion/part-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { HeightGrid } from './place/height-grid.js';
import type { GroundTest, PlacedPart } from './place/place-parts.js';

interface CarrierContext {
  clock?: SceneClock;
  isGround: GroundTest;
}

/**
 * The motion of the platform, to which some part is fixed; undefined: none is. Throws UserError for a leg without
 * ground below it.
 */
export function* platformBody(
  parts: readonly PlacedPart[],
  { clock, isGround }: CarrierContext,
): Steps<SampledMotion | undefined> {
  const isCarried = parts.some(({ description: { motion } }) => motion !== undefined && 'carrier' in motion);
  return isCarried ? carrierMotion(yield* standing(clock?.platform ?? [], parts, isGround)) : undefined;
}

/** The ways in heights of the world: legs may stand on the ground, which is that of all parts that stand. */
function* standing(
  ways: readonly PlatformLeg[],
  parts: readonly PlacedPart[],
  isGround: GroundTest,
): Steps<readonly PlatformLeg[]> {
  const low = ways.filter(({ path }) => groundSideOf(path) !== undefined);
  if (low.length === 0) return ways;
  const grounds = parts
    .filter(({ description: { motion } }) => motion === undefined)
    .map((part) => ({ ...part, isGround: isGround(part) }));
  const area = groundArea(low.map(({ path }) => path));
  const heights = yield* HeightGrid.over(grounds, area, low[0].place ?? { file: 'survey' });
  return ways.map((way) => ({
    ...way,
    path: standPath(way, (x, y, side) => (side === 'highest' ? heights.heightAt(x, y) : heights.lowestAt(x, y))),
  }));
}
