import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { length, type Vec3 } from '../../../src/base/vec3.js';
import { checkDocument } from '../../../src/base/yaml/check-document.js';
import { parseYaml } from '../../../src/base/yaml/yaml-document.js';
import { DEVICE_DEFLECTORS } from '../../../src/device/deflectors.generated.js';
import { patternOutline } from '../../../src/planning/scanner/pattern-outline.js';
import { checkScanner } from '../../../src/scanner/check-scanner.js';
import type { DeflectorDescription } from '../../../src/scanner/deflectors/deflector-kind.js';
import {
  DEFLECTOR_DESCRIPTIONS,
  DEFLECTOR_KINDS,
  deflectorOverrides,
  kindOf,
} from '../../../src/scanner/deflectors/index.js';
import { legTiming } from '../../../src/scanner/leg-timing.js';
import { parsePattern } from '../../../src/scanner/read-pattern.js';
import { resolveScanner } from '../../../src/scanner/resolve-scanner.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { inlineScannerSchema } from '../../../src/scanner/scanner-schema.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { PROGRAMS } from '../../support/legs.js';
import { differenceOf, directionOf, pulsesOf, standing } from '../../support/pulses.js';
import { scannerOf } from '../describe-scanner.js';

const ROOT = resolve(import.meta.dirname, '../../..');

type Samples = Record<keyof typeof DEFLECTOR_DESCRIPTIONS, Record<string, unknown>>;

const RATE = { pulseRate: 10_000 };

/** One description of each kind, without its name. */
const SAMPLES: Samples = {
  spinning: { rotationRate: 10, firingPeriod: 100, channels: [{ elevation: 1 }] },
  polygon: { ...RATE, elevationMin: -30, elevationMax: 30, verticalStep: 0.5, facetAngle: 90 },
  line: { ...RATE, halfAngle: 7, fibres: 100 },
  parallel: { ...RATE, scanRate: 100, fieldOfView: 60 },
  zigzag: { ...RATE, scanRate: 100, fieldOfView: 60 },
  oscillating: { ...RATE, scanRate: 50, halfAngle: 20, turningPulses: 10 },
  conic: { ...RATE, rotationRate: -20, halfAngleAcross: 20, halfAngleAlong: 14 },
  palmer: { ...RATE, rotationRate: 20, mirrorTilt: 7, incidence: 45 },
  risley: {
    ...RATE,
    prisms: [
      { angle: 18, refractiveIndex: 1.5, rotationRate: -121 },
      { angle: -17, refractiveIndex: 1.5, rotationRate: 77 },
    ],
  },
  mems: { ...RATE, horizontal: { amplitude: 30, rate: 130 }, vertical: { amplitude: 10, rate: 9 } },
  raster: { ...RATE, rows: 20, columns: 30, horizontalFieldOfView: 40, verticalFieldOfView: 20 },
  pattern: { ...RATE, file: 'table.csv' },
};

const TABLE = parsePattern('time,azimuth,elevation\n0,350,0\n0.1,10,0\n0.2,10,30\n', 'table.csv');

/** The scanner of a sample, through schema and conversion. */
function sampleOf(name: string): Scanner {
  const given = scannerOf({ kind: name, ...SAMPLES[name as keyof Samples] });
  const definition = checkDocument(inlineScannerSchema, parseYaml(JSON.stringify(given), 'scanner.yaml'));
  const onFault = ({ path, expected }: { path: readonly PropertyKey[]; expected: string }) => {
    throw new Error(`${path.join('.')}: ${expected}`);
  };
  return resolveScanner(definition, { onFault, readPattern: () => TABLE });
}

const STRAIGHT_AHEAD = { elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0] as const, fireTime: 0 };

const names = Object.keys(DEFLECTOR_DESCRIPTIONS) as (keyof Samples)[];

/** Angle to the undeflected beam. */
const offAxis = ([, y]: Vec3): number => Math.acos(Math.max(-1, Math.min(1, y)));

describe.each(names)('a %s deflector', (name) => {
  const scanner = sampleOf(name);
  const { deflector } = scanner;
  const kind = kindOf(deflector);
  const description: Pick<DeflectorDescription<never, never>, 'name'> & { overrides: readonly string[] } =
    DEFLECTOR_DESCRIPTIONS[name];

  it('has the name of its place in the table, and keys that a survey may replace', () => {
    expect(description.name).toBe(name);
    expect(DEFLECTOR_KINDS[deflector.kind].name).toBe(deflector.kind);
    expect(Object.keys(deflectorOverrides)).toEqual(expect.arrayContaining([...description.overrides]));
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
    const cold = await pulsesOf(scanner, standing(1), 500);
    const [later, warmup] = [37, cold.times[37]];
    const warm = await pulsesOf(scanner, standing(1, { warmup }), 60);
    for (let k = 0; k < 60; k++)
      expect(differenceOf(directionOf(warm, k), directionOf(cold, later + k)), `pulse ${k}`).toBeLessThan(2e-7);
  });

  it('stays within its outline, and reaches it', async () => {
    const outline = Math.max(...(await patternOutline(deflector, nodeMachine)).map(offAxis));
    // Of a head that turns from shot to shot one shot: the others are where the head is.
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
    expect(description.overrides).toEqual(expect.arrayContaining(Object.keys(changes)));
  });

  it('has a row in docs/survey.md that marks what a survey may replace', () => {
    const rows = readFileSync(join(ROOT, 'docs/survey.md'), 'utf8').split('\n');
    const row = rows.find((line) => line.startsWith('|') && line.split('|')[1].includes(`\`${name}\``)) ?? '';
    const marked = [...row.matchAll(/`(\w+)`†/g)].map(([, key]) => key);
    expect(marked.sort()).toEqual(description.overrides.filter((key) => key !== 'pulseRate').sort());
  });
});

describe('the table of kinds', () => {
  it('holds all that have a file', () => {
    const folder = join(ROOT, 'src/scanner/deflectors');
    const written = readdirSync(folder).filter((file) =>
      /^} satisfies Deflector(Kind|Description)</m.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(written.sort()).toEqual(names.map((name) => `${name}.ts`).sort());
  });
});

describe('optics of the device', () => {
  it.each(Object.keys(DEVICE_DEFLECTORS))('%s stand in both texts, and are compared on both devices', (optics) => {
    expect(existsSync(join(ROOT, 'wasm/deflectors', `${optics}.ts`))).toBe(true);
    expect(existsSync(join(ROOT, 'wgsl/deflectors', `${optics}.wgsl`))).toBe(true);
    expect(Object.values(PROGRAMS).map(({ deflector }) => deflector)).toContain(optics);
  });
});
