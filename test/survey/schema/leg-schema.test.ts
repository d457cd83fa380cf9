import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { deflectorOverrides } from '../../../src/scanner/deflectors/index.js';
import { firingLegs, scannerIn } from '../../../src/scanner/leg-scanner.js';
import { instrumentScansOf, programOf } from '../../../src/simulation/instrument-scan.js';
import { loadSurvey } from '../../../src/survey/node-load-survey.js';
import { surveyJsonSchema } from '../../../src/survey/schema/survey-schema.js';
import type { Survey } from '../../../src/survey/survey.js';
import { surveyText, writeSurvey } from '../survey-file.js';

type Keys = Record<string, unknown>;

/** For every key of any leg a value other than that of the legs below. */
const COMMON: Keys = {
  name: 'another',
  azimuth: [0, 90],
  mount: { heading: 10 },
  warmup: 0.5,
  pause: 2,
  startTime: 5,
  pointSourceId: 9,
  scanner: { rotationRate: 20 },
  scanners: { 'velodyne-vlp-16': { active: false } },
};

/** Of each kind a leg, and for each of its own keys another value. */
const KINDS: Record<string, { leg: Keys; own: Keys }> = {
  station: {
    leg: { position: [0, 0, 1] },
    own: { position: [1, 0, 1], duration: 3, heading: 10, pitch: 10, roll: 10 },
  },
  straight: {
    leg: { from: [0, 0, 1], to: [9, 0, 1], speed: 1 },
    own: { from: [1, 0, 1], to: [5, 0, 1], speed: 2, heading: 10, pitch: 10, roll: 10 },
  },
  path: {
    leg: { path: [[0, 0, 1], [9, 0, 1], [9, 9, 4]], speed: 1, smooth: {} }, // biome-ignore format: one leg
    own: {
      path: [[0, 0, 1], [9, 0, 1]], // biome-ignore format: two points
      speed: 2,
      smooth: { tension: 0.5 },
      heading: 10,
      pitch: 10,
      roll: 10,
      climb: true,
      banking: true,
    },
  },
  multicopter: {
    leg: { waypoints: [[0, 0, 1], [9, 0, 1], [9, 9, 4]], speed: 1, gimbal: false }, // biome-ignore format: one leg
    own: {
      waypoints: [[0, 0, 1], [9, 0, 1]], // biome-ignore format: two points
      speed: 2,
      acceleration: 1,
      turn: 'smooth',
      yawRate: 90,
      heading: 10,
      gimbal: true,
    },
  },
  recorded: { leg: { trajectory: { file: 'path.csv' } }, own: { trajectory: { file: 'path.csv', keepTime: true } } },
};

/** For every key of a leg's `scanner` that is no number of a deflector, other values than those of the airborne scanner below. */
const SETTINGS: Keys = {
  active: false,
  divergence: { mrad: 5 },
  exitDiameter: 80,
  pulse: { energy: 0.01 },
  receiver: { efficiency: 0.5 },
  emitter: { heading: 10 },
  head: { rate: 30 },
  detector: { maxReturns: 1 },
};

const RECORDING = 'time,x,y,z,roll,pitch,heading\n3,0,0,1,0,0,0\n4,2,0,1,0,0,10\n5,4,1,1,0,0,20\n';

/** What a leg is in the end: programs for the device, and what its points and reports are called. */
function effectOf(survey: Survey) {
  const plans = instrumentScansOf(survey);
  const programs = plans.flatMap((plan) =>
    firingLegs(plan, plan.legs).map((leg) => bytesOf(programOf(plan, leg, { frameOrigin: [0, 0, 0] }))),
  );
  const facts = survey.legs.map(({ name, pointSourceId, startTime }) => ({ name, pointSourceId, startTime }));
  // The width of the beam where it leaves is described, and does not change its footprint.
  const exits = plans.map((plan) => survey.legs.map((_, leg) => scannerIn(plan, leg).exitRadius));
  return { programs, facts, exits };
}

const bytesOf = ({ buffers }: PulseProgram): string[] =>
  Object.values(buffers).map((buffer) => Buffer.from(buffer).toString('hex'));

async function load(leg: Keys, sections: Record<string, string> = {}): Promise<Survey> {
  const file = await writeSurvey(
    surveyText({ ...sections, legs: `legs: ${JSON.stringify([leg, KINDS.straight.leg])}` }),
  );
  await writeFile(join(dirname(file), 'path.csv'), RECORDING);
  return loadSurvey(file);
}

interface LegJsonSchema {
  properties: Keys & { scanner: { properties: Keys } };
}

function kindsOfSchema(): LegJsonSchema[] {
  const { legs } = surveyJsonSchema().properties as { legs: { items: { anyOf: LegJsonSchema[] } } };
  return legs.items.anyOf;
}

describe('the keys of a leg', () => {
  it('are all tried below', () => {
    const tried = Object.values(KINDS).map(({ own }) => Object.keys({ ...own, ...COMMON }).sort());
    expect(tried).toEqual(kindsOfSchema().map(({ properties }) => Object.keys(properties).sort()));
  });

  const keys = Object.entries(KINDS).flatMap(([kind, { leg, own }]) =>
    Object.entries({ ...own, ...COMMON }).map(([key, value]) => ({ kind, key, leg, other: { ...leg, [key]: value } })),
  );

  it.each(keys)('change what is fired or what it is called: $key of $kind', async ({ leg, other }) => {
    expect(effectOf(await load(other))).not.toEqual(effectOf(await load(leg)));
  });
});

describe("the keys of a leg's scanner", () => {
  it('are all tried below, or are numbers of deflectors', () => {
    const [{ properties }] = kindsOfSchema();
    const keys = Object.keys(properties.scanner.properties).filter((key) => !Object.hasOwn(deflectorOverrides, key));
    expect(Object.keys(SETTINGS).sort()).toEqual(keys.sort());
  });

  const scanner = 'scanner: leica-als50';
  const leg = KINDS.straight.leg;

  it.each(Object.entries(SETTINGS))('change what is fired: %s', async (key, value) => {
    const set = { ...leg, scanner: { [key]: value } };
    expect(effectOf(await load(set, { scanner }))).not.toEqual(effectOf(await load(leg, { scanner })));
  });
});
