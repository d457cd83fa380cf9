import { expect, it } from 'vitest';
import { addChosenScanner, pickScanner } from '../../../../studio/actions/pick-scanner.js';
import { removeChosenScanner } from '../../../../studio/actions/remove-scanner.js';
import { firesIn } from '../../../../studio/document/edits/index.js';
import { faultOfName } from '../../../../studio/state/scanners/fault-of-name.js';
import { knownNames, namesOfScanners, withNames } from '../../../../studio/state/scanners/scanner-names.js';
import { chosenScanner, scannersOf, scannerTitle } from '../../../../studio/state/scanners/scanners.js';
import type { Studio } from '../../../../studio/state/studio.js';
import { newStudio } from '../../../support/new-studio.js';
import { benchWith } from '../../../workbench/bench.js';

const ask = benchWith();

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

/** A studio in which a survey is open. */
function opened(text: string): Studio {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  studio.document.open(text);
  return studio;
}

const told = (studio: Studio) => studio.messages.notices.value.map(({ text }) => text);

it('chooses a scanner that is added, and says so', () => {
  const studio = opened('scanner: livox-avia\nlegs: []\n');
  addChosenScanner(studio, 'livox-avia');
  expect(scannersOf(studio.document.survey)).toEqual([
    { name: 'livox-avia', id: 'livox-avia' },
    { name: 'livox-avia-2', id: 'livox-avia' },
  ]);
  expect([studio.selection.value, chosenScanner(studio)]).toEqual([{ kind: 'scanner' }, 1]);
  expect(studio.messages.announced.value?.text).toBe('Scanner livox-avia-2 was added, and is chosen');
  expect(studio.undoName.value).toBe('Add scanner livox-avia-2');
});

it('tells what goes with a scanner that is removed, and keeps the last one', () => {
  const studio = opened(`scanners: [{ name: left, scanner: x }, { name: right, scanner: x }]
legs:
  - { name: a, position: [0, 0, 0], scanners: { right: { active: false } } }
  - { name: b, position: [0, 0, 0], scanners: { left: { pulseRate: 1 } } }
restrict: [{ scanner: left, share: 0.5 }]
`);
  removeChosenScanner(studio);
  removeChosenScanner(studio);
  expect(told(studio)).toEqual([
    'Scanner left was removed, with its settings in b and a restriction. No scanner fires in a now: the platform passes without pulses. Undo brings it back.',
    'A survey has at least one scanner: choose another one in place of the last.',
  ]);
  expect(scannersOf(studio.document.survey)).toEqual([{ name: 'right', id: 'x' }]);
});

it('says what is wrong with a name as the check does', async () => {
  const names = ['left', 'right'];
  expect(['', 'left', 'ü.2_b'].map((name) => faultOfName(name, 0, names))).toEqual([undefined, undefined, undefined]);
  for (const [name, message] of [
    ['a b', 'expected a name of letters, digits, dots, hyphens and underscores'],
    ['right', 'expected a name that no other scanner has'],
  ]) {
    expect(faultOfName(name, 0, names)).toBe(`Found "${name}", ${message}`);
    const text = `scene: { parts: [{ generate: { kind: terrain, triangles: 1000 } }] }
scanners: [{ name: right, scanner: hesai-xt32 }, { name: ${name}, scanner: hesai-xt32 }]
legs: [{ position: [0, 0, 9] }]
output: [a.las]
`;
    const { faults } = await ask('check', { text });
    expect(faults.map((fault) => fault.message)).toEqual([`scanners[1].name: found "${name}", ${message}`]);
  }
});

it('knows what the file of a scanner calls it, once the text was checked', () => {
  const studio = opened('scanners: [{ scanner: { file: own.yaml } }, { scanner: x }]\nlegs: []\n');
  expect(knownNames(studio)).toEqual([undefined, 'x']);
  studio.checked.value = { faults: [], survey: { scanners: [{ name: 'mine' }, { name: 'x' }], legs: [] } } as never;
  expect(knownNames(studio)).toEqual(['mine', 'x']);
  expect(scannersOf(studio.document.survey).map(scannerTitle)).toEqual(['1: own.yaml', 'x']);
  expect(scannerTitle({ name: 'left', id: 'x' })).toBe('left: x');
});

it('tells which settings go with a scanner, and keeps them with the same one', () => {
  const text = `scanner: { id: velodyne-vlp-16, rotationRate: 3600 }
legs:
  - { name: a, position: [0, 0, 0], scanner: { pulseRate: 1, rotationRate: 7 } }
  - { name: b, position: [0, 0, 0], scanner: { pulseRate: 2, active: false } }
`;
  const studio = opened(text);
  pickScanner(studio, 'velodyne-vlp-16');
  expect(studio.text.value).toBe(text);
  pickScanner(studio, 'hesai-xt32');
  expect(studio.text.value).toMatch(/^scanner: hesai-xt32\n/);
  expect(told(studio)).toEqual([
    'Settings of the scanner before went with it: scanner.rotationRate, legs[0].scanner.pulseRate, legs[0].scanner.rotationRate and 1 more. Undo brings them back.',
  ]);
});
