import { conjugate, rotate } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { ReachSweep } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import { levelStation } from '../../scanner/pattern/level-station.js';
import { NO_NOISE } from '../../scanner/resolve-detection.js';
import type { Deflector, LaserChannel, Scanner } from '../../scanner/scanner.js';
import { legLister, type PulseSource } from '../../simulation/leg-lister.js';
import { channelRotation } from './channel-rotation.js';

const TURN = 2 * Math.PI;

/**
 * Directions (unit vectors in the deflector's frame, undeflected beam +y) on the edge of a deflector's field: the ends
 * of its lines, or for a closed pattern the farthest direction on each side. Nothing deflects the lasers of a spinning
 * array. The optics are those of the pulses that the engine fires, listed by `machine`.
 */
export async function patternOutline(deflector: Deflector, machine: PulseSource): Promise<Vec3[]> {
  const outline: Vec3[] = [];
  for (const piece of deflectorKind(deflector).reach(deflector))
    outline.push(...('deflector' in piece ? await directionsOf(piece, machine) : [piece]));
  return outline;
}

async function directionsOf(sweep: ReachSweep<Deflector>, machine: PulseSource): Promise<Vec3[]> {
  const rough = await listShots(sweep, machine);
  if (sweep.round === undefined) return look(sweep, rough, machine);
  const farthest = rough.reduce((far, shot) => (shot.direction[1] < far.direction[1] ? shot : far));
  const [direction] = await look(sweep, [farthest], machine);
  return Array.from({ length: sweep.round }, (_, k) => rolled(direction, (TURN * k) / (sweep.round ?? 1)));
}

/** A shot, and its direction to the precision of f32. */
interface Shot {
  number: number;
  direction: Vec3;
}

async function listShots({ firsts, count, ...sweep }: ReachSweep<Deflector>, machine: PulseSource): Promise<Shot[]> {
  const list = await listerOf(sweep, [STRAIGHT_AHEAD], Math.max(...firsts) + count, machine);
  return firsts.flatMap((first) => {
    const { directions } = list(first, count);
    return Array.from({ length: count }, (_, k) => ({
      number: first + k,
      direction: [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]] as const,
    }));
  });
}

/**
 * The shots' directions to the precision of f64. Each is fired once more, by a laser turned so that it leaves close to
 * +y, where f32 resolves angles of 1e-14 rad.
 */
async function look(
  sweep: Pick<ReachSweep<Deflector>, 'deflector' | 'pulseRateHz'>,
  shots: Shot[],
  machine: PulseSource,
): Promise<Vec3[]> {
  const lasers = shots.map(({ direction }) => laserTowards(direction));
  const last = Math.max(...shots.map(({ number }) => number));
  const list = await listerOf(sweep, lasers, last + 1, machine);
  return shots.map(({ number }, k) => {
    const [x, , z] = list(number * lasers.length + k, 1).directions;
    return rotate(conjugate(channelRotation(lasers[k])), [x, Math.sqrt(1 - x * x - z * z), z]);
  });
}

const STRAIGHT_AHEAD: LaserChannel = { elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 };

/** The laser for which `direction`, in its deflector's frame, is straight ahead. */
const laserTowards = ([x, y, z]: Vec3): LaserChannel => ({
  ...STRAIGHT_AHEAD,
  roll: Math.atan2(-x, z),
  elevation: Math.atan2(-Math.hypot(x, z), y),
});

/** A direction turned about +y. */
function rolled([x, y, z]: Vec3, angle: number): Vec3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x + s * z, y, c * z - s * x];
}

/** Properties that do not affect directions. */
const ANY_SCANNER: Omit<Scanner, 'deflector' | 'channels'> = {
  id: 'outline',
  name: 'outline',
  wavelengthNm: 1000,
  divergence: { horizontal: 0, vertical: 0 },
  exitRadius: 0,
  pulse: { energy: 1, duration: 1 },
  receiver: { diameter: 1, efficiency: 1 },
  detection: { rangeMin: 0, rangeMax: 1, minEnergy: 0, maxReturns: 1, rangeResolution: 0, ...NO_NOISE },
  source: 'none',
};

/** Lists the first `shots` shots of all `channels`. */
function listerOf(
  { deflector, pulseRateHz }: Pick<ReachSweep<Deflector>, 'deflector' | 'pulseRateHz'>,
  channels: LaserChannel[],
  shots: number,
  machine: PulseSource,
): Promise<PulseLister> {
  return legLister(machine, { ...ANY_SCANNER, deflector, channels })(levelStation(shots / pulseRateHz));
}
