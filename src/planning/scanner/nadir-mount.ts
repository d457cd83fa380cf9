import { fromMatrix, rotate, toAttitude } from '../../base/quaternion.js';
import { add, cross, dot, normalize, scale, subtract } from '../../base/vec3.js';
import type { Attitude } from '../../platform/leg.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';
import { channelRotation } from './channel-rotation.js';
import { angleAcross, type Swath } from './swath.js';

/**
 * Attitude on the platform of a scanner that looks straight down: the middle of its lasers' field to the nadir, lines
 * across the direction of flight. A spinning head lies on its side, with its axis along the flight and its azimuth 0
 * down.
 */
export function nadirMount({ deflector, channels }: Pick<Scanner, 'deflector' | 'channels'>): Attitude {
  const kind = deflectorKind(deflector);
  if (kind.turn(deflector) === 'shots') return { heading: 0, pitch: -Math.PI / 2, roll: 0 };
  const axes = kind.axes(deflector);
  const aims = channels.map((channel) => rotate(channelRotation(channel), axes.middle));
  const down = normalize(aims.reduce(add));
  const right = rotate(channelRotation(channels[0]), axes.across);
  const across = normalize(subtract(right, scale(down, dot(right, down))));
  // The rows are the scanner's directions that become right, forward and up of the platform.
  const toBody = fromMatrix([...across, 0, ...cross(across, down), 0, ...scale(down, -1), 0]);
  return toAttitude(toBody);
}

/** A swath this many times longer along the flight than across it is not meant to be flown that way. */
const LONGEST = 2;

/** Whether a swath lies below the platform, on both sides, and not along the flight. */
export function looksDown(swath: Swath | undefined): swath is Swath {
  if (swath === undefined) return false;
  const along = Math.atan(swath.ahead) - Math.atan(swath.back);
  return swath.left < 0 && swath.right > 0 && along <= LONGEST * angleAcross(swath);
}
