// The cost of materials: the stage reflect, per subray and as a share of all stages, for a tripod scanner in a closed
// room and a flight over a forest, where every subray hits. The same pulses are traced with every material Lambertian,
// with the scene's materials, and with measured ones with tables over the angle alone and over angle and azimuth; one
// thread, one variant after the other, in rounds.
import { benchScan } from '../dist/bench/bench-cases.js';
import { STAGES } from '../dist/device/stages.js';
import { openCpuEngine } from '../dist/engine/cpu/node-cpu-engine.js';
import { loadScene } from '../dist/node-surveys.js';
import { generatedSource } from '../dist/procedural/generated-source.js';
import { loadScanner } from '../dist/scanner/load-scanner.js';
import { programOf, runOf } from '../dist/simulation/instrument-scan.js';
import { prepareScene } from '../dist/simulation/node-prepare-scene.js';

export const options = {
  pulses: { type: 'string', default: '200000' },
  rounds: { type: 'string', default: '5' },
  scenes: { type: 'string', default: 'room,forest' },
  /** Triangles of each scene; absent: those of SCENES. */
  triangles: { type: 'string' },
};

const DEGREE = Math.PI / 180;
const NADIR = -90 * DEGREE;
const NARROW = 8 * DEGREE;
const LEVEL = { heading: 0, pitch: 0, roll: 0 };
const MOUNT = { position: [0, 0, 0], ...LEVEL };
const SCENES = { room: 300_000, forest: 900_000 };
const EYE = [0.3, 0.2, 1.4];
/** Grid of an import from a goniophotometer's file. */
const MEASURED_GRID = { thetaCount: 91, phiCount: 72 };

/** Smooth, one value at the pole, none negative. */
function measured(phiCount) {
  const { thetaCount } = MEASURED_GRID;
  const values = new Float32Array(phiCount * thetaCount);
  for (let p = 0; p < phiCount; p++)
    for (let t = 0; t < thetaCount; t++) {
      const theta = (t / (thetaCount - 1)) * (Math.PI / 2);
      const swing = 1 + 0.5 * Math.sin(theta) ** 2 * Math.cos((4 * Math.PI * p) / phiCount);
      values[p * thetaCount + t] = 0.15 * swing * Math.exp(-theta);
    }
  return { model: 'measured', table: { wavelengthsNm: [1550], phiCount, thetaCount, values } };
}

const VARIANTS = {
  'every material Lambertian': () => ({ model: 'lambert', reflectance: 0.4 }),
  'as the scene has them': (scattering) => scattering,
  'measured, over the angle': (_, k) => TABLES.isotropic[k % 8],
  'measured, over angle and azimuth': (_, k) => TABLES.anisotropic[k % 8],
  'measured, over angle and azimuth, nearest': (_, k) => TABLES.anisotropic[k % 8],
};
const TABLES = {
  isotropic: Array.from({ length: 8 }, () => measured(1)),
  anisotropic: Array.from({ length: 8 }, () => measured(MEASURED_GRID.phiCount)),
};

export async function run({ pulses, rounds, scenes: names, triangles }) {
  const scenes = {};
  for (const generator of names.split(',')) {
    const count = Number(triangles ?? SCENES[generator]);
    scenes[generator] = await measureScene(generator, count, Number(pulses), Number(rounds));
  }
  return { scenes };
}

