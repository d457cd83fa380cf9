import { UserError } from '../../base/errors.js';
import type { DensityMeasure } from '../plan-request.js';

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

/** The density that a measure goes by where nothing has been laid out yet. */
export const formulaOf = (measure: DensityMeasure = 'area'): keyof Density => (measure === 'area' ? 'block' : 'strip');

/** Requested values. */
interface DensityWish {
  /** Points a square metre. */
  density?: number;
  densityOf?: DensityMeasure;
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
 * Chooses speed and overlap. With a density, it chooses the speed; if the speed is given, the overlap, provided that
 * overlaps count; if nothing is left, it checks them. Throws UserError if the density cannot be reached, stating what
 * is possible.
 */
export function choosePace(pulseRateHz: number, swath: number, wish: DensityWish, limits: PaceLimits): FlightPace {
  const overlap = wish.overlap ?? limits.overlap;
  if (wish.density === undefined) return { speed: wish.speed ?? limits.speed, overlap };
  const formula = formulaOf(wish.densityOf);
  const at = (pace: FlightPace) => densityOf(pulseRateHz, swath, pace)[formula];
  if (wish.speed === undefined) return paceBySpeed(at, wish.density, overlap, limits);
  if (wish.overlap === undefined && formula === 'block') return paceByOverlap(at, wish.density, wish.speed, overlap);
  const given = { speed: wish.speed, overlap };
  if (at(given) < wish.density * (1 - SLACK))
    throw tooDense(wish.density, at(given), `at ${wish.speed} m/s with an overlap of ${overlap}`, 'leave out --speed');
  return given;
}

type DensityAt = (pace: FlightPace) => number;

function paceBySpeed(at: DensityAt, density: number, overlap: number, { speedMin, speedMax }: PaceLimits): FlightPace {
  const speed = at({ speed: 1, overlap }) / density;
  if (speed < speedMin * (1 - SLACK)) {
    const where = `at the slowest speed, ${speedMin} m/s, with an overlap of ${overlap}`;
    const hint = 'fly lower, take more overlap, a smaller --fov or a faster scanner';
    throw tooDense(density, at({ speed: speedMin, overlap }), where, hint);
  }
  if (speed <= speedMax) return { speed, overlap, chosen: 'speed' };
  return { speed: speedMax, overlap, chosen: 'speed', limit: `no faster than ${speedMax} m/s` };
}

function paceByOverlap(at: DensityAt, density: number, speed: number, least: number): FlightPace {
  const overlap = 1 - at({ speed, overlap: 0 }) / density;
  if (overlap > OVERLAP_MAX) {
    const possible = at({ speed, overlap: OVERLAP_MAX });
    throw tooDense(density, possible, `at ${speed} m/s with an overlap of ${OVERLAP_MAX}`, 'fly slower or lower');
  }
  if (overlap >= least) return { speed, overlap, chosen: 'overlap' };
  return { speed, overlap: least, chosen: 'overlap', limit: `no less overlap than ${least}` };
}

/** A density in three digits, from 1000 on in whole numbers. */
const written = (density: number): string => (density < 1000 ? density.toPrecision(3) : String(Math.floor(density)));

function tooDense(wanted: number, possible: number, where: string, hint: string): UserError {
  return new UserError(
    `--density: found ${wanted}, expected at most ${written(possible)} (points/m²): more cannot be had ${where}`,
    { hint },
  );
}
