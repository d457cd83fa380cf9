import type { PointBatch } from '../../src/cloud/point-batch.js';

/** Largest differences of two engines by rounding: distance, metres; of the energy, as a share of it. */
const RANGE_TOLERANCE = 5e-4;
const ENERGY_TOLERANCE = 5e-4;

const SAME = [
  'returnNumber',
  'returnCount',
  'pointSourceId',
  'instance',
  'material',
  'semantic',
  'classification',
] as const;

/** Describes the points that `ours` has other than `theirs`; an empty list if they are the same but for rounding. */
export function pointDifferences(ours: PointBatch, theirs: PointBatch): string[] {
  if (ours.count !== theirs.count) return [`${ours.count} points, not ${theirs.count}`];
  const found: string[] = [];
  for (let i = 0; i < ours.count; i++) {
    for (const name of SAME)
      if (ours[name][i] !== theirs[name][i]) found.push(`point ${i}: ${name} ${ours[name][i]}, not ${theirs[name][i]}`);
    const place = Math.hypot(ours.x[i] - theirs.x[i], ours.y[i] - theirs.y[i], ours.z[i] - theirs.z[i]);
    const away = Math.max(Math.abs(ours.range[i] - theirs.range[i]), place);
    if (!(away <= RANGE_TOLERANCE)) found.push(`point ${i}: ${away} m away`);
    const share = Math.abs(ours.energy[i] - theirs.energy[i]) / theirs.energy[i];
    if (!(share <= ENERGY_TOLERANCE)) found.push(`point ${i}: energy differs by ${share}`);
  }
  return found;
}

/**
 * `points` with three faults that `pointDifferences` must find: a comparison that nothing could fail would say nothing.
 */
export function withThreeFaults(points: PointBatch): PointBatch {
  const { range, instance, energy } = points;
  const faulty = { ...points, range: range.slice(), instance: instance.slice(), energy: energy.slice() };
  faulty.range[7] += 2 * RANGE_TOLERANCE;
  faulty.instance[8]++;
  faulty.energy[9] *= 1 + 2 * ENERGY_TOLERANCE;
  return faulty;
}
