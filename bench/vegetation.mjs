// Cover, gaps, heights and angles of leaves as they are computed from clouds, against the canopy that made them: a
// generated forest, whose truth is a raster of its triangles, thin rays and its table of trees; and voxels of leaves
// against the law of Beer and Lambert. The numbers do not depend on the machine; docs/canopy.md has them.
import { createSurvey, legTiming, loadScene, openScene, probeScene, readSurvey } from '../dist/index.js';
import { generateModel } from '../dist/procedural/generate.js';
import { detailOf } from '../dist/procedural/procedural-kind.js';
import { beerLambert } from './lib-beer-lambert.mjs';
import { coverOf } from './lib-canopy-cover.mjs';
import { lookingDown } from './lib-looking-down.mjs';

export const options = {
  seed: { type: 'string', default: '3' },
  /** Rows and columns of pulses from straight above. */
  rows: { type: 'string', default: '200' },
  parts: { type: 'string', default: 'cover,zeniths,trees,medium' },
  /** Triangles of the forest; absent: those of a forest of 60 m. */
  triangles: { type: 'string' },
};

const GROUND = 2;
const FOLIAGE = 22;
const DEGREE = Math.PI / 180;
/** Half the side of the square that is measured, within a forest of 60 m [m]. */
const REACH = 20;
/** Height of the lower side of the canopy above the ground [m]. */
const CANOPY = 2;
/** Diameters of footprints (1/e²) [m], and subrays of a pulse. */
const FOOTPRINTS = [0.1, 0.3, 1];
const SUBRAYS = [7, 19, 93, 410];
/** Middles of rings of zenith angles, their half width, and the step between pulses [deg]. */
const ZENITHS = [15, 35, 55];
const RING = 5;
const STEP = 0.5;
const EYE_HEIGHT = 1.5;

/** Flights and stations as they are used, in the words of a survey. */
const line = (x, z, speed) => ({ from: [x, -50, z], to: [x, 50, z], speed });
const down = { elevationMin: -30, elevationMax: 30 };
const SURVEYS = {
  UAV: {
    scanner: { id: 'riegl-vux-1uav', ...down, pulseRate: 200_000, lineRate: 50 },
    platform: 'quadcopter',
    legs: [line(-15, 60, 8), line(15, 60, 8)],
    footprint: { subrays: 93 },
  },
  ALS: {
    scanner: { id: 'riegl-vq-780i', elevationMin: -4, elevationMax: 4 },
    platform: 'aircraft',
    legs: [line(0, 600, 60)],
    footprint: { subrays: 93 },
  },
  TLS: {
    scanner: { id: 'riegl-vz-400', verticalStep: 0.2, horizontalStep: 0.2 },
    platform: 'tripod',
    legs: [-12, 12].flatMap((x) => [-12, 12].map((y) => ({ position: [x, y, 0], on: 'ground' }))),
  },
};

const PARTS = {
  cover: measureCover,
  zeniths: measureZeniths,
  trees: measureTrees,
  medium: ({ rows }) => beerLambert(rows),
};

export async function run({ parts, ...asked }) {
  const site = await openSite(asked);
  try {
    const result = {};
    for (const name of parts.split(',')) result[name] = await PARTS[name](site);
    return result;
  } finally {
    await site.device.close();
  }
}

/** A generated forest, as a model and open for scans. */
async function openSite({ rows, seed, triangles: asked }) {
  const { size, triangles } = detailOf('forest', { size: {}, triangles: asked && Number(asked) });
  const generate = { kind: 'forest', seed: Number(seed), triangles, ...size };
  const survey = { scene: { parts: [{ name: 'wood', generate }] }, ...SURVEYS.TLS, output: ['none.npz'] };
  const scene = await loadScene((await readSurvey(survey)).scene);
  const device = await openScene(scene, { engine: 'cpu' });
  const inspector = await device.inspect();
  const model = generateModel('forest', { seed: Number(seed), triangles, size });
  return { model, scene, device, inspector, rows: Number(rows), groundAt: await groundOf(inspector) };
}

