import type { Vec3 } from '../../../src/base/vec3.js';
import { airExtinction } from '../../../src/scanner/atmosphere.js';
import { limitEnergy } from '../../../src/scanner/detection-limit.js';
import { readScanner } from '../../../src/scanner/read-scanner.js';
import { column, station, testScanner } from '../../support/scan.js';
import { lambert, meshOf, raised, sceneOf, wall } from '../../support/scenes.js';
import { farthest, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const SPEED_OF_LIGHT = 299_792_458;
const PLANCK = 6.62607015e-34;
const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);
const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
const REFLECTANCE = 0.5;

// ---- the LiDAR equation ---------------------------------------------------------------------------------------------

const RANGES = [5, 50, 500, 1500, 3000];
const ANGLES = [0, 45, 80];
const WAVELENGTHS = [532, 905, 1064, 1550];
const STOREY = 128;
const WALLS = ANGLES.flatMap((angle) => RANGES.map((range) => ({ angle, range })));
const VISIBILITY_KM = 23;

/** Extinction of the standard atmosphere by hand, 1/m: Kruse (1962). */
const kruse = (wavelengthNm: number) => (-Math.log(0.02) / VISIBILITY_KM / 1000) * (wavelengthNm / 550) ** -1.3;

const optics = { pulse: { energy: 1e-6, duration: 5e-9 }, receiver: { diameter: 0.05, efficiency: 0.8 } };

/** E = E_p D² η T² ρ cos θ / (4 R²), joules. */
function lidarEquation(range: number, angle: number, extinction: number): number {
  const { pulse, receiver } = optics;
  const transmission = Math.exp(-extinction * range);
  const reflected = REFLECTANCE * Math.cos(angle * DEGREE) * transmission ** 2;
  return (pulse.energy * receiver.diameter ** 2 * receiver.efficiency * reflected) / (4 * range ** 2);
}

const lawRows = WAVELENGTHS.map((wavelengthNm) => ({
  test: `lidar-equation-${wavelengthNm}`,
  quantity: `largest error of the energy at ${wavelengthNm} nm, 5 to 3000 m, 0°, 45°, 80°, visibility 23 km`,
  unit: '%',
  source: 'E_p D² η T² ρ cos θ / (4 R²), T by Kruse',
  expected: 0,
  tolerance: 0.001,
  decimals: 3,
  measure: async (stage: Stage) => {
    const legs = WALLS.map((_, k) => station([0, 0, k * STOREY]));
    const scanner = testScanner({ ...optics, wavelengthNm });
    const extinction = airExtinction(wavelengthNm, VISIBILITY_KM);
    const energies = column(await stage.scan(legs, { scanner, extinction, footprint: ONE_RAY }), 'energy');
    const errors = WALLS.map(
      ({ range, angle }, k) => energies[k] / lidarEquation(range, angle, kruse(wavelengthNm)) - 1,
    );
    return 100 * farthest(errors, 0);
  },
}));

const law: TracedPart = {
  scene: () =>
    sceneOf([meshOf(WALLS.flatMap(({ angle, range }, k) => raised(wall(range, 100, angle * DEGREE), k * STOREY)))]),
  rows: lawRows,
};

// ---- G1 -------------------------------------------------------------------------------------------------------------

