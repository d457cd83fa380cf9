import { invariant } from '../base/errors.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import { Motion, MotionKnot } from '../device/records.generated.js';
import type { SampledMotion } from '../scene/motion/sampled-motion.js';
import type { Scene } from '../scene/scene.js';
import { RecordWriter } from './record-writer.js';

/** Cosine of half of the largest turn between two knots, 30°: up to that, a series normalises quaternions in f32. */
const TURN_COSINE_MIN = Math.cos(Math.PI / 12);

/**
 * The records behind the instances of a scene: a Motion for each mover, the first of which is instance `first`, then
 * all MotionKnots. `boxes[m]` is that of mesh m, relative to the mesh's origin. Empty without movers.
 */
export function motionRecords(
  { instances, motions = [], frameOrigin }: Pick<Scene, 'instances' | 'motions' | 'frameOrigin'>,
  boxes: readonly Box3[],
  first: number,
): ArrayBuffer {
  const movers = instances.slice(first);
  const starts: number[] = [];
  let knots = instances.length + movers.length;
  const known = new Map<number, number>();
  for (const { motion } of movers) {
    invariant(motion !== undefined && motion < motions.length, `a mover has motion ${motion} of ${motions.length}`);
    const start = known.get(motion) ?? knots;
    if (start === knots) knots += motions[motion].times.length;
    known.set(motion, start);
    starts.push(start);
  }
  const writer = new RecordWriter((knots - instances.length) * Motion.SIZE);
  for (const [m, { mesh, motion = 0 }] of movers.entries())
    writeMotion(writer, m * Motion.SIZE, motions[motion], boxes[mesh], starts[m]);
  for (const [motion, start] of known)
    writeKnots(writer, (start - instances.length) * Motion.SIZE, motions[motion], frameOrigin);
  return writer.buffer;
}

function writeMotion(writer: RecordWriter, at: number, motion: SampledMotion, { min, max }: Box3, first: number): void {
  const { period, times } = motion;
  if (period !== undefined) {
    writer.f32Pair(at + Motion.periodHigh, at + Motion.periodLow, period);
    writer.f32(at + Motion.perPeriod, 1 / period);
  }
  for (let axis = 0; axis < 3; axis++) {
    writer.f32(at + Motion.low + 4 * axis, min[axis]);
    writer.f32(at + Motion.high + 4 * axis, max[axis]);
  }
  writer.u32(at + Motion.firstKnot, first);
  writer.u32(at + Motion.knotCount, times.length);
}

function writeKnots(writer: RecordWriter, start: number, motion: SampledMotion, frameOrigin: Vec3): void {
  const { times, positions, holds, visible } = motion;
  for (let k = 0; k < times.length; k++) {
    const at = start + k * MotionKnot.SIZE;
    const isKept = k + 1 === times.length || holds?.[k] === 1;
    writer.f32Pair(at + MotionKnot.timeHigh, at + MotionKnot.timeLow, times[k]);
    for (let axis = 0; axis < 3; axis++) {
      const [high, low] = [MotionKnot.position + 4 * axis, MotionKnot.positionLow + 4 * axis];
      writer.f32Pair(at + high, at + low, positions[3 * k + axis] - frameOrigin[axis]);
    }
    for (let q = 0; q < 4; q++) writer.f32(at + MotionKnot.orientation + 4 * q, motion.orientations[4 * k + q]);
    if (!isKept) {
      invariant(turnCosine(motion, k) > TURN_COSINE_MIN, `knots ${k} and ${k + 1} of a motion differ by more than 30°`);
      writer.f32Pair(at + MotionKnot.perStepHigh, at + MotionKnot.perStepLow, 1 / (times[k + 1] - times[k]));
    }
    writer.u32(at + MotionKnot.hidden, visible?.[k] === 0 ? 1 : 0);
  }
}

/** Cosine of half of the turn from a knot to the next one. */
function turnCosine({ orientations }: SampledMotion, k: number): number {
  let sum = 0;
  for (let q = 4 * k; q < 4 * k + 4; q++) sum += orientations[q] * orientations[q + 4];
  return sum;
}
