import { translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Divergence } from '../../src/scanner/scanner.js';
import { column, type OpenScene, type Scan, station, testScanner } from './scan.js';
import { meshOf, rectangle, sceneOf } from './scenes.js';

// Round walls about a scanner: a turn of the head is a thousand pulses that all meet the same thing. All walls stand in
// one scene, far from one another: engines take their time to open.

const DEGREE = Math.PI / 180;
/** Between two pulses, degrees. */
export const FINE = 0.1;
/**
 * A software GPU traces some 100,000 subrays a second: it is asked for fewer pulses of many, as
 * long as the same limits hold.
 */
export const COARSE = 0.5;
export const THETA = 0.25e-3;
export const SPEED_OF_LIGHT = 299_792_458;
export const PULSE = 5e-9;

/**
 * The band between the circles of radius and height `low` and `high`, from one azimuth (degrees) to
 * another, in facets of 1°.
 */
function band(low: Ring, high: Ring, from = 0, to = 360): number[] {
  const triangles: number[] = [];
  const at = ({ radius, z }: Ring, degrees: number): Vec3 => [
    radius * Math.sin(degrees * DEGREE),
    radius * Math.cos(degrees * DEGREE),
    z,
  ];
  for (let a = from; a < to; a++) {
    const b = Math.min(a + 1, to);
    const [p, q, r, s] = [at(low, a), at(low, b), at(high, b), at(high, a)];
    triangles.push(...p, ...q, ...r, ...p, ...r, ...s);
  }
  return triangles;
}

interface Ring {
  radius: number;
  z: number;
}

/** Metres between the middles of two experiments, and the range of a scanner: its own walls, and no others. */
const APART = 5000;
const SEEN = 2000;

/** Of edges from the axis, in half widths of the beam. */
export const OFFSETS = Array.from({ length: 14 }, (_, k) => -1.5 + (3 * k) / 13);
export const GOLDEN_OFFSETS = [0.5, 1];
/** Degrees of wall for each of these edges; its ends lie between two pulses, so far before one. */
export const sectorOf = (offsets: readonly number[]): number => Math.min(60, Math.floor(360 / offsets.length));
export const AHEAD = FINE / 2;

const wall = (radius: number): number[] => band({ radius, z: -5 }, { radius, z: 5 });
const wire = (radius: number): number[] => band({ radius, z: -2e-3 }, { radius, z: 2e-3 });

/**
 * A cone that the level beam meets at `radius`, its normal so many degrees off the beam, `rise` metres
 * above the beam and below.
 */
function slope(degrees: number, radius: number, rise: number): number[] {
  const run = rise * Math.tan(degrees * DEGREE);
  return band({ radius: radius - run, z: -rise }, { radius: radius + run, z: rise });
}

/** Walls whose upper edges stand so many half widths of the beam above its axis, sector by sector. */
const crenels = (radius: number, halfWidth: number, offsets: readonly number[]): number[] =>
  offsets.flatMap((d, k) => {
    const sector = sectorOf(offsets);
    const from = k * sector - AHEAD;
    return band({ radius, z: -1 }, { radius, z: d * halfWidth }, from, from + sector);
  });

/** A square across the beam of each of `count` pulses, its middle on the axis. */
const squares = (radius: number, size: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => {
    const [sin, cos] = [Math.sin(k * FINE * DEGREE), Math.cos(k * FINE * DEGREE)];
    const corner: Vec3 = [radius * sin - (cos * size) / 2, radius * cos + (sin * size) / 2, -size / 2];
    return rectangle(corner, [cos * size, -sin * size, 0], [0, 0, size]);
  }).flat();

export const SQUARES = 900;

const EXPERIMENTS = {
  'edges 100': crenels(100, 100 * THETA, OFFSETS),
  'wire 20': wire(20),
  'wire 50': wire(50),
  'wire 100': wire(100),
  'wire 200': wire(200),
  'wire 400': wire(400),
  'slope 60': slope(60, 1000, 5),
  'slope 75': slope(75, 1000, 5),
  'edges 10': crenels(10, 3.913e-3, OFFSETS),
  'wall 10': wall(10),
  'wall 50': wall(50),
  'wall 100': wall(100),
  'golden edges 100': crenels(100, 100 * THETA, GOLDEN_OFFSETS),
  'squares 50': squares(50, 8e-3, SQUARES),
  'slope 10': slope(75, 10, 0.2),
  'slope 50': slope(75, 50, 0.2),
  'slope 100': slope(75, 100, 0.2),
  // Ahead of the exit, 20 mm off the beam's axis and parallel to it.
  side: rectangle([0.02, 0.001, -5], [0, 50, 0], [0, 0, 10]),
} as const;
export type ExperimentName = keyof typeof EXPERIMENTS;
const NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];

