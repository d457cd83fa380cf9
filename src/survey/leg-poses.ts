import { addToAttitude, fromAttitude, multiply, type Quaternion } from '../base/quaternion.js';
import type { StreamKey } from '../base/random.js';
import { composeRigid, emptyRigid, type Rigid } from '../base/rigid.js';
import { add } from '../base/vec3.js';
import type { Leg, Mount } from '../platform/leg.js';
import { createPoseReader, type PoseReader, turns } from '../platform/pose-at.js';
import { constantError, createNoiseReader } from './noise-series.js';
import { NO_POSE_ERROR, type PoseError } from './pose-error.js';

/**
 * The pose of the scanner's frame (mount applied, head not turned) in the world at a time, seconds from the leg's first
 * pulse; written to `out` if given.
 */
type ScannerPoseReader = PoseReader;

/** The true and the reported pose of the scanner during a leg. */
export interface LegPoses {
  actual: ScannerPoseReader;
  /** The same reader if no errors are configured. */
  reported: ScannerPoseReader;
  /** The true orientation, if it stays the same during the leg. */
  orientation?: Quaternion;
  /**
   * The pose of the scanner on the platform from which the reported one follows: with the errors of its calibration.
   */
  mount: Rigid;
}

/** Inputs for the poses of a leg besides its path. */
interface LegPosesInput {
  leg: Leg;
  /** Mount of the scanner, if the leg has none of its own. */
  mount: Mount;
  error?: PoseError;
  /** Key of the errors of this leg; scanners on one platform share them. */
  key: StreamKey;
}

/** Whether the true pose is reported in a leg. */
const isExact = ({ registrationError }: Leg, error: PoseError | undefined): boolean =>
  error === undefined && registrationError === undefined;

/** The poses of the scanner in a leg; fast if times rise. */
export function createLegPoses({ leg, mount: common, error, key }: LegPosesInput): LegPoses {
  const mount = leg.mount ?? common;
  const onPlatform: Rigid = {
    position: mount.position,
    orientation: fromAttitude(mount.heading, mount.pitch, mount.roll),
  };
  const body = createPoseReader(leg.path);
  const actual: ScannerPoseReader = (time, out = emptyRigid()) => composeRigid(body(time, out), onPlatform, out);
  const orientation = turns(leg.path) ? undefined : actual(0).orientation;
  if (isExact(leg, error)) return { actual, reported: actual, orientation, mount: onPlatform };
  const calibrated = miscalibrate(onPlatform, error ?? NO_POSE_ERROR);
  const navigation = createNavigation(leg, error ?? NO_POSE_ERROR, key);
  return {
    actual,
    orientation,
    reported: (time, out = emptyRigid()) => composeRigid(navigation(time, out), calibrated, out),
    mount: calibrated,
  };
}

/**
 * The reported pose of the scanner on the platform: shifted by the lever arm's error, turned about the platform's axes.
 */
function miscalibrate({ position, orientation }: Rigid, { boresight, leverArm }: PoseError): Rigid {
  const { heading, pitch, roll } = boresight;
  return {
    position: add(position, leverArm),
    orientation: multiply(fromAttitude(heading, pitch, roll), orientation),
  };
}

/**
 * The pose of the platform itself in a leg as it is reported, seconds from the leg's first pulse: the true one without
 * errors, otherwise that of the navigation. `key` is that of the leg. Fast if times rise.
 */
export const createPlatformPose = (leg: Leg, error: PoseError | undefined, key: StreamKey): PoseReader =>
  isExact(leg, error) ? createPoseReader(leg.path) : createNavigation(leg, error ?? NO_POSE_ERROR, key);

/** The platform's pose from the navigation solution: position and attitude angles with their errors added. */
function createNavigation(leg: Leg, error: PoseError, key: StreamKey): PoseReader {
  const body = createPoseReader(leg.path);
  const [east, north, up, heading, pitch, roll] = errorReaders(leg, error, key);
  return (time, out) => {
    const pose = body(time + error.clockOffset, out);
    pose.position[0] += east(time);
    pose.position[1] += north(time);
    pose.position[2] += up(time);
    addToAttitude(pose.orientation, heading(time), pitch(time), roll(time), pose.orientation);
    return pose;
  };
}

/** The errors over time along east, north and up, and of heading, pitch and roll. */
function errorReaders({ registrationError: stated }: Leg, error: PoseError, key: StreamKey) {
  const { horizontal, vertical, attitude } = error;
  const models = [horizontal, horizontal, vertical, attitude.heading, attitude.pitch, attitude.roll];
  const constants = stated && [...stated.position, stated.heading, stated.pitch, stated.roll];
  return models.map((model, axis) => {
    const noise = createNoiseReader(model, error.rateHz, { key, axis });
    const constant = constants?.[axis] ?? constantError(model, { key, axis });
    return (time: number) => noise(time) + constant;
  });
}