/** Heights of the ground at the middles of cells of 0.25 m, for telling the canopy from what is below it. */
async function groundOf(inspector) {
  const [cell, reach] = [0.25, REACH + 5];
  const side = Math.round((2 * reach) / cell);
  const places = Array.from({ length: side * side }, (_, k) => [k % side, Math.floor(k / side)]).flatMap(
    ([column, row]) => [(column + 0.5) * cell - reach, (row + 0.5) * cell - reach],
  );
  const { ground } = await probeScene(inspector, { places });
  const index = (at) => Math.max(0, Math.min(side - 1, Math.floor((at + reach) / cell)));
  return (x, y) => ground[index(y) * side + index(x)];
}

/** Cover of first returns, gaps by energy, and angles of leaves, by footprint and subrays; the first in single rays. */
async function measureCover(site) {
  const cases = FOOTPRINTS.flatMap((footprint) => SUBRAYS.map((subrays) => ({ footprint, subrays })));
  const truth = coverOf(site.model, { reach: REACH, above: CANOPY });
  const measured = [];
  for (const beam of [{ footprint: 0, subrays: 1 }, ...cases])
    measured.push({ ...beam, ...(await seenFromAbove(site, beam)) });
  return { truth, measured };
}

async function seenFromAbove({ device, groundAt, rows }, beam) {
  const { output: _, ...settings } = lookingDown({ rows, reach: REACH, ...beam });
  const sums = { first: 0, ground: 0, bare: 0, barePulses: 0, leaves: 0, cosines: 0, returns: 0 };
  for await (const points of device.scan(settings)) {
    const { count, x, y, z, returnNumber, returnCount, classification, semantic, energy, hitSubrays } = points;
    for (let i = 0; i < count; i++) {
      sums.returns++;
      if (returnNumber[i] === 1 && z[i] - groundAt(x[i], y[i]) > CANOPY) sums.first++;
      if (classification[i] === GROUND) sums.ground += energy[i];
      if (classification[i] === GROUND && returnCount[i] === 1 && hitSubrays[i] === beam.subrays) {
        sums.bare += energy[i];
        sums.barePulses++;
      }
      if (semantic[i] !== FOLIAGE) continue;
      sums.leaves++;
      sums.cosines += Math.cos(points.incidenceAngle[i]);
    }
  }
  const pulses = rows ** 2;
  return {
    cover: sums.first / pulses,
    gap: sums.ground / pulses / (sums.bare / sums.barePulses),
    returns: sums.returns / pulses,
    cosine: sums.cosines / sums.leaves,
  };
}

/** Shares of pulses from a tripod without a return, in rings of zenith angles, and of thin rays that meet nothing. */
async function measureZeniths({ device, inspector }) {
  const { ground } = await probeScene(inspector, { places: [0, 0] });
  const eye = [0, 0, ground[0] + EYE_HEIGHT];
  const measured = [];
  for (const zenith of ZENITHS) {
    const shares = [];
    for (const subrays of [1, 19]) shares.push(await silentShare(device, eye, zenith, subrays));
    measured.push({ zenith, truth: await openShare(inspector, eye, zenith), single: shares[0], nineteen: shares[1] });
  }
  return measured;
}

async function silentShare(device, eye, zenith, subrays) {
  const settings = {
    scanner: {
      id: 'riegl-vz-400',
      elevationMin: 90 - zenith - RING,
      elevationMax: 90 - zenith + RING,
      verticalStep: STEP,
      horizontalStep: STEP,
    },
    mount: {},
    legs: [{ position: eye }],
    footprint: { subrays },
    detector: { minEnergy: 1e-30 },
  };
  const survey = await createSurvey({ scene: device.scene, ...settings });
  const { pulseCount } = legTiming(survey.instruments[0].scanner, survey.legs[0]);
  let returning = 0;
  for await (const { count, returnNumber } of device.scan(settings))
    for (let i = 0; i < count; i++) if (returnNumber[i] === 1) returning++;
  return 1 - returning / pulseCount;
}

