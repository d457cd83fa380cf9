import { IDENTITY } from '../base/affine.js';
import { DEGREE, TURN } from '../base/angle.js';
import { nodeFiles } from '../base/files/node-files.js';
import type { Vec3 } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import { generatedSource } from '../procedural/generated-source.js';
import { FWHM_PER_SIGMA } from '../scanner/receiver/constants.js';
import { filterSpread, pulseResponse, responseWidth } from '../scanner/receiver/response.js';
import { NO_NOISE } from '../scanner/resolve-detection.js';
import { roundBeam } from '../scanner/resolve-divergence.js';
import type { Scanner } from '../scanner/scanner.js';
import { loadScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import type { InstrumentScan } from '../simulation/instrument-scan.js';
import { bakeScene } from './bake-scene.js';
import type { BenchScene, BenchSurvey } from './bench-scenes.js';

const SEED = 1;

export async function loadBenchScene({ name, generator, triangles, layout }: BenchScene): Promise<Scene> {
  const source = generatedSource(generator, { seed: SEED, triangles });
  const part = { name, source, transform: IDENTITY, placement: { kind: 'once' }, place: { file: 'bench' } } as const;
  const scene = await loadScene({ parts: [part], labels: [], materials: [] }, { files: nodeFiles });
  return layout === 'one mesh' ? bakeScene(scene) : scene;
}

/** An instrument of the class of a RIEGL VZ-400: full circle, 100° of elevation; divergence 0.35 mrad (1/e², full). */
const TERRESTRIAL: Scanner = {
  id: 'bench-terrestrial',
  name: 'terrestrial scanner of the bench',
  wavelengthNm: 1550,
  divergence: roundBeam(0.175e-3),
  exitRadius: 3.5e-3,
  pulse: { energy: 1e-6, duration: 3e-9 },
  receiver: { diameter: 0.05, efficiency: 0.9 },
  detection: {
    ...NO_NOISE,
    rangeMin: 1.5,
    rangeMax: 600,
    minEnergy: 1e-17,
    maxReturns: 5,
    rangeResolution: 0.8,
    rangeNoise: 3e-3,
  },
  channels: [{ elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 }],
  deflector: {
    kind: 'polygon',
    pulseRateHz: 300_000,
    elevationMin: -40 * DEGREE,
    elevationMax: 60 * DEGREE,
    verticalStep: 0.02 * DEGREE,
    // A step more than the window, whose both ends have a shot.
    facetAngle: 100.02 * DEGREE,
    horizontalStep: 0.02 * DEGREE,
    lineRateMaxHz: 120,
  },
  source: 'nominal: a bench',
};

/**
 * Lines across the track, 30° to either side of straight down: a sweep of elevation through −90°, with the head on its
 * side.
 */
const AIRBORNE: Scanner = {
  ...TERRESTRIAL,
  id: 'bench-airborne',
  name: 'airborne scanner of the bench',
  wavelengthNm: 1064,
  divergence: roundBeam(0.25e-3),
  detection: { ...TERRESTRIAL.detection, rangeMin: 50, rangeMax: 2000, maxReturns: 7, rangeNoise: 0.02 },
  deflector: {
    kind: 'polygon',
    pulseRateHz: 400_000,
    elevationMin: -120 * DEGREE,
    elevationMax: -60 * DEGREE,
    verticalStep: 0.03 * DEGREE,
    facetAngle: 60.03 * DEGREE,
    // The head does not turn while the platform flies.
    horizontalStep: 0,
    lineRateMaxHz: 200,
  },
};

const BANDWIDTH = 200e6;
const RESPONSE = pulseResponse('gaussian', AIRBORNE.pulse.duration, BANDWIDTH);
const INTERVAL = 1e-9;
/** W. */
const NOISE = 2e-10;

/** The airborne scanner with noise in samples of a nanosecond, which a digitiser codes; returns are their peaks. */
const SAMPLED: Scanner = {
  ...AIRBORNE,
  id: 'bench-sampled',
  name: 'airborne scanner of the bench that samples',
  detection: { ...AIRBORNE.detection, rangeNoise: 0 },
  sampling: {
    interval: INTERVAL,
    samplesMax: 512,
    response: RESPONSE,
    spread: responseWidth(RESPONSE) / FWHM_PER_SIGMA,
    digitiser: { bits: 12, saturation: 4000 * NOISE, baseline: 20, gainSteps: 2 },
    noise: { constant: NOISE, perPower: 0, filterSpread: filterSpread(BANDWIDTH) / INTERVAL },
    detector: { kind: 'peak', fraction: 0.5, countsPerJoule: 1, countRate: 0, deadTime: 0 },
    threshold: 5 * NOISE,
    prominence: 5,
    zero: 0,
    recovery: 0,
    falseAlarmRate: 100,
  },
};

const SCANNERS: Readonly<Record<BenchSurvey, Scanner>> = {
  terrestrial: TERRESTRIAL,
  airborne: AIRBORNE,
  sampled: SAMPLED,
};

const LEVEL = { heading: 0, pitch: 0, roll: 0 };
const SUBRAYS = 19;
/** Extinction of clear air (23 km of visibility) at these wavelengths, rounded, 1/m. */
const EXTINCTION = 1e-4;
/** A tripod's height, metres; the height of a flight above the top of the scene, and its speed, m/s. */
const TRIPOD_HEIGHT = 1.8;
const FLYING_HEIGHT = 300;
const FLYING_SPEED = 60;

/** The survey of a scene: 19 subrays a pulse, from its middle or along its length. */
export function benchScan(survey: BenchSurvey, scene: Scene): InstrumentScan {
  return {
    seed: SEED,
    scanner: SCANNERS[survey],
    mount: { position: [0, 0, 0], ...LEVEL },
    legs: [survey === 'terrestrial' ? standIn(scene) : flyOver(scene)],
    footprint: { pattern: 'rings', subrays: SUBRAYS, weights: 'gaussian' },
    atmosphere: { extinction: EXTINCTION },
    intensity: { kind: 'amplitude' },
  };
}

function standIn({ bounds: { min, max } }: Scene): Leg {
  const position: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, TRIPOD_HEIGHT];
  const path = { kind: 'station', position, attitude: LEVEL } as const;
  return { name: 'station', pointSourceId: 1, path, azimuthStart: 0, azimuthEnd: TURN, startTime: 0 };
}

function flyOver({ bounds: { min, max } }: Scene): Leg {
  const [x, z] = [(min[0] + max[0]) / 2, max[2] + FLYING_HEIGHT];
  const path = {
    kind: 'straight',
    from: [x, min[1], z] as Vec3,
    to: [x, max[1], z] as Vec3,
    speed: FLYING_SPEED,
    attitude: LEVEL,
  } as const;
  return { name: 'line', pointSourceId: 1, path, azimuthStart: Math.PI / 2, azimuthEnd: 2.5 * Math.PI, startTime: 0 };
}
