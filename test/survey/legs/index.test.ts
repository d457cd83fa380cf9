import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { deflectorOverrides } from '../../../src/scanner/deflectors/index.js';
import { firingLegs, scannerIn } from '../../../src/scanner/leg-scanner.js';
import { programOf } from '../../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../../src/simulation/instrument-scans.js';
import { LEG_KINDS } from '../../../src/survey/legs/index.js';
import type { Survey } from '../../../src/survey/survey.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

type Keys = Record<string, unknown>;

interface KeySchema {
  examples?: unknown[];
}

/** A leg of one kind as the JSON Schema has it. */
interface LegJsonSchema {
  examples: Keys[];
  properties: Record<string, KeySchema> & { scanner: { properties: Record<string, KeySchema> } };
}

/** Of each kind a leg, the example of its schema, and the keys that it may have. */
const KINDS = Object.entries(LEG_KINDS).map(([kind, { schema }]) => {
  const { examples, properties } = z.toJSONSchema(schema, { io: 'input' }) as unknown as LegJsonSchema;
  return { kind, leg: examples[0], properties };
});

/** Every example of every one of the `keys`. */
const examplesOf = (keys: Record<string, KeySchema>) =>
  Object.entries(keys).flatMap(([key, { examples = [] }]) => examples.map((value) => ({ key, value })));

const withoutExample = (keys: Record<string, KeySchema>) =>
  Object.keys(keys).filter((key) => !(keys[key].examples?.length ?? 0));

/** The part of the guide about legs. */
const GUIDE = readFileSync(resolve(import.meta.dirname, '../../../docs/survey.md'), 'utf8')
  .split(/^(?=## )/m)
  .filter((part) => part.startsWith('## legs\n'))
  .join();

/** The words in backticks of a column of the guide's table that begins with `title`: `turn` of `turn: stop`. */
function keysOfColumn(title: string, column: number): string[] {
  const lines = GUIDE.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${title} `)) + 2;
  const rows = lines.slice(from, lines.indexOf('', from));
  return rows.flatMap((row) => [...row.split('|')[column + 1].matchAll(/`(\w+)/g)].map(([, key]) => key));
}

const RECORDING = 'time,x,y,z,roll,pitch,heading\n3,0,0,1,0,0,0\n4,2,0,1,0,0,10\n5,4,1,1,0,0,20\n';

/** Effect of a leg: programs for the device, and the names in its points and reports. */
function effectOf(survey: Survey) {
  const scans = instrumentScansOf(survey);
  const programs = scans.flatMap((scan) =>
    firingLegs(scan, scan.legs).map((leg) => bytesOf(programOf(scan, leg, { frameOrigin: [0, 0, 0] }))),
  );
  const facts = scans.map(({ legs }) =>
    // The scene defines the height of the ground.
    legs.map(({ name, strip, pointSourceId, startTime, path, registrationError }) => [
      // The registration moves points, not pulses.
      ...[name, strip, pointSourceId, startTime, registrationError],
      'ground' in path && path.ground,
    ]),
  );
  // The width of the beam at its exit is described, and does not change its footprint.
  const exits = scans.map((scan) => scan.legs.map((_, leg) => scannerIn(scan, leg).exitRadius));
  return { programs, facts, exits };
}

const bytesOf = ({ buffers }: PulseProgram): string[] =>
  Object.values(buffers).map((buffer) => Buffer.from(buffer).toString('hex'));

const STRAIGHT = { from: [0, 0, 1], to: [9, 0, 1], speed: 1 };

/** A survey of `leg` and one more, beside a recording path.csv. */
async function load(leg: Keys, sections: Record<string, string> = {}): Promise<Survey> {
  const file = await writeSurvey(surveyText({ ...sections, legs: `legs: ${JSON.stringify([leg, STRAIGHT])}` }));
  await writeFile(join(dirname(file), 'path.csv'), RECORDING);
  return loadSurvey(file);
}

describe('the table of kinds', () => {
  const folder = resolve(import.meta.dirname, '../../../src/survey/legs');
  const isKind = (value: unknown) => typeof value === 'object' && value !== null && 'schemaInMemory' in value;

  it('lists every kind that a file of its folder exports, by the name of the file', async () => {
    const names = readdirSync(folder).filter((name) => name !== 'index.ts');
    const modules: Keys[] = await Promise.all(names.map((name) => import(`${folder}/${name}`)));
    const exported = modules.flatMap((module, k) =>
      Object.values(module)
        .filter(isKind)
        .map((kind) => [names[k].replace('.ts', ''), kind]),
    );
    expect(LEG_KINDS).toEqual(Object.fromEntries(exported));
  });

  it.each(Object.entries(LEG_KINDS))('tells %s by a key that it requires and no other kind has', (_, kind) => {
    const others = Object.values(LEG_KINDS).filter((other) => other !== kind);
    expect(z.safeParse((kind.schema.shape as Record<string, z.ZodType>)[kind.key], undefined).success).toBe(false);
    expect(others.filter(({ schema }) => kind.key in schema.shape)).toEqual([]);
  });

  it('follows from the schemas where a message says what a leg may be', async () => {
    expect(await loadFailure(surveyText({ legs: 'legs: [ 7 ]' }))).toContain(
      'found 7, expected a map with position (a station), from, to and speed (a straight path), path and speed, waypoints and speed (a multicopter), or trajectory',
    );
  });
});

describe('the keys of a leg', () => {
  it.each(KINDS)('have an example in their schema, all of those of $kind', ({ properties }) => {
    expect(withoutExample(properties)).toEqual([]);
  });

  it.each(KINDS)('stand in the guide, under legs, all of those of $kind', ({ properties }) => {
    expect(Object.keys(properties).filter((key) => !new RegExp(`\`${key}\\b`).test(GUIDE))).toEqual([]);
  });

  it('are all that the tables of the guide name', () => {
    const keys = new Set(KINDS.flatMap(({ properties }) => Object.keys(properties)));
    const named = [...keysOfColumn('kind', 1), ...keysOfColumn('key of any leg', 0)];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((key) => !keys.has(key))).toEqual([]);
  });

  const tried = KINDS.flatMap(({ kind, leg, properties }) =>
    examplesOf(properties).map(({ key, value }) => ({ kind, key, leg, other: { ...leg, [key]: value } })),
  );

  it.each(tried)('change what is fired or what it is called: $key of $kind', async ({ leg, other }) => {
    expect(effectOf(await load(other))).not.toEqual(effectOf(await load(leg)));
  });
});

describe("the keys of a leg's scanner", () => {
  // Keys that change the numbers of its deflector differ from scanner to scanner.
  const keys = Object.fromEntries(
    Object.entries(KINDS[0].properties.scanner.properties).filter(([key]) => !Object.hasOwn(deflectorOverrides, key)),
  );

  it('have an example in their schema, or are numbers of deflectors', () => {
    expect(withoutExample(keys)).toEqual([]);
  });

  const scanner = 'scanner: leica-als50';

  it.each(examplesOf(keys))('change what is fired: $key', async ({ key, value }) => {
    const set = { ...STRAIGHT, scanner: { [key]: value } };
    expect(effectOf(await load(set, { scanner }))).not.toEqual(effectOf(await load(STRAIGHT, { scanner })));
  });
});
