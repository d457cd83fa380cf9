import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSurvey } from '../../../src/index.js';
import { EditRefused } from '../../../studio/document/edit-refused.js';
import * as edits from '../../../studio/document/edits/index.js';
import { applyPatches, inversePatches } from '../../../studio/document/patch.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

/** The text after an edit, which its inverse must take back. */
function after(source: string, make: (text: SurveyText) => edits.NamedEdit): string {
  const { name, patches } = make(new SurveyText(source));
  const text = applyPatches(source, patches);
  expect(name).toMatch(/^[A-Z]/);
  expect(applyPatches(text, inversePatches(patches))).toBe(source);
  return text;
}

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('campaign.yaml'))
  .map((name) => [name, readFileSync(join(EXAMPLES, name), 'utf8')] as const)
  .filter(([, text]) => /^scanners?:/m.test(text));

const REST = `scene: { parts: [{ generate: { kind: terrain, triangles: 1000 } }] }
output: [a.las]
`;

/** The survey that a run would make of a text. */
async function read(text: string) {
  const { instruments, legs } = await readSurvey(text);
  return {
    names: instruments.map(({ name }) => name),
    // biome-ignore format: a table
    fires: legs.map((_, k) => instruments.filter(({ inLegs }) => inLegs?.[k].active !== false).map(({ name }) => name)),
  };
}

const ONE = `${REST}# The instrument
scanner:   # of the institute
  id: velodyne-vlp-16
  # ten turns a second
  rotationRate: 3600
  # pulseRate: 1

legs:
  - { name: a, position: [0, 0, 9] } # one
  - name: b
    position: [1, 0, 9]
    scanner: # slowly
      rotationRate: 1800 # five
  - { name: turn, from: [0, 0, 9], to: [1, 0, 9], speed: 1, scanner: { active: false } }
  - { name: c, position: [1, 0, 9], scanner: { active: false, rotationRate: 1800 } }
`;

