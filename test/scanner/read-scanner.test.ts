import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';
import { readScanner } from '../../src/scanner/read-scanner.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';

const description = (id: string): Record<string, unknown> =>
  parse(readFileSync(new URL(`../../platforms/scanners/${id}.yaml`, import.meta.url), 'utf8'));

describe('readScanner', () => {
  it.each(scannerIds())('reads the catalogue’s %s as a survey does', (id) => {
    expect(readScanner(description(id))).toEqual(resolveScanner(findScanner(id)));
  });

  it('puts the detector’s numbers in place of the instrument’s', () => {
    expect(readScanner(description('velodyne-vlp-16'), { rangeMax: 42 }).detection.rangeMax).toBe(42);
  });

  it('names what is wrong', () => {
    const given = { ...description('velodyne-vlp-16'), wavelength: -1, colour: 'red' };
    expect(() => readScanner(given)).toThrow(
      /wavelength: found -1, expected a number >= 200[\s\S]*colour: unknown key/,
    );
    expect(() => readScanner('velodyne-vlp-16')).toThrow('expected a map with a scanner');
    expect(() => readScanner(description('velodyne-vlp-16'), { rangeMin: 200 })).toThrow('rangeMin: found 200');
  });
});
