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

  it('turns noise of angles into radians; what it lacks is 0', () => {
    const detection = { rangeMin: 1, rangeMax: 100, maxReturns: 1, rangeNoise: 0.005 };
    const noisy = { ...detection, rangeNoisePerMetre: 1e-5, axisAngleNoise: 0.057, rayAngleNoise: 0.1 };
    const read = (given: object) => readScanner({ ...description('velodyne-vlp-16'), detection: given }).detection;
    expect(read(detection)).toMatchObject({ rangeNoisePerMetre: 0, axisAngleNoise: 0, rayAngleNoise: 0 });
    expect(read(noisy)).toMatchObject({
      rangeNoise: 0.005,
      rangeNoisePerMetre: 1e-5,
      axisAngleNoise: expect.closeTo(0.000995, 6),
      rayAngleNoise: expect.closeTo(0.001745, 6),
    });
  });

  it('refuses numbers of the detector that no receiver has', () => {
    expect(() => readScanner(description('velodyne-vlp-16'), { rayAngleNoise: -1 })).toThrow(
      'scanner.detection.rayAngleNoise must be a number >= 0, found -1',
    );
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
