import { DEGREE } from '../base/angle.js';
import { fromAttitude, multiply, rotate, toAttitude } from '../base/quaternion.js';
import { add, length, normalize, type Vec3 } from '../base/vec3.js';
import type { Attitude } from '../platform/leg.js';
import { resolveOrientation } from '../platform/orientation-schema.js';
import type { ChannelDefinition, EmitterDefinition } from './channel-schema.js';
import { type DeflectorDefinition, deflectorDescription } from './deflectors/index.js';
import type { DetectorOverride } from './resolve-detection.js';
import type { Head, LaserChannel } from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';
import type { ScannerDefinition } from './scanner-schema.js';

/**
 * The lasers in the head's frame, radians and seconds. Without any in the definition, one straight ahead. Ranges of a
 * `detector` apply to all of them.
 */
export function resolveChannels(
  definition: ScannerDefinition,
  detector: DetectorOverride,
  onFault: OnScannerFault,
): LaserChannel[] {
  const { deflector, emitter } = definition;
  const place = emitter === undefined ? (stays: Placed) => stays : intoHead(emitter);
  return statedChannels(deflector, onFault).map((channel, index) => {
    const note = (key: string, found: unknown, expected: string) =>
      onFault({ path: ['deflector', 'channels', index, key], found, expected });
    checkTime(deflector, channel, note);
    const { elevation, azimuth, roll, origin } = channel;
    return {
      ...place({ elevation: elevation * DEGREE, azimuthOffset: azimuth * DEGREE, roll: roll * DEGREE, origin }),
      fireTime: channel.time * 1e-6,
      ...resolveIncident(deflector, channel, note),
      ...resolveRanges(channel, detector, note),
    };
  });
}

type Note = (key: string, found: unknown, expected: string) => void;

const STRAIGHT_AHEAD: ChannelDefinition = { elevation: 0, azimuth: 0, roll: 0, time: 0, origin: [0, 0, 0] };

function statedChannels(deflector: DeflectorDefinition, onFault: OnScannerFault): readonly ChannelDefinition[] {
  const origin = 'origin' in deflector ? deflector.origin : undefined;
  if (origin !== undefined && deflector.channels !== undefined)
    onFault({
      path: ['deflector', 'origin'],
      found: origin,
      expected: 'no such key beside channels, which have origins',
    });
  return deflector.channels ?? [{ ...STRAIGHT_AHEAD, origin: origin ?? STRAIGHT_AHEAD.origin }];
}

type Placed = Pick<LaserChannel, 'elevation' | 'azimuthOffset' | 'roll' | 'origin'>;

/** Transforms a laser from the emitter's frame to the head's. */
function intoHead(emitter: EmitterDefinition): (channel: Placed) => Placed {
  const turned = quaternionOf(resolveOrientation(emitter));
  return ({ elevation, azimuthOffset, roll, origin }) => {
    const own = fromAttitude(azimuthOffset, elevation, roll);
    const { heading, pitch, roll: rolled } = toAttitude(multiply(turned, own));
    return {
      elevation: pitch,
      azimuthOffset: heading,
      roll: rolled,
      origin: add(emitter.position, rotate(turned, origin)),
    };
  };
}

const quaternionOf = ({ heading, pitch, roll }: Attitude) => fromAttitude(heading, pitch, roll);

/** Notes lasers of a shot that fire after the next one begins. */
function checkTime(deflector: DeflectorDefinition, { time }: ChannelDefinition, note: Note): void {
  const { name, micros } = deflectorDescription(deflector).shotPeriod(deflector);
  if (time >= micros) note('time', time, `less than ${name}, which is ${micros} (µs)`);
}

function resolveIncident(deflector: DeflectorDefinition, { incident }: ChannelDefinition, note: Note) {
  if (incident === undefined) return {};
  if (!deflectorDescription(deflector).incident)
    note('incident', incident, `no such key: it belongs to prisms (risley)`);
  else if (length(incident) === 0) note('incident', incident, 'a direction other than [0, 0, 0]');
  return { incident: normalize(incident) };
}

/** A laser's own ranges, narrowed by those of the survey. */
function resolveRanges({ rangeMin, rangeMax }: ChannelDefinition, detector: DetectorOverride, note: Note) {
  if (rangeMin !== undefined && rangeMax !== undefined && rangeMin >= rangeMax)
    note('rangeMin', rangeMin, `less than rangeMax, which is ${rangeMax} (m)`);
  return narrowRanges({ rangeMin, rangeMax }, detector);
}

/** The ranges of a laser that has its own, limited by those of a `detector`. */
export const narrowRanges = (
  { rangeMin, rangeMax }: Pick<LaserChannel, 'rangeMin' | 'rangeMax'>,
  detector: DetectorOverride,
): Pick<LaserChannel, 'rangeMin' | 'rangeMax'> => ({
  ...(rangeMin !== undefined && { rangeMin: Math.max(rangeMin, detector.rangeMin ?? 0) }),
  ...(rangeMax !== undefined && { rangeMax: Math.min(rangeMax, detector.rangeMax ?? Infinity) }),
});

/**
 * The head that turns the deflector, radians a second; undefined if nothing turns it, or if the deflector itself
 * defines it.
 */
export function resolveHead({ head, deflector }: ScannerDefinition, onFault: OnScannerFault): Head | undefined {
  if (head === undefined) return undefined;
  const kind = deflectorDescription(deflector);
  const turnedBy = kind.turnedBy(deflector);
  if (turnedBy !== undefined)
    onFault({ path: ['head'], found: head, expected: `no such key: ${turnedBy} turns this ${kind.name} scanner` });
  if (length(head.axis) === 0)
    onFault({ path: ['head', 'axis'], found: head.axis, expected: 'an axis other than [0, 0, 0]' });
  return { axis: normalize(head.axis) as Vec3, rate: head.rate * DEGREE };
}
