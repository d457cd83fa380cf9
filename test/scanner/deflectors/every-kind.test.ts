import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { length, type Vec3 } from '../../../src/base/vec3.js';
import { DEVICE_DEFLECTORS } from '../../../src/device/deflectors.generated.js';
import { patternOutline } from '../../../src/planning/scanner/pattern-outline.js';
import { checkScanner } from '../../../src/scanner/check-scanner.js';
import {
  DEFLECTOR_DESCRIPTIONS,
  DEFLECTOR_KINDS,
  deflectorKind,
  deflectorOverrides,
} from '../../../src/scanner/deflectors/index.js';
import { legTiming } from '../../../src/scanner/leg-timing.js';
import type { Deflector, Scanner } from '../../../src/scanner/scanner.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { DEFLECTOR_EXAMPLES, DESCRIPTION_NAMES, type DescriptionName } from '../../support/deflector-examples.js';
import { PROGRAMS } from '../../support/legs.js';
import { differenceOf, directionOf, pulsesOf, standing } from '../../support/pulses.js';

const ROOT = resolve(import.meta.dirname, '../../..');

const STRAIGHT_AHEAD = { elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0] as const, fireTime: 0 };

/** Angle to the undeflected beam. */
const offAxis = ([, y]: Vec3): number => Math.acos(Math.max(-1, Math.min(1, y)));

const overridesOf = (name: DescriptionName): readonly string[] => DEFLECTOR_DESCRIPTIONS[name].overrides;

/** Keys that do not affect the motion of a deflector. */
const OF_ALL_KINDS = ['channels', 'programs'];

describe.each(DESCRIPTION_NAMES)('the kind %s', (name) => {
  it('has the name of its place in the table, and keys that a survey may replace', () => {
    expect(DEFLECTOR_DESCRIPTIONS[name].name).toBe(name);
    expect(Object.keys(deflectorOverrides)).toEqual(expect.arrayContaining([...overridesOf(name)]));
  });

  it('has every key in one of its examples', () => {
    const { schema, examples } = DEFLECTOR_DESCRIPTIONS[name];
    const shown = new Set(examples.flatMap((example) => Object.keys(example)));
    expect(Object.keys(schema.shape).filter((key) => !shown.has(key) && !OF_ALL_KINDS.includes(key))).toEqual([]);
  });

  it('has a row in docs/survey.md that marks what a survey may replace', () => {
    const rows = readFileSync(join(ROOT, 'docs/survey.md'), 'utf8').split('\n');
    const row = rows.find((line) => line.startsWith('|') && line.split('|')[1].includes(`\`${name}\``)) ?? '';
    const marked = [...row.matchAll(/`(\w+)`†/g)].map(([, key]) => key);
    expect(marked.sort()).toEqual(
      overridesOf(name)
        .filter((key) => key !== 'pulseRate')
        .sort(),
    );
  });
});

/** Shots of a line of a scanner that stands still. */
const shotsOfCycle = (scanner: Scanner): number => legTiming(scanner, standing(1)).cycle;

const isInclined = (deflector: Deflector): boolean =>
  'facetTilts' in deflector && [...(deflector.facetTilts ?? []), deflector.shaftInclination].some(Boolean);

const EXAMPLES = DEFLECTOR_EXAMPLES.map(({ name, number, scanner }) => [name, number, scanner] as const);

