import { describe, expect, it } from 'vitest';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';
import { programsIn, statedAtRate } from '../../src/scanner/program.js';
import { recordedReturns } from '../../src/scanner/recorded-returns.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';
import type { ScannerDefinition } from '../../src/scanner/scanner-schema.js';
import type { UnknownFact } from '../../src/scanner/unknown-facts.js';

/** Whether a file tells a fact, apart from what it lists as unknown. */
const TELLS: Record<Exclude<UnknownFact, 'returns' | 'maxReturns'>, (definition: ScannerDefinition) => boolean> = {
  returnModes: ({ detection }) => detection.returnModes !== undefined,
  sensitivity: ({ detection }) => detection.sensitivity !== undefined,
  // Spinning stacks have one rate, and those without programmes any.
  rangeByRate: (definition) =>
    definition.deflector.kind === 'spinning' ||
    ('programs' in definition.deflector &&
      (definition.deflector.programs ?? []).length > 0 &&
      (definition.deflector.programs ?? []).every(({ rangeMax, sensitivity }) => rangeMax && sensitivity)),
};

/** A sentence of the sources about the return that is recorded. */
const MODE_TOLD = /\b(all returns of a pulse are recorded|strongest is the setting)\b/i;
const NUMBER_TOLD = /\breturns?\b/i;

describe.each(scannerIds())('the file of %s', (id) => {
  const definition = findScanner(id);
  const { detection, unknown = [] } = definition;
  const source = definition.source.replace(/\s+/g, ' ');

  it.each(Object.keys(TELLS) as (keyof typeof TELLS)[])('tells the fact %s, or that its sources do not', (fact) => {
    expect(TELLS[fact](definition)).toBe(!unknown.includes(fact));
  });

  it('has a return mode, and says whether its sources tell that it is the default', () => {
    expect(detection.returns).toBeDefined();
    if (unknown.includes('returns')) expect(source).toMatch(/ not told.* taken\b/);
    else expect(source).toMatch(MODE_TOLD);
    expect(detection.returnModes ?? [detection.returns]).toContain(detection.returns);
  });

  it('has a number of returns with a source, or says that there is none', () => {
    if (!unknown.includes('maxReturns')) expect(source).toMatch(NUMBER_TOLD);
    for (const program of programsIn(definition)) expect(recordedReturns(program)).toBeLessThanOrEqual(15);
    // A mode of two returns needs an instrument that has two.
    const most = Math.max(
      ...(detection.returnModes ?? []).map((returns) => recordedReturns({ ...detection, returns })),
      1,
    );
    expect(most).toBeLessThanOrEqual(detection.maxReturns);
  });

  it('is read with what it records at its pulse rate', () => {
    const { maxReturns, returns, rangeMax } = statedAtRate(definition);
    expect(resolveScanner(definition).detection).toMatchObject({ maxReturns, returns, rangeMax });
  });
});

describe('returns of a pulse by pulse rate', () => {
  // The heads of the scanners in python/pyhelios/data/scanners_als.xml of 3dgeo-heidelberg/helios fd94d1f.
  it.each([
    ['riegl-vux-1uav', { 50: 15, 100: 15, 200: 13, 300: 9, 380: 7, 550: 4 }],
    ['riegl-vux-1uav22', { 50: 15, 100: 15, 200: 15, 400: 15, 600: 15, 800: 11, 1200: 7 }],
    ['riegl-vq-780i', { 150: 15, 250: 15, 350: 14, 500: 10, 700: 7, 1000: 5 }],
  ])('%s', (id, expected) => {
    const programs = programsIn(findScanner(id));
    expect(Object.fromEntries(programs.map(({ pulseRate, maxReturns }) => [pulseRate / 1000, maxReturns]))).toEqual(
      expected,
    );
  });
});