async function measureScene(generator, triangles, pulses, rounds) {
  const source = generatedSource(generator, { seed: 1, triangles });
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const part = { name: generator, source, transform: identity, placement: { kind: 'once' }, place: { file: 'bench' } };
  const scene = await loadScene({ parts: [part], labels: [], materials: [], materialFolders: [] });
  const prepared = await prepareScene(scene, { cache: false });
  const scan = generator === 'room' ? scanOf(loadScanner('riegl-vz-400')) : narrowed(benchScan('airborne', scene));
  const seconds = new Map(Object.keys(VARIANTS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of seconds.keys()) seconds.get(name).push(await trace(name, scan, scene, prepared, pulses));
  const variants = Object.fromEntries([...seconds].map(([name, all]) => [name, summary(all)]));
  return { triangles: scene.triangleCount, variants };
}

function scanOf(scanner) {
  const path = { kind: 'station', position: EYE, attitude: LEVEL };
  const leg = { name: 'station', pointSourceId: 1, path, azimuthStart: 0, azimuthEnd: 360 * DEGREE, startTime: 0 };
  return {
    seed: 1,
    scanner,
    mount: MOUNT,
    legs: [leg],
    footprint: { pattern: 'rings', subrays: 19, weights: 'gaussian' },
    atmosphere: { extinction: 1e-4 },
    intensity: { kind: 'amplitude' },
  };
}

/** A swath that the forest fills. */
function narrowed(scan) {
  const deflector = { ...scan.scanner.deflector, elevationMin: NADIR - NARROW, elevationMax: NADIR + NARROW };
  return { ...scan, scanner: { ...scan.scanner, deflector } };
}

async function trace(name, scan, scene, prepared, pulses) {
  const sources = prepared.sources.map((source, k) => ({
    ...source,
    scattering: VARIANTS[name](source.scattering, k),
  }));
  const interpolation = name.endsWith('nearest') ? 'nearest' : 'hermite';
  const radiometry = { interpolation, strict: false, scattering: 'brdf' };
  const { settings } = runOf({ ...scan, radiometry }, { ...prepared, sources });
  const engine = await openCpuEngine({ scene: prepared.device, threads: 1 });
  const program = programOf(scan, 0, scene);
  const range = middleOf(program, pulses);
  const warmUp = { first: range.first, end: Math.min(range.first + 20_000, range.end) };
  for await (const _ of engine.trace(settings, program, { range: warmUp }));
  const before = structuredClone(engine.counters);
  for await (const _ of engine.trace(settings, program, { range }));
  const { subrays, hits, stages } = engine.counters;
  await engine.close();
  return {
    subrays: subrays - before.subrays,
    hitShare: (hits - before.hits) / (subrays - before.subrays),
    stages: Object.fromEntries(STAGES.map(({ name: stage }) => [stage, stages[stage] - before.stages[stage]])),
  };
}

/** This many pulses from the middle of a leg. */
function middleOf({ pulseCount }, pulses) {
  const count = Math.min(pulses, pulseCount);
  const first = Math.floor((pulseCount - count) / 2);
  return { first, end: first + count };
}

/** The round with the median share of reflect. */
function summary(all) {
  const total = ({ stages }) => Object.values(stages).reduce((sum, spent) => sum + spent, 0);
  const share = (one) => one.stages.reflect / total(one);
  const median = all.toSorted((a, b) => share(a) - share(b))[all.length >> 1];
  return {
    hitShare: median.hitShare,
    reflectShare: share(median),
    reflectNs: (1e9 * median.stages.reflect) / median.subrays,
    totalNs: (1e9 * total(median)) / median.subrays,
    shares: Object.fromEntries(STAGES.map(({ name }) => [name, median.stages[name] / total(median)])),
  };
}

export function print({ scenes }) {
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  for (const [name, { triangles, variants }] of Object.entries(scenes)) {
    console.log(`${name}, ${triangles} triangles, 19 subrays a pulse, one thread`);
    for (const [variant, { hitShare, reflectShare, reflectNs, totalNs, shares }] of Object.entries(variants)) {
      const each = `${reflectNs.toFixed(2)} of ${totalNs.toFixed(1)} ns a subray`;
      console.log(`  ${variant}: reflect ${percent(reflectShare)}, ${each}; ${percent(hitShare)} hit`);
      const parts = Object.entries(shares).filter(([, part]) => part > 0);
      console.log(`    ${parts.map(([stage, part]) => `${stage} ${percent(part)}`).join(', ')}`);
    }
  }
}