describe.each(EXAMPLES)('a %s deflector, example %i', (name, _, example) => {
  // All lasers of a stack fire at the same shots.
  const scanner = { ...example, channels: example.channels.slice(0, 1) };
  const { deflector } = scanner;
  const kind = deflectorKind(deflector);
  const facets = 'facetTilts' in deflector ? deflector.facetTilts : undefined;

  it('is of a kind of the table', () => {
    expect(DEFLECTOR_KINDS[deflector.kind].name).toBe(deflector.kind);
  });

  it('passes the check of a scanner in memory, and not without what it divides by', () => {
    checkScanner(scanner);
    for (const key of kind.positive) {
      const wrong = { ...scanner, deflector: { ...deflector, [key]: 0 } as unknown as typeof deflector };
      expect(() => checkScanner(wrong)).toThrow(`scanner.deflector.${key} must be a number > 0`);
    }
  });

  it('fires as many pulses as its rates say, in order and in unit directions', async () => {
    const leg = standing(1);
    const { pulseCount, duration } = legTiming(scanner, leg);
    expect(pulseCount / duration / kind.rates(deflector, 2 * Math.PI).pulseRateHz).toBeCloseTo(1, 1);
    const pulses = await pulsesOf(scanner, leg, pulseCount);
    const numbers = Array.from({ length: pulseCount }, (_, k) => k);
    expect(Math.max(...numbers.map((k) => Math.abs(length(directionOf(pulses, k)) - 1)))).toBeLessThan(2e-7);
    expect([...pulses.times]).toEqual([...pulses.times].sort((a, b) => a - b));
    expect(pulses.times[0]).toBeCloseTo(0, 9);
    expect(pulses.times[pulseCount - 1]).toBeLessThan(duration);
  });

  it('goes on after a warm-up as it would have without', async () => {
    // A line under way when a leg begins is the last facet's, whatever the warm-up: with different facets, look a turn
    // later.
    const later = facets === undefined ? 37 : shotsOfCycle(scanner) * facets.length;
    const cold = await pulsesOf(scanner, standing(1), later + 60);
    const warm = await pulsesOf(scanner, standing(1, { warmup: cold.times[later] }), 60);
    for (let k = 0; k < 60; k++)
      expect(differenceOf(directionOf(warm, k), directionOf(cold, later + k)), `pulse ${k}`).toBeLessThan(2e-7);
  });

  // The outline of a polygon is that of its window, as if nothing were inclined: test/scanner/deflectors.test.ts tests
  // the beams of inclined facets and shafts.
  it.skipIf(isInclined(deflector))('stays within its outline, and reaches it', async () => {
    const outline = Math.max(...(await patternOutline(deflector, nodeMachine)).map(offAxis));
    // Of a head that turns from shot to shot one shot: the others follow the head.
    const shots = kind.turn(deflector) === 'shots' ? 1 : 5000;
    const pulses = await pulsesOf({ ...scanner, channels: [STRAIGHT_AHEAD] }, standing(1), shots);
    const farthest = Math.max(...Array.from({ length: shots }, (_, k) => offAxis(directionOf(pulses, k))));
    expect(farthest).toBeLessThan(outline + 1e-3);
    expect(farthest).toBeGreaterThan(0.97 * outline - 1e-9);
  });

  it('says in words what it does, and how long a picture takes', () => {
    expect(kind.describe(deflector, 1)[0][0]).toBe('deflector');
    expect(kind.representativeDuration(deflector, false)).toBeGreaterThan(0);
    expect(JSON.stringify(kind.json(deflector)).length).toBeLessThan(1000);
  });

  it('is narrowed by keys that a survey may replace', () => {
    const field = kind.field(deflector);
    const changes = field === undefined ? {} : (kind.narrow(deflector, field / 2)?.changes ?? {});
    expect(overridesOf(name)).toEqual(expect.arrayContaining(Object.keys(changes)));
  });
});

describe('the table of kinds', () => {
  it('holds all that have a file', async () => {
    const folder = join(ROOT, 'src/scanner/deflectors');
    const written: string[] = [];
    for (const file of readdirSync(folder)) {
      const exported: unknown[] = Object.values(await import(join(folder, file)));
      if (exported.some((value) => typeof value === 'object' && value !== null && 'examples' in value))
        written.push(file);
    }
    expect(written.sort()).toEqual(DESCRIPTION_NAMES.map((name) => `${name}.ts`).sort());
  });
});

describe('optics of the device', () => {
  it.each(Object.keys(DEVICE_DEFLECTORS))('%s stand in both texts, and are compared on both devices', (optics) => {
    expect(existsSync(join(ROOT, 'wasm/deflectors', `${optics}.ts`))).toBe(true);
    expect(existsSync(join(ROOT, 'wgsl/deflectors', `${optics}.wgsl`))).toBe(true);
    expect(Object.values(PROGRAMS).map(({ deflector }) => deflector)).toContain(optics);
  });
});