/** Of the largest value for which `holds`, found between two values by halving. */
async function largest(from: number, to: number, holds: (value: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [from, to];
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (await holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const GOLDEN_SCANNER = testScanner(optics);
const goldenEnergy = async (stage: Stage) =>
  column(await stage.scan([station([0, -100, 0])], { scanner: GOLDEN_SCANNER, footprint: ONE_RAY }), 'energy')[0];

/** Whether a pulse makes a return from `range` metres before the wall. */
async function isSeen(stage: Stage, range: number, options: Parameters<Stage['scan']>[1]): Promise<boolean> {
  const position: Vec3 = [0, -range, 0];
  return column(await stage.scan([station(position)], { footprint: ONE_RAY, ...options }), 'range').length > 0;
}

const golden: TracedPart = {
  scene: () => sceneOf([meshOf(wall(0, 400))], { scatterings: [lambert(REFLECTANCE)] }),
  rows: [
    {
      test: 'g1-energy',
      quantity: 'G1: energy of 1 µJ from a wall of 50 % at 100 m, aperture 50 mm, η 0.8',
      unit: 'fJ',
      source: 'E_p D² η ρ / (4 R²)',
      expected: 25,
      tolerance: 0.001,
      decimals: 3,
      measure: async (stage) => (await goldenEnergy(stage)) * 1e15,
    },
    {
      test: 'g1-photons',
      quantity: 'G1: photons of it at 1064 nm',
      source: 'E λ / (h c)',
      expected: 133_907.5,
      tolerance: 2,
      decimals: 0,
      measure: async (stage) => ((await goldenEnergy(stage)) * 1064e-9) / (PLANCK * SPEED_OF_LIGHT),
    },
    {
      test: 'g1-peak-power',
      quantity: 'G1: largest threshold of power that a pulse of 5 ns passes',
      unit: 'µW',
      source: 'E / (σ √(2π)), σ = τ/2.3548',
      expected: (25e-15 * FWHM_PER_SIGMA * 1e6) / (5e-9 * Math.sqrt(2 * Math.PI)),
      tolerance: 0.0005,
      basis: 'halving',
      decimals: 3,
      measure: (stage) =>
        largest(4, 5.5, (microwatts) => {
          const minEnergy = limitEnergy({ minPower: microwatts * 1e-6 }, optics.pulse);
          return isSeen(stage, 100, { scanner: testScanner({ ...optics, detection: { minEnergy } }) });
        }),
    },
  ],
};

// ---- range limits ---------------------------------------------------------------------------------------------------

/** A data sheet's line: this far on a target of so much. */
const SENSITIVE = readScanner({
  name: 'sensitive to 100 m on 10 %',
  wavelength: 905,
  detection: {
    rangeMin: 0.1,
    rangeMax: 1000,
    maxReturns: 1,
    rangeNoise: 0,
    sensitivity: { range: 100, reflectance: 0.1 },
  },
  deflector: { kind: 'conic', pulseRate: 1000, rotationRate: 10, halfAngle: 20 },
});
const { wavelengthNm, pulse, receiver, detection } = SENSITIVE;
const sensitive = testScanner({ wavelengthNm, pulse, receiver, detection });

/** The range from which ρ T²/R² is that of the data sheet's line: found by halving. */
function limitOf(reflectance: number): number {
  const signal = (rho: number, range: number) => (rho * Math.exp(-2 * kruse(905) * range)) / range ** 2;
  let [low, high] = [1, 1000];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (signal(reflectance, middle) > signal(0.1, 100)) low = middle;
    else high = middle;
  }
  return low;
}

const limits: TracedPart[] = [0.05, 0.1, 0.8].map((reflectance) => ({
  scene: () => sceneOf([meshOf(wall(0, 400))], { scatterings: [lambert(reflectance)] }),
  rows: [
    {
      test: `range-limit-${100 * reflectance}`,
      quantity: `farthest return of a target of ${100 * reflectance} %, where the data sheet has 100 m for 10 %, visibility 23 km`,
      unit: 'm',
      source: 'ρ T²/R² = 0.1 T²(100 m)/(100 m)²',
      expected: limitOf(reflectance),
      tolerance: 0.03,
      basis: 'halving',
      decimals: 1,
      slow: reflectance === 0.1 ? [] : ['GPU'],
      measure: (stage: Stage) =>
        largest(10, 400, (range) =>
          isSeen(stage, range, { scanner: sensitive, extinction: airExtinction(905, VISIBILITY_KM) }),
        ),
    },
  ],
}));

export const ENERGY: Subject = {
  title: 'Energy',
  about: 'Received energy in joules against the LiDAR equation, walls that are larger than the beam.',
  traced: [law, golden, ...limits],
};