async function openShare(inspector, eye, zenith) {
  const rays = [];
  for (let elevation = 90 - zenith - RING; elevation < 90 - zenith + RING; elevation += STEP)
    for (let azimuth = 0; azimuth < 360; azimuth += STEP) {
      const [up, turn] = [(elevation + STEP / 2) * DEGREE, azimuth * DEGREE];
      rays.push(...eye, Math.cos(up) * Math.sin(turn), Math.cos(up) * Math.cos(turn), Math.sin(up));
    }
  const { ranges } = await probeScene(inspector, { rays });
  return ranges.filter(Number.isNaN).length / ranges.length;
}

/** Highest points of trees against their heights, and points of the ground against the ground, for each survey. */
async function measureTrees({ scene, device, inspector }) {
  const trees = scene.stand.trees.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) < REACH);
  const measured = {};
  for (const [name, settings] of Object.entries(SURVEYS)) {
    const tops = new Map(trees.map(({ id }) => [id, -Infinity]));
    const places = [];
    const heights = [];
    for await (const { count, x, y, z, instance, classification } of device.scan(settings))
      for (let i = 0; i < count; i++) {
        if (tops.has(instance[i])) tops.set(instance[i], Math.max(tops.get(instance[i]), z[i]));
        if (classification[i] !== GROUND || Math.max(Math.abs(x[i]), Math.abs(y[i])) > REACH) continue;
        places.push(x[i], y[i]);
        heights.push(z[i]);
      }
    const { ground } = await probeScene(inspector, { places });
    const seen = trees.filter(({ id }) => tops.get(id) > -Infinity);
    measured[name] = {
      trees: trees.length,
      seen: seen.length,
      top: moments(seen.map(({ id, z, height }) => tops.get(id) - z - height)),
      ground: moments(heights.map((height, k) => height - ground[k])),
    };
  }
  return measured;
}

function moments(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

const fixed = (value, digits = 3) => value.toFixed(digits);
const TABLES = {
  cover({ truth, measured }) {
    console.log(`cover ${fixed(truth)}, gap ${fixed(1 - truth)}: plants above ${CANOPY} m, raster of triangles`);
    console.log(
      'footprint, m | subrays | first returns above | gap by energy | returns a pulse | mean cosine on leaves',
    );
    for (const { footprint, subrays, cover, gap, returns, cosine } of measured)
      console.log([footprint, subrays, fixed(cover), fixed(gap), fixed(returns, 2), fixed(cosine, 2)].join(' | '));
  },
  zeniths(rings) {
    console.log('zenith, ° | thin rays that meet nothing | pulses without a return: 1 subray | 19 subrays');
    for (const { zenith, truth, single, nineteen } of rings)
      console.log([`${zenith} ± ${RING}`, fixed(truth), fixed(single), fixed(nineteen)].join(' | '));
  },
  trees(surveys) {
    console.log('survey | trees seen | top, m | ground, m');
    for (const [name, { trees, seen, top, ground }] of Object.entries(surveys)) {
      const about = (digits, { mean, deviation }) => `${fixed(mean, digits)} ± ${fixed(deviation, digits)}`;
      console.log([name, `${seen} of ${trees}`, about(2, top), about(3, ground)].join(' | '));
    }
  },
  medium(gaps) {
    console.log('voxels, PAD 0.4 × 5 m | exp(−G PAD L) | single rays');
    for (const [name, { traced, formula }] of Object.entries(gaps))
      console.log([name, fixed(formula), fixed(traced)].join(' | '));
  },
};

export function print(result) {
  for (const [name, part] of Object.entries(result)) {
    TABLES[name](part);
    console.log('');
  }
}
