import type { FrameBox } from '../data-set.js';
import { movesNow } from '../moves-now.js';

/** The attributes of nuScenes. */
export const ATTRIBUTES: readonly string[] = [
  ...['cycle.with_rider', 'cycle.without_rider', 'pedestrian.moving', 'pedestrian.sitting_lying_down'],
  ...['pedestrian.standing', 'vehicle.moving', 'vehicle.parked', 'vehicle.stopped'],
];

const CYCLES: ReadonlySet<string> = new Set(['vehicle.bicycle', 'vehicle.motorcycle']);

/**
 * The attributes of a box in a scene in which it, or another object, moves: by what it does at the moment. A vehicle
 * that has a way, but does not move, has stopped; one without is parked.
 */
export function attributesAt({ className, world, isRidden }: FrameBox, moves: boolean): string[] {
  if (!moves) return [];
  const does = movesNow(world);
  if (CYCLES.has(className)) return [does || isRidden ? 'cycle.with_rider' : 'cycle.without_rider'];
  if (className.startsWith('vehicle.')) return [`vehicle.${does ? 'moving' : world.canMove ? 'stopped' : 'parked'}`];
  return className.startsWith('human.') ? [`pedestrian.${does ? 'moving' : 'standing'}`] : [];
}
