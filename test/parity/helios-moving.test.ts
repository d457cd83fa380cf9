import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { readSurvey } from '../../src/node-surveys.js';
import {
  convertFromHelios,
  HAS_HELIOS_REFERENCE,
  heliosReferenceFigures,
  heliosReferenceLines,
} from '../support/helios-reference.js';

// The cloud of HELIOS++ 2.2.2 with a cube that moves by (10, −30, 0) mm every 10 ms, against ours without noise.

const NAME = 'tls_dyn_cube';
const SURVEY = `data/surveys/dyn/${NAME}.xml`;
const ORIGIN = [-30, -30, 1.7];

/** A point of a table of HELIOS++: where it is, which return of its pulse, and its object. */
interface Point {
  place: number[];
  isSingle: boolean;
  object: number;
}

/** First returns by the numbers of their pulses. */
function firstReturns(lines: readonly string[]): Map<number, Point> {
  const found = new Map<number, Point>();
  for (const line of lines) {
    const [x, y, z, , , number, count, pulse, object] = line.split(/\s+/).map(Number);
    if (number === 1) found.set(pulse, { place: [x, y, z], isSingle: count === 1, object });
  }
  return found;
}

const rangeOf = ({ place }: Point) => Math.hypot(...place.map((value, k) => value - ORIGIN[k]));

if (!HAS_HELIOS_REFERENCE)
  describe.skip('a moving cube of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('is where it is there', () => {});
  });

describe.skipIf(!HAS_HELIOS_REFERENCE)('a moving cube of HELIOS++', () => {
  const folder = HAS_HELIOS_REFERENCE ? mkdtempSync(join(tmpdir(), 'helios-moving-')) : '';
  let lines: string[] = [];
  const theirs = HAS_HELIOS_REFERENCE ? firstReturns(heliosReferenceLines(NAME, 'leg000')) : new Map<number, Point>();

  beforeAll(async () => {
    const { value } = await convertFromHelios(SURVEY);
    const output = [{ file: join(folder, 'leg%03d.xyz'), by: 'leg' as const, layout: 'helios' as const }];
    await runSurvey(await readSurvey({ ...value, detector: { rangeNoise: 0 }, output }), { engine: 'cpu' });
    lines = readFileSync(join(folder, 'leg000.xyz'), 'utf8').trim().split('\n');
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has as many points', () => {
    const { objects } = heliosReferenceFigures(NAME);
    for (const [object, points] of Object.entries(objects)) {
      const own = lines.filter((line) => line.split(/\s+/)[8] === object).length;
      expect(Math.abs(own / points - 1), `object ${object}: ${own} points`).toBeLessThan(3e-4);
    }
  });

  it('is hit by the same pulses', () => {
    const ours = firstReturns(lines);
    const differ = [...theirs].filter(([pulse, { object }]) => ours.get(pulse)?.object !== object);
    expect(theirs.size).toBe(7975);
    // 1,474 if the cube stands.
    expect(differ.length).toBeLessThanOrEqual(5);
  });

  it('is at the same ranges, but for their noise', () => {
    const ours = firstReturns(lines);
    const errors = [...theirs].flatMap(([pulse, point]) => {
      const own = ours.get(pulse);
      const isOnCube = own?.isSingle && point.isSingle && own.object === 2 && point.object === 2;
      return isOnCube ? [rangeOf(point) - rangeOf(own)] : [];
    });
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const rms = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    expect(errors.length).toBeGreaterThan(1700);
    // An update earlier or later, or a motion without jumps, has 6 to 18 mm.
    expect(rms).toBeLessThan(0.0055);
    expect(Math.abs(mean)).toBeLessThan(0.0005);
  });
});
