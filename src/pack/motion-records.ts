import { invariant, UserError } from '../base/errors.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import { Motion, MotionKnot } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import type { SampledMotion } from '../scene/motion/sampled-motion.js';
import type { Scene } from '../scene/scene.js';
import { RecordWriter } from './record-writer.js';
import { ShapeRecords } from './shape-records.js';

/** Cosine of half of the largest turn between two knots, 30°: up to that, a series normalises quaternions in f32. */
const TURN_COSINE_MIN = Math.cos(Math.PI / 12);

/** The bounds of a mesh, relative to its origin, and the trees of its shapes. */
type MovingTrees = Pick<WideBvh, 'bounds' | 'shape'>;

/**
 * The records behind the instances of a scene: a Motion for each mover, the first of which is instance `first`, then
 * the Phases and Shapes of those that deform, and all MotionKnots. `trees[m]` are those of mesh m. Empty without
 * movers.
 */
export function motionRecords(
  scene: Pick<Scene, 'instances' | 'motions' | 'frameOrigin' | 'meshes'>,
  trees: readonly MovingTrees[],
  first: number,
): ArrayBuffer {
  const { instances, motions = [], frameOrigin } = scene;
  const movers = instances.slice(first);
  const starts: number[] = [];
  const shapes = new ShapeRecords(scene, trees, movers, instances.length + movers.length);
  let knots = instances.length + movers.length + shapes.count;
  const known = new Map<number, number>();
  for (const { motion } of movers) {
    invariant(motion !== undefined && motion < motions.length, `a mover has motion ${motion} of ${motions.length}`);
    const start = known.get(motion) ?? knots;
    if (start === knots) knots += motions[motion].times.length;
    known.set(motion, start);
    starts.push(start);
  }
  checkCounts(movers.length, knots - instances.length - movers.length);
  const writer = new RecordWriter((knots - instances.length) * Motion.SIZE);
  for (const [m, { mesh, motion = 0 }] of movers.entries())
    writeMotion(writer, m * Motion.SIZE, motions[motion], trees[mesh].bounds, starts[m]);
  shapes.write(writer, instances.length);
  for (const [motion, start] of known)
    writeKnots(writer, (start - instances.length) * Motion.SIZE, motions[motion], frameOrigin);
  return writer.buffer;
}

/** Bodies that may move: windows of time have a box for each. */
const MOVERS_MAX = 100_000;
/** Poses of all motions together: 1 GiB. */
const KNOTS_MAX = 2 ** 24;

function checkCounts(movers: number, knots: number): void {
  if (movers > MOVERS_MAX)
    throw new UserError(`${movers} bodies move, at most ${MOVERS_MAX} may`, {
      hint: 'let some of them stand, or cut the survey into parts',
    });
  if (knots > KNOTS_MAX)
    throw new UserError(`the motions of the scene have ${knots} poses, at most ${KNOTS_MAX} are possible`, {
      hint: 'use fewer poses, or motions that repeat themselves',
    });
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