describe('a scanner that is added', () => {
  it('stands behind the one that was alone, which stays as it is written, with what legs say of it', async () => {
    const text = after(ONE, (now) => edits.addScanner(now, 'hesai-xt32'));
    expect(text).toBe(`${REST}# The instrument
scanners:
  - scanner:   # of the institute
      id: velodyne-vlp-16
      # ten turns a second
      rotationRate: 3600
      # pulseRate: 1
  - scanner: hesai-xt32

legs:
  - { name: a, position: [0, 0, 9] } # one
  - name: b
    position: [1, 0, 9]
    scanners:
      velodyne-vlp-16: # slowly
        rotationRate: 1800 # five
  - { name: turn, from: [0, 0, 9], to: [1, 0, 9], speed: 1, scanner: { active: false } }
  - { name: c, position: [1, 0, 9], scanners: { velodyne-vlp-16: { active: false, rotationRate: 1800 }, hesai-xt32: { active: false } } }
`);
    const both = ['velodyne-vlp-16', 'hesai-xt32'];
    expect(await read(text)).toEqual({ names: both, fires: [both, both, [], []] });
  });

  it('has a name that differs', async () => {
    const legs = `${REST}legs: [{ position: [0, 0, 9] }]\n`;
    const twice = after(`${legs}scanner: hesai-xt32 # mine\n`, (now) => edits.addScanner(now, 'hesai-xt32'));
    expect(twice).toBe(`${legs}scanners:
  - scanner: hesai-xt32 # mine
  - name: hesai-xt32-2
    scanner: hesai-xt32
`);
    const thrice = after(twice, (now) => edits.addScanner(now, 'hesai-xt32'));
    expect((await read(thrice)).names).toEqual(['hesai-xt32', 'hesai-xt32-2', 'hesai-xt32-3']);
  });

  it.each([
    ['in brackets', '{ legs: [{ position: [0, 0, 9] }], scanner: { id: livox-avia }, seed: 1 }\n', '{ legs: [{ position: [0, 0, 9] }], scanners: [{ scanner: { id: livox-avia } }, { scanner: hesai-xt32 }], seed: 1 }\n'],
    ['in JSON', '{\n  "scanner": "livox-avia",\n  "seed": 1\n}\n', '{\n  "scanners": [{ "scanner": "livox-avia" }, { "scanner": "hesai-xt32" }],\n  "seed": 1\n}\n'],
    ['at the end of a text without a line break', 'seed: 1\r\nscanner: livox-avia', 'seed: 1\r\nscanners:\r\n  - scanner: livox-avia\r\n  - scanner: hesai-xt32'],
    ['in a list', 'scanners: [{ scanner: livox-avia }] # all\n', 'scanners: [{ scanner: livox-avia }, { scanner: hesai-xt32 }] # all\n'],
    ['with a mark', 'scanner: &mine livox-avia\nother: *mine\n', 'scanners:\n  - scanner: &mine livox-avia\n  - scanner: hesai-xt32\nother: *mine\n'],
    ['of several lines in brackets', 'scanner: { id: livox-avia,\n  pulseRate: 1 }\nseed: 1\n', 'scanners:\n  - scanner: { id: livox-avia,\n      pulseRate: 1 }\n  - scanner: hesai-xt32\nseed: 1\n'],
    ['where there is none', 'seed: 1\n', 'seed: 1\nscanner: hesai-xt32\n'],
    ['where the value is still missing', 'scanner:\nseed: 1\n', 'scanner: hesai-xt32\nseed: 1\n'],
    ['where the list is empty', 'scanners: []\n', 'scanners:\n  - { scanner: hesai-xt32 }\n'],
  ])('goes beside one %s', (_, source, text) => expect(after(source, (now) => edits.addScanner(now, 'hesai-xt32'))).toBe(text)); // biome-ignore format: a table

  it.each(examples)('leaves the comments of %s, and all that it says', (_, source) => {
    const text = after(source, (now) => edits.addScanner(now, 'velodyne-vlp-16'));
    for (const comment of source.match(/#.*/g) ?? []) expect(text).toContain(comment);
    const { scanner, scanners = [{ scanner }], legs: before, ...rest } = parse(source);
    const { scanners: now, legs, ...others } = parse(text);
    expect(now.slice(0, -1)).toEqual(scanners);
    expect(others).toEqual(rest);
    expect(legs.length).toBe(before.length);
  });

  it('leaves what a leg that repeats another one follows', async () => {
    const source = `${REST}scanner: velodyne-vlp-16
legs: [&a { position: [0, 0, 9], scanner: { rotationRate: 1800 } }, *a]
`;
    expect(after(source, (now) => edits.addScanner(now, 'hesai-xt32'))).toContain(
      'legs: [&a { position: [0, 0, 9], scanners: { velodyne-vlp-16: { rotationRate: 1800 } } }, *a]',
    );
  });

  it('lets one of a file have a name where legs set numbers of it', () => {
    const legs = 'legs: [{ position: [0, 0, 9], scanner: { pulseRate: 1 } }]\n';
    const text = after(`scanner: { file: own.yaml }\n${legs}`, (now) => edits.addScanner(now, 'scanner'));
    expect(parse(text)).toEqual({
      scanners: [{ name: 'scanner-2', scanner: { file: 'own.yaml' } }, { scanner: 'scanner' }],
      legs: [{ position: [0, 0, 9], scanners: { 'scanner-2': { pulseRate: 1 } } }],
    });
  });
});

const SEVERAL = `${REST}scanners:
  # both hang
  - { name: up, scanner: velodyne-vlp-16 }
  # the other one
  - scanner: velodyne-vlp-16 # down
    mount: { pitch: 90 }
  - scanner: velodyne-vlp-16
legs:
  - { name: a, position: [0, 0, 9], scanners: { up: { active: false }, velodyne-vlp-16-2: { rotationRate: 1800 } } }
  - { name: b, position: [0, 0, 9], scanners: { velodyne-vlp-16: { active: false }, velodyne-vlp-16-2: { active: false } } }
  - { name: c, position: [0, 0, 9] }
restrict:
  - { scanner: up, elevation: [0, 5] } # sky
  - { scanner: velodyne-vlp-16-2, share: 0.5 }
`;

describe('a scanner that is renamed', () => {
  it('is called so in legs and restrictions, too', async () => {
    const text = after(SEVERAL, (now) => edits.renameScanner(now, 0, ' left '));
    expect(text).toBe(SEVERAL.replaceAll('up:', 'left:').replace('name: up', 'name: left').replace('scanner: up', 'scanner: left')); // biome-ignore format: one text
    // Scanners without names of their own are counted anew.
    const named = after(SEVERAL, (now) => edits.renameScanner(now, 1, 'down'));
    expect(named).toContain('  - name: down\n    scanner: velodyne-vlp-16 # down\n');
    expect(named).toContain('scanners: { up: { active: false }, velodyne-vlp-16: { rotationRate: 1800 } }');
    expect(named).toContain('scanners: { down: { active: false }, velodyne-vlp-16: { active: false } }');
    expect(named).toContain('  - { scanner: velodyne-vlp-16, share: 0.5 }');
    expect((await read(named)).names).toEqual(['up', 'down', 'velodyne-vlp-16']);
    const back = after(named, (now) => edits.renameScanner(now, 1, ''));
    expect(parse(back)).toEqual(parse(SEVERAL));
  });

  it('changes its name with another one', async () => {
    const source = `${REST}scanners: [{ name: velodyne-vlp-16-2, scanner: velodyne-vlp-16 }, { scanner: velodyne-vlp-16 }]
legs: [{ position: [0, 0, 9], scanners: { velodyne-vlp-16-2: { active: false } } }, { position: [0, 0, 9] }]
restrict: [{ scanner: velodyne-vlp-16, share: 0.5 }]
`;
    const text = after(source, (now) => edits.renameScanner(now, 0, ''));
    expect(parse(text)).toMatchObject({
      legs: [{ scanners: { 'velodyne-vlp-16': { active: false } } }, {}],
      restrict: [{ scanner: 'velodyne-vlp-16-2', share: 0.5 }],
    });
    expect((await read(text)).fires[0]).toEqual(['velodyne-vlp-16-2']);
  });

  it('leaves what is said of its name to another one that has the name, too', () => {
    const source = `scanners: [{ name: a, scanner: x }, { name: a, scanner: y }]
legs: [{ scanners: { a: { active: false } } }]
restrict: [{ scanner: a, share: 0.5 }]
`;
    const renamed = after(source, (now) => edits.renameScanner(now, 1, 'b'));
    expect(renamed).toBe(source.replace('a, scanner: y', 'b, scanner: y'));
    const removed = after(source, (now) => edits.removeScanner(now, 1));
    expect(removed).toBe(source.replace(', { name: a, scanner: y }', ''));
  });

  it('cannot have the name of another', () => {
    expect(() => edits.renameScanner(new SurveyText(SEVERAL), 0, 'velodyne-vlp-16-2')).toThrow(
      new EditRefused('Another scanner is called velodyne-vlp-16-2 already: legs could not tell them apart.'),
    );
  });

  it('is known by a name that its file has', () => {
    const source = `scanners: [{ scanner: { file: own.yaml } }, { scanner: livox-avia }]
legs: [{ position: [0, 0, 9], scanners: { mine: { active: false } } }]
`;
    const text = after(source, (now) => edits.renameScanner(now, 0, 'left', ['mine', 'livox-avia']));
    expect(text).toContain('scanners: { left: { active: false } }');
    expect(text).toContain('{ name: left, scanner: { file: own.yaml } }');
  });
});

describe('a scanner that is removed', () => {
  it('goes with what legs and restrictions say of it, and says in which legs nothing fires any more', async () => {
    const removed = edits.removeScanner(new SurveyText(SEVERAL), 0);
    expect(removed).toMatchObject({
      name: 'Remove scanner up',
      scanner: 'up',
      setting: ['a'],
      silent: ['b'],
      restrictions: 1,
    });
    const text = after(SEVERAL, (now) => edits.removeScanner(now, 0));
    expect(text).not.toMatch(/\bup\b/);
    expect(text).toContain('  # the other one\n  - scanner: velodyne-vlp-16 # down\n');
    expect(await read(text)).toEqual({
      names: ['velodyne-vlp-16', 'velodyne-vlp-16-2'],
      fires: [['velodyne-vlp-16', 'velodyne-vlp-16-2'], [], ['velodyne-vlp-16', 'velodyne-vlp-16-2']],
    });
  });

  it('lets those that are counted move up, in legs, too', async () => {
    const text = after(SEVERAL, (now) => edits.removeScanner(now, 1));
    expect(parse(text)).toMatchObject({
      scanners: [{ name: 'up' }, { scanner: 'velodyne-vlp-16' }],
      legs: [
        { scanners: { up: { active: false }, 'velodyne-vlp-16': { rotationRate: 1800 } } },
        { scanners: { 'velodyne-vlp-16': { active: false } } },
        {},
      ],
      restrict: [{ scanner: 'up' }, { scanner: 'velodyne-vlp-16', share: 0.5 }],
    });
    expect((await read(text)).fires).toEqual([['velodyne-vlp-16'], ['up'], ['up', 'velodyne-vlp-16']]);
  });

  it('leaves the last one, in its list', async () => {
    const both = `${REST}scanners:
  - scanner: velodyne-vlp-16 # first
  - scanner: hesai-xt32
legs: [{ name: a, position: [0, 0, 9], scanners: { hesai-xt32: { active: false } } }, { position: [0, 0, 9] }]
restrict: [{ scanner: hesai-xt32, share: 0.5 }]
`;
    const text = after(both, (now) => edits.removeScanner(now, 1));
    expect(text).toBe(`${REST}scanners:
  - scanner: velodyne-vlp-16 # first
legs: [{ name: a, position: [0, 0, 9] }, { position: [0, 0, 9] }]
`);
    expect((await read(text)).fires).toEqual([['velodyne-vlp-16'], ['velodyne-vlp-16']]);
    for (const last of [text, ONE])
      expect(() => edits.removeScanner(new SurveyText(last), 0)).toThrow(
        new EditRefused('A survey has at least one scanner: choose another one in place of the last.'),
      );
  });
});

describe('a scanner that fires in a leg or not', () => {
  const legWith = (leg: string) => `scanners: [{ name: up, scanner: x }, { scanner: y }]\nlegs:\n${leg}`;
  const switched = (leg: string, index: number, isOn: boolean) =>
    after(legWith(leg), (now) => edits.switchScanner(now, 0, index, isOn)).slice(legWith('').length);

  it.each([
    ['  - { name: a } # one\n', 1, false, '  - { name: a, scanners: { y: { active: false } } } # one\n'],
    ['  - { name: a, scanners: { y: { active: false } } } # one\n', 1, true, '  - { name: a } # one\n'],
    ['  - name: a\n', 0, false, '  - name: a\n    scanners: { up: { active: false } }\n'],
    ['  - { scanners: { y: { pulseRate: 1, active: false }, up: {} } }\n', 1, true, '  - { scanners: { y: { pulseRate: 1 }, up: {} } }\n'],
    ['  - { scanners: { y: { pulseRate: 1 } } }\n', 1, false, '  - { scanners: { y: { pulseRate: 1, active: false } } }\n'],
    // Settings of all are repeated for each.
    ['  - { name: a, scanner: { active: false } } # turn\n', 0, true, '  - { name: a, scanners: { y: { active: false } } } # turn\n'],
    ['  - { scanner: { pulseRate: 1 } }\n', 1, false, '  - { scanners: { up: { pulseRate: 1 }, y: { pulseRate: 1, active: false } } }\n'],
    ['  - name: a\n    scanner: { pulseRate: 1 } # all\n', 0, false, '  - name: a\n    scanners: { up: { pulseRate: 1, active: false }, y: { pulseRate: 1 } } # all\n'],
    ['  - name: a\n    scanner:\n      pulseRate: 1 # all\n', 0, false, '  - name: a\n    scanners:\n      up:\n        pulseRate: 1 # all\n        active: false\n      y: { pulseRate: 1 }\n'],
    ['  - { name: a, scanner: {} }\n', 0, false, '  - { name: a, scanners: { up: { active: false } } }\n'],
  ])('%j', (leg, index, isOn, written) => expect(switched(leg, index, isOn)).toBe(written)); // biome-ignore format: a table

  it('is told by the name of the edit, and has to have one itself', () => {
    const text = new SurveyText('scanners: [{ scanner: x }, { scanner: { file: y } }]\nlegs: [{ name: a, position: [0, 0, 0] }]\n'); // biome-ignore format: one text
    expect(edits.switchScanner(text, 0, 0, false).name).toBe('Switch x off in station a');
    expect(edits.switchScanner(text, 0, 1, false, ['x', 'mine']).name).toBe('Switch mine off in station a');
    expect(() => edits.switchScanner(text, 0, 1, false)).toThrow('Give scanner 2 a name first');
  });
});

it('takes another scanner for one of several, which legs call by its new id', () => {
  const source = `scanners: [{ scanner: x }, { scanner: y }]
legs: [{ scanners: { x: { pulseRate: 1, active: false }, y: { pulseRate: 2 } } }]
`;
  expect(after(source, (now) => edits.setScanner(now, 'y'))).toBe(`scanners: [{ scanner: y }, { scanner: y }]
legs: [{ scanners: { y: { active: false }, y-2: { pulseRate: 2 } } }]
`);
  // A name that only counts goes with the id, another one stays.
  const counted =
    'scanners: [{ scanner: x }, { name: x-2, scanner: x }]\nlegs: [{ scanners: { x-2: { active: false } } }]\n';
  expect(after(counted, (now) => edits.setScanner(now, 'y', 1))).toBe(
    'scanners: [{ scanner: x }, { scanner: y }]\nlegs: [{ scanners: { y: { active: false } } }]\n',
  );
  const named = counted.replaceAll('x-2', 'left');
  expect(after(named, (now) => edits.setScanner(now, 'y', 1))).toBe(
    named.replace('left, scanner: x', 'left, scanner: y'),
  );
});
