import { describe, expect, it } from 'vitest';
import { nearestEntries } from '../../../src/base/yaml/nearest.js';
import { synonymsOf } from '../../../src/base/yaml/synonyms.js';
import { expectedPlatform } from '../../../src/platform/platform-catalogue.js';
import { findScanner } from '../../../src/scanner/catalogue.js';
import { listScanners } from '../../../src/scanner/list-scanners.js';

describe('nearestEntries', () => {
  it.each([
    ['RIEGL VZ-400', ['riegl-vz-400']],
    ['riegl vz 400', ['riegl-vz-400']],
    ['VLP-16', ['velodyne-vlp-16']],
    ['vlp16', ['velodyne-vlp-16']],
    ['velodyne_vlp16', ['velodyne-vlp-16']],
    ['Velodyne Puck (VLP-16)', ['velodyne-vlp-16']],
    ['vz400', ['riegl-vz-400', 'riegl-vz-400i']],
    ['riegl-vz-4000', ['riegl-vz-1000', 'riegl-vz-400', 'riegl-vz-400i']],
    ['VLP-16x', ['velodyne-vlp-16']],
    ['vz401', ['riegl-vz-400']],
    ['Puk', []],
    ['qqqqqqqqqqqqqqq', []],
    ['x'.repeat(5000), []],
  ])('finds the scanners that %s may mean', (given, ids) => {
    expect(nearestEntries(given, listScanners())).toEqual(ids);
  });

  it('tells the id for a printed name', () => {
    expect(() => findScanner('RIEGL VZ-400')).toThrow('did you mean "riegl-vz-400"?');
    expect(expectedPlatform('plane')).toBe('a platform of the catalogue; did you mean "aircraft"?');
    expect(expectedPlatform('Roof of a vehicle')).toBe('a platform of the catalogue; did you mean "vehicle-roof"?');
    expect(expectedPlatform('submarine')).toMatch(/^a platform of the catalogue: aircraft, backpack, /);
  });
});

describe('synonymsOf', () => {
  it('finds keys that say the same, of those that are known', () => {
    expect(synonymsOf('rotation', ['position', 'heading', 'pitch', 'roll'])).toEqual(['heading', 'pitch', 'roll']);
    expect(synonymsOf('Yaw', ['position', 'heading'])).toEqual(['heading']);
    expect(synonymsOf('velocity', ['speed', 'to'])).toEqual(['speed']);
    for (const word of ['velocity', 'speed', 'trajectory', 'path', 'waypoints'])
      expect(synonymsOf(word, ['name', 'on', 'motion'])).toEqual(['motion']);
    expect(synonymsOf('rotation', ['seed'])).toEqual([]);
    expect(synonymsOf('constructor', ['seed'])).toEqual([]);
  });
});
