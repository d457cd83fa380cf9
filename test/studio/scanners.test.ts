import { expect, it } from 'vitest';
import type { Backend } from '../../studio/backend/backend.js';
import { firesIn } from '../../studio/document/edits/index.js';
import { pickScanner } from '../../studio/state/pick-scanner.js';
import { namesOfScanners, withNames } from '../../studio/state/scanner-names.js';
import { Studio } from '../../studio/state/studio.js';

it('calls scanners as the survey of a cloud does, of which there are several', () => {
  const several = `scanners:
    - { name: left, scanner: velodyne-vlp-16 }
    - { scanner: { id: hesai-xt32, pulseRate: 1 } }
    - scanner: livox-avia
    - { scanner: { file: own.yaml } }
`;
  const names = namesOfScanners(several);
  expect(names).toEqual({ 0: 'left', 1: 'hesai-xt32', 2: 'livox-avia' });
  expect(namesOfScanners('scanner: velodyne-vlp-16\n')).toEqual({});
  expect(namesOfScanners('scanners: [{ name: left, scanner: livox-avia }]\n')).toEqual({});
  expect(namesOfScanners(undefined)).toEqual({});

  const column = { kind: 'categories', categories: [{ number: 1, count: 5 }, { number: 3, count: 2 }] } as never; // biome-ignore format: a table
  expect(withNames(column, names)).toMatchObject({
    categories: [{ number: 1, name: 'hesai-xt32', count: 5 }, { number: 3, name: undefined }], // biome-ignore format: a table
  });
});

it('knows which of several a leg switches off', () => {
  const off = (leg: Record<string, unknown>) => ['left', 'right'].map((name) => !firesIn(leg, name));
  expect(off({})).toEqual([false, false]);
  expect(off({ scanners: { left: { active: false }, right: { pulseRate: 1 } } })).toEqual([true, false]);
  expect(off({ scanner: { active: false } })).toEqual([true, true]);
  expect(off({ scanners: null, scanner: { active: true } })).toEqual([false, false]);
});

it('tells which settings go with a scanner, and keeps them with the same one', () => {
  const studio = new Studio({ kind: 'worker', ask: () => new Promise(() => {}) } as unknown as Backend);
  const text = `scanner: { id: velodyne-vlp-16, rotationRate: 3600 }
legs:
  - { name: a, position: [0, 0, 0], scanner: { pulseRate: 1, rotationRate: 7 } }
  - { name: b, position: [0, 0, 0], scanner: { pulseRate: 2, active: false } }
`;
  studio.document.open(text);
  pickScanner(studio, 'velodyne-vlp-16');
  expect(studio.text.value).toBe(text);
  pickScanner(studio, 'hesai-xt32');
  expect(studio.text.value).toMatch(/^scanner: hesai-xt32\n/);
  expect(studio.notices.value.map(({ text }) => text)).toEqual([
    'Settings of the scanner before went with it: scanner.rotationRate, legs[0].scanner.pulseRate, legs[0].scanner.rotationRate and 1 more. Undo brings them back.',
  ]);
});
