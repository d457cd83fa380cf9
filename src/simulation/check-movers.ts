import { transformBox } from '../base/affine.js';
import { emptyRigid, invertRigid, moved } from '../base/rigid.js';
import { type Box3, isEmptyBox, type Vec3 } from '../base/vec3.js';
import type { Leg, Mount } from '../platform/leg.js';
import { createPoseReader, velocityOf } from '../platform/pose-at.js';
import { firesIn, scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import { boxOfUsed } from '../scene/boxes/exact-box.js';
import { fastest, JUMP_STEP } from '../scene/motion/fastest.js';
import { bodyPoseAt, createBodyPose } from '../scene/motion/motion-pose.js';
import type { SampledMotion } from '../scene/motion/sampled-motion.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { sceneTimeOf } from './instrument-scan.js';

type Checked = Pick<BareSurvey, 'instruments' | 'legs'>;

/** Objects that are named: a few mostly show the reason. */
const NAMED_MAX = 3;
/** Looks at places in all, and knots of motions that cost as much as one. */
const LOOKS_MAX = 200_000;
const KNOTS_A_LOOK = 16;
/** Jumps of a motion that are looked at in a leg. */
const JUMPS_MAX = 10_000;
/** Metres by which a scanner may pass through the corner of a box unnoticed. */
const TOLERANCE = 0.1;

/**
 * Warnings for objects that move, whose boxes the way of a scanner passes through, with the time: beams then begin
 * inside of them. As many movers and legs are looked at as take a moment.
 */
export function checkMovers(survey: Checked, scene: Scene): string[] {
  if (scene.motions === undefined) return [];
  const ways = sensorWays(survey);
  const budget = { looks: LOOKS_MAX };
  const found = new Map<string, string>();
  for (const mover of moversOf(scene, budget)) {
    if (found.size >= NAMED_MAX || budget.looks <= 0) break;
    for (const way of ways) {
      if (found.has(mover.object)) break;
      const time = meetingTime(mover, way, budget);
      if (time !== undefined) found.set(mover.object, describe(mover, way, time));
    }
  }
  return [...found.values()];
}

const describe = ({ object }: Mover, { leg, scanner }: SensorWay, time: number): string =>
  `${leg.name}: ${scanner} passes through the box of ${object}, which moves, ${time.toFixed(2)} s after the survey's ` +
  'start: beams then begin inside of it; lead one of them past the other';

/** A body that moves, with its box. */
interface Mover {
  object: string;
  motion: SampledMotion;
  box: Box3;
  /** Metres a second, of its fastest point. */
  speed: number;
}

function* moversOf({ motions = [], instances, meshes, surfaces, names }: Scene, budget: Budget): Generator<Mover> {
  const boxes = new Map<number, Box3>();
  for (const { mesh, transform, surfaceBase, motion: number } of instances) {
    if (number === undefined) continue;
    const own = boxes.get(mesh) ?? boxOfUsed(meshes[mesh]);
    boxes.set(mesh, own);
    if (isEmptyBox(own)) continue;
    const [motion, box] = [motions[number], transformBox(transform, own)];
    budget.looks -= motion.times.length / KNOTS_A_LOOK;
    const radius = Math.hypot(...[0, 1, 2].map((axis) => Math.max(-box.min[axis], box.max[axis])));
    yield { object: names.instances[surfaces[surfaceBase].instance], motion, box, speed: fastest(motion, radius) };
  }
}

/** The way of a scanner's origin in a leg. */
interface SensorWay {
  leg: Leg;
  scanner: string;
  /** Seconds of the scene's clock. */
  start: number;
  end: number;
  /** Metres a second, at most. */
  speed: number;
  placeAt(time: number): Vec3;
}

const sensorWays = ({ instruments, legs }: Checked): SensorWay[] =>
  instruments.flatMap((instrument) =>
    legs.flatMap((leg, number): SensorWay[] => {
      if (!firesIn(instrument, number)) return [];
      const { duration } = legTiming(scannerIn(instrument, number), leg);
      const mount = leg.mount ?? instrument.mount;
      const start = sceneTimeOf({ legs }, number);
      const [read, pose] = [createPoseReader(leg.path), emptyRigid()];
      const placeAt = (time: number) => moved(read(time - start, pose), mount.position);
      return [{ leg, scanner: instrument.name, start, end: start + duration, speed: speedOf(leg, mount), placeAt }];
    }),
  );

function speedOf({ path }: Leg, { position }: Mount): number {
  if (path.kind === 'station') return 0;
  return path.kind === 'straight' ? Math.hypot(...velocityOf(path)) : fastest(path.trajectory, Math.hypot(...position));
}

/** Looks that are left. */
interface Budget {
  looks: number;
}

/** The first moment at which a scanner is in the box of a mover that is there; undefined: none, or none was found. */
function meetingTime(mover: Mover, way: SensorWay, budget: Budget): number | undefined {
  const speed = mover.speed + way.speed;
  const [pose, back] = [createBodyPose(), emptyRigid()];
  const distanceAt = (time: number): number => {
    bodyPoseAt(mover.motion, time, pose);
    return distanceTo(mover.box, moved(invertRigid(pose, back), way.placeAt(time)));
  };
  /** Within a time without jumps: a scanner that is farther away than both can go does not meet it. */
  const within = (from: number, to: number): number | undefined => {
    if (--budget.looks < 0) return undefined;
    const middle = (from + to) / 2;
    const distance = distanceAt(middle);
    if (distance > (speed * (to - from)) / 2) return undefined;
    if (speed * (to - from) > TOLERANCE) return within(from, middle) ?? within(middle, to);
    return [from, middle].find((time) => distanceAt(time) === 0 && pose.isVisible);
  };
  let from = way.start;
  for (const jump of [...jumpsOf(mover.motion, way), way.end]) {
    const time = within(from, jump);
    if (time !== undefined) return time;
    from = jump;
  }
  return undefined;
}

/** Moments within a leg at which a body may be elsewhere at once, in order. */
function jumpsOf(motion: SampledMotion, { start, end }: SensorWay): number[] {
  const { times, positions, holds, visible, period } = motion;
  const last = times.length - 1;
  const jumps = Array.from(times.keys()).filter(
    (k) => k > 0 && (holds?.[k - 1] || visible?.[k] !== visible?.[k - 1] || times[k] - times[k - 1] <= JUMP_STEP),
  );
  const isClosed = [0, 1, 2].every((axis) => Math.abs(positions[axis] - positions[3 * last + axis]) < TOLERANCE);
  if (period !== undefined && !isClosed) jumps.push(last);
  const moments: number[] = [];
  const first = period === undefined ? 0 : Math.max(0, Math.floor((start - times[0]) / period));
  for (let round = first; moments.length < JUMPS_MAX && jumps.length > 0; round++) {
    const later = period === undefined ? 0 : round * period;
    if (times[0] + later > end) break;
    for (const k of jumps) if (times[k] + later > start && times[k] + later < end) moments.push(times[k] + later);
    if (period === undefined) break;
  }
  return moments;
}

/** Metres from a point to a box; 0: it is inside. */
const distanceTo = ({ min, max }: Box3, point: Vec3): number =>
  Math.hypot(...[0, 1, 2].map((axis) => Math.max(min[axis] - point[axis], 0, point[axis] - max[axis])));
