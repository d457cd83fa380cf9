import { streamKey } from '../../base/random.js';
import type { Vec3 } from '../../base/vec3.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import { clockMessage, imuMessage, transformMessage } from '../../io/mcap/ros-messages.js';
import { utcNanoseconds } from '../../io/units/gps-time.js';
import { createInertialReader } from '../../platform/inertial.js';
import type { RecordedMessages } from '../../products/frames/frame-output.js';
import { firesIn, scannerIn } from '../../scanner/leg-scanner.js';
import type { BareSurvey } from '../../survey/bare-survey.js';
import { createPlatformPose } from '../../survey/leg-poses.js';
import { type PoseTimes, poseTimes } from '../../survey/platform-times.js';
import { poseInAxes } from './frame-axes.js';

/** The frames of ROS (REP 105): the world and the platform. */
export const WORLD = 'map';
export const PLATFORM = 'base_link';

/** The parts of a survey that decide about the way of its platform. */
export type PlatformWay = Pick<BareSurvey, 'legs' | 'instruments' | 'seed' | 'poseError'>;

/**
 * Adds the messages of the platform, in the legs in which some scanner fires: its reported poses, what an inertial
 * measurement unit in it measures, and the time. Stamps of a topic rise: a leg that does not begin after the one before
 * it lacks the messages that are no later.
 */
export async function addPlatformMessages(
  recording: McapRecording,
  way: PlatformWay,
  { transforms, imu, clock }: RecordedMessages,
): Promise<void> {
  await addTransforms(recording, way, transforms);
  if (imu !== undefined) await addInertial(recording, way, imu);
  if (clock === undefined) return;
  for (const { stamp } of moments(way, clock))
    await recording.add({ topic: '/clock', schema: 'rosgraph_msgs/msg/Clock', time: stamp, data: clockMessage(stamp) });
}

/** A moment of a leg. */
interface Moment {
  leg: number;
  /** Seconds from the start of the leg. */
  after: number;
  /** UTC, nanoseconds since 1970. */
  stamp: bigint;
}

/**
 * The moments of all legs, every `interval` seconds from the start of each, and after its last pulse; rising. The last
 * moment of a leg is a nanosecond before the next one, which may begin elsewhere, if that follows at once.
 */
function* moments(way: PlatformWay, interval: number): Generator<Moment> {
  const legs = way.legs
    .map(({ startTime }, leg) => ({ leg, start: utcNanoseconds(startTime), ...pulseTimes(way, leg, interval) }))
    .filter(({ count }) => count > 0);
  let last: bigint | undefined;
  for (const [n, { leg, start, count, at }] of legs.entries()) {
    const next = legs[n + 1]?.start;
    const end = next !== undefined && next > start ? next - 1n : undefined;
    for (let k = 0; k < count; k++) {
      const due = start + BigInt(Math.round(at(k) / NANO));
      const isLast = end !== undefined && due >= end;
      const stamp = isLast ? end : due;
      if (last === undefined || stamp > last) yield { leg, after: isLast ? Number(end - start) * NANO : at(k), stamp };
      last = last === undefined || stamp > last ? stamp : last;
      if (isLast) break;
    }
  }
}

const NANO = 1e-9;

/** The moments of a leg to the last pulse of its lasers, which fire at their own times after the shot. */
function pulseTimes(way: PlatformWay, leg: number, interval: number): PoseTimes {
  const delays = way.instruments
    .filter((instrument) => firesIn(instrument, leg))
    .flatMap((instrument) => scannerIn(instrument, leg).channels.map(({ fireTime }) => fireTime));
  return poseTimes(way, leg, interval, Math.max(0, ...delays));
}

/** Each moment with a reader that `create` makes for its leg. */
function* readIn<Reader>(
  way: PlatformWay,
  interval: number,
  create: (leg: number) => Reader,
): Generator<Moment & { read: Reader }> {
  let current: { leg: number; read: Reader } | undefined;
  for (const moment of moments(way, interval)) {
    const { leg } = moment;
    if (current?.leg !== leg) current = { leg, read: create(leg) };
    yield { ...moment, read: current.read };
  }
}

async function addTransforms(recording: McapRecording, way: PlatformWay, interval: number): Promise<void> {
  const { legs, poseError, seed } = way;
  const create = (leg: number) => createPlatformPose(legs[leg], poseError, streamKey(seed, leg));
  for (const { after, stamp, read } of readIn(way, interval, create)) {
    const pose = poseInAxes(read(after), 'flu');
    const data = transformMessage([{ header: { stamp, frameId: WORLD }, child: PLATFORM, pose }]);
    await recording.add({ topic: '/tf', schema: 'tf2_msgs/msg/TFMessage', time: stamp, data });
  }
}

async function addInertial(recording: McapRecording, way: PlatformWay, interval: number): Promise<void> {
  const create = (leg: number) => createInertialReader(way.legs[leg].path, interval);
  for (const { after, stamp, read } of readIn(way, interval, create)) {
    const { orientation, angularVelocity, specificForce } = read(after);
    const data = imuMessage({
      header: { stamp, frameId: PLATFORM },
      orientation: poseInAxes({ position: [0, 0, 0], orientation }, 'flu').orientation,
      angularVelocity: inFlu(angularVelocity),
      specificForce: inFlu(specificForce),
    });
    await recording.add({ topic: '/imu', schema: 'sensor_msgs/msg/Imu', time: stamp, data });
  }
}

/** A vector along axes x right, y forward, z up, along x forward, y left, z up. */
const inFlu = ([right, forward, up]: Vec3): Vec3 => [forward, 0 - right, up];