const middleOf = (name: ExperimentName): Vec3 => [NAMES.indexOf(name) * APART, 0, 0];

export const FOOTPRINT_SCENE = sceneOf(
  NAMES.map((name) => meshOf(EXPERIMENTS[name])),
  { placed: NAMES.map((name, mesh) => ({ mesh, transform: translation(middleOf(name)) })) },
);

export interface Beam {
  footprint: Footprint;
  divergence?: Divergence;
  exitRadius?: number;
  duration?: number;
  sectorDeg?: number;
  turns?: number;
  /** Between two pulses. */
  stepDeg?: number;
}

/**
 * Received of a whole pulse from a wall at normal incidence: reflectance 0.5, receiver and pulse of the test scanner.
 */
export const wholeEnergy = (range: number): number => 0.5 / range ** 2;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The error function (Abramowitz and Stegun 1964, 7.1.26), right to 1.5e-7. */
export function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

/** Share of a Gaussian beam's energy beyond a line `d` half widths from its axis. */
export const energyBeyond = (d: number): number => (1 - erf(Math.SQRT2 * d)) / 2;

export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(sum(values.map((v) => v * v)) / values.length);

/** Azimuths of points about the middle of an experiment, degrees, 0 … 360 from AHEAD of the first pulse on. */
export function azimuthsOf(result: Scan, name: ExperimentName): number[] {
  const [x, y] = [column(result, 'x'), column(result, 'y')];
  const [middle] = middleOf(name);
  return x.map((_, k) => (Math.atan2(x[k] - middle, y[k]) / DEGREE + 360 + AHEAD) % 360);
}

/**
 * Of the shares of the pulses' energy below the edges: the mean error at each offset, and their
 * scatter about the formula.
 */
export function edgeErrors(
  result: Scan,
  name: ExperimentName,
  range: number,
  stepDeg: number,
  offsets: readonly number[] = OFFSETS,
) {
  const shares = column(result, 'energy').map((energy) => energy / wholeEnergy(range));
  const azimuths = azimuthsOf(result, name);
  const sector = sectorOf(offsets);
  const pulses = sector / stepDeg;
  return offsets.map((d, k) => {
    const here = shares.filter((_, point) => Math.floor(azimuths[point] / sector) === k);
    const expected = energyBeyond(-d);
    const missed = pulses - here.length;
    const squares = sum(here.map((share) => (share - expected) ** 2)) + missed * expected ** 2;
    return { mean: sum(here) / pulses - expected, rms: Math.sqrt(squares / pulses) };
  });
}

/**
 * FWHM of the echo of a pulse of `duration` whose subrays' ranges have this standard deviation
 * (metres): squares add up.
 */
export const echoWidth = (duration: number, deviation: number): number =>
  Math.hypot(duration, (2.354820045 * 2 * deviation) / SPEED_OF_LIGHT);
/** A turn, or several, of level pulses about the middle of the experiment of this name. */
export function turnAbout(stage: Pick<OpenScene, 'scan'>, around: ExperimentName, beam: Beam): Promise<Scan> {
  const { footprint, divergence = roundBeam(THETA), exitRadius = 0, duration = PULSE } = beam;
  const { sectorDeg = 360, stepDeg = FINE } = beam;
  const scanner = testScanner({
    divergence,
    exitRadius,
    pulse: { energy: 1, duration },
    // All hits of a pulse in one return: the footprint itself is measured.
    detection: { rangeMax: SEEN, method: 'clusters', rangeResolution: 1000 },
    deflector: {
      kind: 'polygon',
      pulseRateHz: 100_000,
      elevationMin: 0,
      elevationMax: 0,
      verticalStep: DEGREE,
      horizontalStep: stepDeg * DEGREE,
      lineRateMaxHz: 1e5,
    },
  });
  const legs = Array.from({ length: beam.turns ?? 1 }, () => station(middleOf(around), { sectorDeg }));
  return stage.scan(legs, { scanner, footprint, physics: { points: 'surface' } });
}
