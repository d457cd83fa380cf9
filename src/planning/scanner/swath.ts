import { fromAttitude, type Quaternion, rotate } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Attitude } from '../../platform/leg.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { LaserChannel, Scanner } from '../../scanner/scanner.js';
import type { PulseSource } from '../../simulation/leg-lister.js';
import { extentOf } from '../extent.js';
import { channelRotation } from './channel-rotation.js';
import { patternOutline } from './pattern-outline.js';

/**
 * The part of a plane below it that a scanner covers, in metres per metre of height; body frame: x right, y forward.
 */
export interface Swath {
  /** Tangents of the angles to the left (negative) and right edge, seen from the scanner. */
  left: number;
  right: number;
  /** Likewise backwards (negative) and ahead. */
  back: number;
  ahead: number;
  /** Longest range to the plane, per metre of height. */
  farthest: number;
}

/**
 * Directions closer to the horizon than this do not count as looking down, since the swath grows without bound there.
 */
const HORIZON = (5 * Math.PI) / 180;

/** The rotation from the scanner's frame to the platform's, or from an attitude to the world. */
export const attitudeQuaternion = ({ heading, pitch, roll }: Attitude): Quaternion =>
  fromAttitude(heading, pitch, roll);

/** Azimuths of a spinning head that represent its sector: every degree of a whole turn. */
const AZIMUTHS = 361;

/**
 * The edge of the field of a scanner's lasers, unit vectors in its frame. A spinning array turns through `sector`
 * [from, to] (radians clockwise from +y), by default a whole turn; any other head stands still.
 */
export async function scannerOutline(
  { deflector, channels }: Pick<Scanner, 'deflector' | 'channels'>,
  machine: PulseSource,
  sector: readonly [number, number] = [-Math.PI, Math.PI],
): Promise<Vec3[]> {
  if (deflectorKind(deflector).turn(deflector) === 'shots') return turnedOutline(channels, sector);
  const outline = await patternOutline(deflector, machine);
  return channels.flatMap((channel) => {
    const turn = channelRotation(channel);
    return outline.map((direction) => rotate(turn, direction));
  });
}

/** Lasers slightly to the right or left of the head count as if at their mean azimuth, since they blur the edges. */
function turnedOutline(channels: readonly LaserChannel[], [from, to]: readonly [number, number]): Vec3[] {
  const azimuthOffset = channels.reduce((sum, channel) => sum + channel.azimuthOffset, 0) / channels.length;
  const aims = channels.map((channel): Vec3 => rotate(channelRotation({ ...channel, azimuthOffset }), [0, 1, 0]));
  return Array.from({ length: AZIMUTHS }, (_, k) => {
    const turn = fromAttitude(from + ((to - from) * k) / (AZIMUTHS - 1), 0, 0);
    return aims.map((direction) => rotate(turn, direction));
  }).flat();
}

/**
 * The swath of a level platform's scanner on flat ground; `outline` in the scanner's frame, `mount` in the platform's.
 * Undefined if part of it looks less than 5° below the horizon.
 */
export function swathOf(outline: readonly Vec3[], mount: Attitude): Swath | undefined {
  const turn = attitudeQuaternion(mount);
  const swath = { left: Infinity, right: -Infinity, back: Infinity, ahead: -Infinity, farthest: 0 };
  for (const direction of outline) {
    const [x, y, z] = rotate(turn, direction);
    if (-z < Math.sin(HORIZON)) return undefined;
    swath.left = Math.min(swath.left, x / -z);
    swath.right = Math.max(swath.right, x / -z);
    swath.back = Math.min(swath.back, y / -z);
    swath.ahead = Math.max(swath.ahead, y / -z);
    swath.farthest = Math.max(swath.farthest, 1 / -z);
  }
  return swath;
}

/** Angle between the left and the right edge of a swath, radians. */
export const angleAcross = ({ left, right }: Swath): number => Math.atan(right) - Math.atan(left);

/** Lowest and highest elevation, radians, that a scanner upright on `mount` reaches while its head turns. */
export async function verticalWindow(
  scanner: Pick<Scanner, 'deflector' | 'channels'>,
  mount: Attitude,
  machine: PulseSource,
): Promise<[number, number]> {
  const turn = attitudeQuaternion(mount);
  const outline = await scannerOutline(scanner, machine);
  return extentOf(outline.map((direction) => Math.asin(clampUnit(rotate(turn, direction)[2]))));
}

const clampUnit = (value: number): number => Math.min(1, Math.max(-1, value));
