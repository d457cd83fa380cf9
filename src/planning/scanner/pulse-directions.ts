import { rotate } from '../../base/quaternion.js';
import type { Attitude } from '../../platform/leg.js';
import { legTiming } from '../../scanner/leg-timing.js';
import { levelStation } from '../../scanner/pattern/level-station.js';
import { representativeDuration } from '../../scanner/pattern/list-pattern.js';
import type { Scanner } from '../../scanner/scanner.js';
import { legLister, type PulseSource } from '../../simulation/leg-lister.js';
import { scanRates } from './field-of-view.js';
import { attitudeQuaternion } from './swath.js';

/** Places below a level platform where pulses meet a plane, in metres per metre of height; body frame. */
export interface PulseDirections {
  count: number;
  /** To the right, ascending. */
  right: Float64Array;
  /** Forward. */
  ahead: Float64Array;
}

/** Maximum number of pulses listed, and of directions kept. */
const LISTED_MAX = 1_000_000;
const KEPT_MAX = 4096;

/**
 * Directions of the pulses that a scanner fires downwards, evenly drawn from those that show its pattern. A head that
 * turns from shot to shot fires in `sector` (radians clockwise from +y), by default all round.
 */
export async function pulseDirections(
  scanner: Scanner,
  mount: Attitude,
  sector: readonly [number, number] | undefined,
  machine: PulseSource,
): Promise<PulseDirections> {
  const rate = scanRates(scanner).pulseRateHz;
  const station = levelStation(Math.min(representativeDuration(scanner), LISTED_MAX / rate));
  const leg = sector === undefined ? station : { ...station, azimuthStart: sector[0], azimuthEnd: sector[1] };
  const { pulseCount } = legTiming(scanner, leg);
  const { directions, silent } = (await legLister(machine, scanner)(leg))(0, pulseCount);
  const fired = Array.from(silent.keys()).filter((pulse) => silent[pulse] === 0);
  const turn = attitudeQuaternion(mount);
  const count = Math.min(KEPT_MAX, fired.length);
  const places = Array.from({ length: count }, (_, k) => {
    const at = 3 * fired[Math.floor(((k + 0.5) * fired.length) / count)];
    const [x, y, z] = rotate(turn, [directions[at], directions[at + 1], directions[at + 2]]);
    return { right: x / -z, ahead: y / -z };
  }).sort((a, b) => a.right - b.right);
  return {
    count,
    right: Float64Array.from(places, ({ right }) => right),
    ahead: Float64Array.from(places, ({ ahead }) => ahead),
  };
}
