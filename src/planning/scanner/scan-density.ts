import { UserError } from '../../base/errors.js';

/*
 * Density of points below a flying scanner (E. P. Baltsavias 1999, "Airborne laser scanning: basic relations and
 * formulas", ISPRS Journal of Photogrammetry and Remote Sensing 54, 199–214): swath SW = 2 h tan(θ/2); F / (v SW)
 * points of a strip a square metre; lines v / f apart; points of a line h · Δθ apart below the scanner and h · Δθ /
 * cos²(θ/2) at its edge.
 */

/** Quantities that determine the density of a block of lines. */
export interface FlightPace {
  /** Metres a second. */
  speed: number;
  /** Share of a swath that the next one also covers, 0…1. */
  overlap: number;
  /** The quantity chosen to reach the requested density. */
  chosen?: 'speed' | 'overlap';
  /** The limit because of which the request is exceeded. */
  limit?: string;
}

/** Mean points (first returns of pulses that meet the ground) a square metre. */
export interface Density {
  /** Within one swath. */
  strip: number;
  /** Over the block, overlaps included. */
  block: number;
}

/** Density of strips `swath` metres wide at the pulse rate `pulseRateHz`. */
export function densityOf(pulseRateHz: number, swath: number, { speed, overlap }: FlightPace): Density {
  const strip = pulseRateHz / (speed * swath);
  return { strip, block: strip / (1 - overlap) };
}

/** Requested values. */
interface DensityWish {
  /** Points a square metre over the block, overlaps included. */
  density?: number;
  speed?: number;
  overlap?: number;
}

/** Defaults, and the speed limits of the platform. */
interface PaceLimits {
  speed: number;
  overlap: number;
  speedMin: number;
  speedMax: number;
}

/** Largest overlap: for more, fly slower or lower. */
const OVERLAP_MAX = 0.9;
/** Tolerance of the requested density, for rounding. */
const SLACK = 1e-9;

/**
 * Chooses speed and overlap. With a density, it chooses the speed; if the speed is given, the overlap; if both are
 * given, it checks them. Throws UserError if the density cannot be reached, stating what is possible.
 */
export function choosePace(pulseRateHz: number, swath: number, wish: DensityWish, limits: PaceLimits): FlightPace {
  const overlap = wish.overlap ?? limits.overlap;
  if (wish.density === undefined) return { speed: wish.speed ?? limits.speed, overlap };
  if (wish.speed === undefined) return paceBySpeed(pulseRateHz, swath, wish.density, overlap, limits);
  if (wish.overlap === undefined) return paceByOverlap(pulseRateHz, swath, wish.density, wish.speed, overlap);
  const { block } = densityOf(pulseRateHz, swath, { speed: wish.speed, overlap });
  if (block < wish.density * (1 - SLACK))
    throw tooDense(wish.density, block, `at ${wish.speed} m/s with an overlap of ${overlap}`, 'leave out --speed');
  return { speed: wish.speed, overlap };
}

function paceBySpeed(
  pulseRateHz: number,
  swath: number,
  density: number,
  overlap: number,
  { speedMin, speedMax }: PaceLimits,
): FlightPace {
  const speed = pulseRateHz / (swath * (1 - overlap) * density);
  if (speed < speedMin * (1 - SLACK)) {
    const { block } = densityOf(pulseRateHz, swath, { speed: speedMin, overlap });
    const where = `at the slowest speed, ${speedMin} m/s, with an overlap of ${overlap}`;
    throw tooDense(density, block, where, 'fly lower, take more overlap, a smaller --fov or a faster scanner');
  }
  if (speed <= speedMax) return { speed, overlap, chosen: 'speed' };
  return { speed: speedMax, overlap, chosen: 'speed', limit: `no faster than ${speedMax} m/s` };
}

function paceByOverlap(pulseRateHz: number, swath: number, density: number, speed: number, least: number): FlightPace {
  const overlap = 1 - pulseRateHz / (speed * swath * density);
  if (overlap > OVERLAP_MAX) {
    const { block } = densityOf(pulseRateHz, swath, { speed, overlap: OVERLAP_MAX });
    throw tooDense(density, block, `at ${speed} m/s with an overlap of ${OVERLAP_MAX}`, 'fly slower or lower');
  }
  if (overlap >= least) return { speed, overlap, chosen: 'overlap' };
  return { speed, overlap: least, chosen: 'overlap', limit: `no less overlap than ${least}` };
}

function tooDense(wanted: number, possible: number, where: string, hint: string): UserError {
  const least = possible.toPrecision(3);
  return new UserError(
    `--density: found ${wanted}, expected at most ${least} (points/m²): more cannot be had ${where}`,
    {
      hint,
    },
  );
}
