import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSurvey } from '../../../src/index.js';
import { EditRefused } from '../../../studio/document/edit-refused.js';
import * as edits from '../../../studio/document/edits/index.js';
import { newSurvey } from '../../../studio/document/new-survey.js';
import { NEW_SURVEYS } from '../../../studio/document/new-survey-kinds.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('campaign.yaml'))
  .map((name) => [name, readFileSync(join(EXAMPLES, name), 'utf8')] as const);
const surveys = [
  ...examples,
  ...NEW_SURVEYS.filter(({ kind }) => kind !== 'empty').map(({ kind }) => [`new ${kind}`, newSurvey(kind)] as const),
  ['JSON', JSON.stringify(parse(examples.find(([name]) => name === 'quickstart.yaml')![1]), null, 2)] as const,
];

const done = (text: SurveyText, { patches }: edits.NamedEdit): SurveyText => text.apply(patches);

/** Every edit with values that any survey may have, by the name of its function. */
const EDITS: Record<string, (text: SurveyText) => edits.NamedEdit> = {
  addStation: (text) => edits.addStation(text, { position: [1.23456, -2, 0], heading: 30, duration: 2 }),
  addStraightLeg: (text) => edits.addStraightLeg(text, { name: 'run', from: [0, 0, 50], to: [9, 0, 50], speed: 5 }),
  addPathLeg: (text) =>
    edits.addPathLeg(text, {
      path: [
        [0, 0, 2],
        [5, 0, 2],
        [5, 5, 2],
      ],
      speed: 2,
      smooth: { tension: 0.2 },
    }),
  moveLeg: (text) => {
    const [leg] = edits.legsOf(text);
    const handle = 'position' in leg ? 'position' : 'from' in leg ? 'to' : { point: 1 };
    return edits.moveLeg(text, 0, handle, [7.00049, 8, 9]);
  },
  shiftLeg: (text) => edits.shiftLeg(text, 0, [1, 2, 0]),
  duplicateLeg: (text) => edits.duplicateLeg(text, 0, [5, 0, 0]),
  renameLeg: (text) => edits.renameLeg(text, 0, 'another: one'),
  setLegValue: (text) => edits.setLegValue(text, 0, 'pause', 2.5),
  addPart: (text) =>
    edits.addPart(text, {
      generate: { kind: 'room', seed: 3, triangles: 20000 },
      transform: { translate: [0, 50, 0] },
    }),
  setPartValue: (text) => edits.setPartValue(text, 0, ['transform', 'translate'], [0.5, 0, -0.001]),
  renamePart: (text) => edits.renamePart(text, 0, 'another: one'),
  setLabel: (text) =>
    edits.setLabel(text, { match: 'trunk*', on: 'group' }, { class: 'high vegetation', semantic: 'tree' }),
  setMaterial: (text) => edits.setMaterial(text, 'bark', { reflectance: 0.45 }),
  setOutputs: (text) => edits.setOutputs(text, ['one.las', { file: 'two.ply', fields: 'all' }]),
  setSeed: (text) => edits.setSeed(text, 9007199254740991),
  setPlatform: (text) => edits.setPlatform(text, 'backpack'),
};

describe.each(surveys)('%s', (_, source) => {
  it.each(Object.keys(EDITS))('is a survey after %s, and as before once it is undone', async (name) => {
    const text = new SurveyText(source);
    const edit = EDITS[name](text);
    const after = done(text, edit);
    expect(edit.name).toMatch(/^[A-Z]/);
    expect(after.text).not.toBe(source);
    await expect(readSurvey(after.text), after.text).resolves.toHaveProperty('legs');
    for (const comment of source.match(/#.*/g) ?? []) expect(after.text).toContain(comment);
  });
});

const STREET = new SurveyText(newSurvey('street'));

describe('edits', () => {
  it('say what they do', () => {
    const name = (edit: edits.NamedEdit) => edit.name;
    expect(name(edits.moveLeg(STREET, 1, 'position', [0, 0, 0]))).toBe('Move station pavement');
    expect(name(edits.deleteLeg(STREET, 0))).toBe('Delete station west');
    expect(name(edits.addStation(STREET, { position: [0, 0, 0] }))).toBe('Add station 3');
    expect(name(edits.duplicateLeg(STREET, 1))).toBe('Duplicate station pavement');
    expect(name(edits.renameLeg(STREET, 1, 'kerb'))).toBe('Rename station pavement to kerb');
    expect(name(edits.setLegValue(STREET, 1, ['scanner', 'pulseRate'], 100000))).toBe(
      'Set scanner pulseRate of station pavement',
    );
    expect(name(edits.removePart(STREET, 0))).toBe('Remove street from the scene');
  });

  it('write a leg as a person would', () => {
    const after = done(STREET, edits.addStation(STREET, { position: [1.23456, 0.1 + 0.2, 0], on: 'ground' }));
    expect(after.text).toContain(
      '  - { name: pavement, position: [-5, -5, 0] }\n  - { name: station 3, position: [1.235, 0.3, 0], on: ground }\n\noutput:',
    );
    const twice = done(after, edits.duplicateLeg(after, 0, [1, 0, 0]));
    expect(twice.text).toContain('  - { name: west 2, position: [-29, 3, 0] }\n');
    expect(edits.legsOf(done(twice, edits.duplicateLeg(twice, 1)))[2].name).toBe('west 3');
  });

  it('fill an empty survey until it runs', async () => {
    let text = new SurveyText(newSurvey('empty'));
    text = done(text, edits.addPart(text, { generate: { kind: 'street', triangles: 20000 } }));
    // Its words about a missing scene go with it.
    expect(text.text.startsWith('name: survey\n')).toBe(true);
    text = done(text, edits.addPart(text, { generate: { kind: 'street', triangles: 20000 } }));
    text = done(text, edits.addStation(text, { position: [0, 0, 0] }));
    text = done(text, edits.setScanner(text, 'velodyne-hdl-32e'));
    expect(text.text).toContain(
      'scene:\n  parts:\n    - { generate: { kind: street, triangles: 20000 } }\n    - { name: street 2, generate: { kind: street, triangles: 20000 } }\n',
    );
    expect((await readSurvey(text.text)).legs).toHaveLength(1);
    const none = done(text, edits.deleteLeg(text, 0));
    expect(none.text).toContain('legs: []\n');
  });

  it('keep the comment of an empty survey that is another by now', () => {
    const generate = { kind: 'room' } as const;
    const own = new SurveyText(newSurvey('empty').replace('yet:', 'yet, alas:'));
    expect(done(own, edits.addPart(own, { generate })).text).toMatch(/^# A survey without a scene yet, alas:/);
    const below = new SurveyText(`# Mine\n${newSurvey('empty')}`);
    expect(done(below, edits.addPart(below, { generate })).text).toMatch(/^# Mine\n# A survey without/);
    const foreign = new SurveyText(newSurvey('empty').replaceAll('\n', '\r\n'));
    expect(done(foreign, edits.addPart(foreign, { generate })).text).toMatch(/^name: survey\r\n/);
  });

  it('begin with no text at all', async () => {
    let text = new SurveyText('');
    text = done(text, edits.setScanner(text, 'velodyne-vlp-16'));
    text = done(text, edits.addPart(text, { generate: { kind: 'terrain', triangles: 1000 } }));
    text = done(text, edits.addStation(text, { position: [0, 0, 30] }));
    text = done(text, edits.setSeed(text, 4));
    expect(Object.keys(text.valueAt([]) as object)).toEqual(['seed', 'scene', 'scanner', 'legs']);
    await expect(readSurvey(text.text)).resolves.toBeDefined();
  });

  it('remove points and legs', () => {
    const text = new SurveyText('legs:\n  - path: [[0, 0, 1], [1, 0, 1], [2, 0, 1]] # way\n    speed: 1\n');
    const added = done(text, edits.addLegPoint(text, 0, 3, [3.0004, 0, 1]));
    expect(added.text).toContain('[2, 0, 1], [3, 0, 1]] # way');
    expect(done(added, edits.removeLegPoint(added, 0, 0)).text).toContain(
      'path: [[1, 0, 1], [2, 0, 1], [3, 0, 1]] # way',
    );
    expect(() => edits.moveLeg(text, 0, 'position', [0, 0, 0])).toThrow(new EditRefused('leg 1 has no position'));
    expect(() => edits.deleteLeg(text, 1)).toThrow('the survey has no leg 2');
  });

  it('put a path above the ground, and let it follow the ground, as one step each', () => {
    const source = `legs:
  - path:
      - [0, 0, 1] # start
      # over the hill
      - [10.0, 0, 1.0]
    speed: 1
`;
    const text = new SurveyText(source);
    const put = edits.setPointHeights(text, 0, [2.00049, undefined]);
    expect(put.name).toBe('Set the height of leg 1 above ground');
    const high = done(text, put);
    expect(high.text).toBe(source.replace('[0, 0, 1]', '[0, 0, 2]'));
    const [first, last] = edits.pointsOf(edits.legAt(high, 0)) ?? [];
    const follow = edits.addPathPoints(high, 0, [first, [4, 0, 5], [6.00012, 0, 5], last]);
    expect(follow.name).toBe('Follow the ground with leg 1');
    const lines = ['[0, 0, 2] # start', '[4, 0, 5]', '[6, 0, 5]', '# over the hill', '[10.0, 0, 1.0]'];
    expect(done(high, follow).text.match(/\[.*|#.*/g)).toEqual(lines);
    const copter = new SurveyText('legs: [{ waypoints: [[0, 0, 1], [9, 0, 1]] }]');
    expect(done(copter, edits.setPointHeights(copter, 0, [3, 4])).text).toContain('[[0, 0, 3], [9, 0, 4]]');
    expect(
      edits.pointsOf({
        path: [
          [0, 0],
          [1, 1, 1],
        ],
      }),
    ).toBeUndefined();
  });

  it('set a leg back to what is usual', () => {
    const text = new SurveyText('legs:\n  - { name: a, position: [0, 0, 0], pause: 3, scanner: { lineRate: 5 } }\n');
    const after = done(text, edits.setLegValue(text, 0, 'pause', undefined));
    expect(done(after, edits.renameLeg(after, 0, ' ')).text).toBe(
      'legs:\n  - { position: [0, 0, 0], scanner: { lineRate: 5 } }\n',
    );
  });
});

describe('a scanner', () => {
  it('replaces another, without the settings of that one', async () => {
    const edit = edits.setScanner(STREET, 'leica-als50');
    expect([edit.name, edit.dropped]).toEqual([
      'Set scanner leica-als50',
      ['scanner.verticalStep', 'scanner.horizontalStep'],
    ]);
    expect(done(STREET, edit).text).toContain('\nscanner: leica-als50\nplatform: tripod\n');
  });

  it('is edited in the legs, too', () => {
    const text = new SurveyText(
      'scanner: a\nlegs:\n  - { position: [0, 0, 0], scanner: { active: false, lineRate: 5 } }\n  - { position: [1, 0, 0], scanner: { lineRate: 5 } } # c\n',
    );
    const edit = edits.setScanner(text, 'b');
    expect(edit.dropped).toEqual(['legs[0].scanner.lineRate', 'legs[1].scanner.lineRate']);
    expect(done(text, edit).text).toBe(
      'scanner: b\nlegs:\n  - { position: [0, 0, 0], scanner: { active: false } }\n  - { position: [1, 0, 0] } # c\n',
    );
  });

  it('is edited among several, with its id as name', () => {
    const text = new SurveyText(
      'scanners:\n  - { scanner: a }\n  - scanner: { id: b, lineRate: 2 }\n    mount: { heading: 3 }\nlegs:\n  - { position: [0, 0, 0], scanners: { b: { active: false, lineRate: 4 } } }\n',
    );
    const edit = edits.setScanner(text, 'c', 1);
    expect(edit.dropped).toEqual(['scanners[1].scanner.lineRate', 'legs[0].scanners.b.lineRate']);
    expect(done(text, edit).text).toBe(
      'scanners:\n  - { scanner: a }\n  - scanner: c\n    mount: { heading: 3 }\nlegs:\n  - { position: [0, 0, 0], scanners: { c: { active: false } } }\n',
    );
  });
});

describe('labels and materials', () => {
  it('come first, change in place, and go', () => {
    const text = new SurveyText(examples.find(([name]) => name === 'materials.yaml')![1]);
    const first = done(text, edits.setLabel(text, { match: 'oak*' }, { class: 5 }));
    expect(first.text).toContain(
      'patterns match names of objects, groups or materials.\n    - { match: "oak*", class: 5 }\n    - { match: roof_tile',
    );
    const changed = done(first, edits.setLabel(first, { match: 'oak*' }, { class: 4 }));
    expect(changed.text).toBe(first.text.replace('class: 5', 'class: 4'));
    expect(done(changed, edits.setLabel(changed, { match: 'oak*' }, {})).text).toBe(text.text);
    expect(edits.setLabel(text, { match: 'none' }, {}).patches).toEqual([]);
    const material = done(text, edits.setMaterial(text, 'asphalt', { use: 'asphalt-dark' }));
    expect(material.text).toBe(text.text.replace('asphalt-light', 'asphalt-dark'));
    expect(done(text, edits.setMaterial(text, 'plaster_white', undefined)).text).toBe(
      text.text.replace('    plaster_white: { reflectance: 0.75 }\n', ''),
    );
  });

  it('leave no empty lists', () => {
    const labelled = done(STREET, edits.setLabel(STREET, { match: 'a' }, { class: 5 }));
    expect(done(labelled, edits.setLabel(labelled, { match: 'a' }, {})).text).toBe(STREET.text);
    const painted = done(STREET, edits.setMaterial(STREET, 'a', { reflectance: 0.5 }));
    expect(done(painted, edits.setMaterial(painted, 'a', undefined)).text).toBe(STREET.text);
  });
});

describe('a new survey', () => {
  it.each(NEW_SURVEYS.filter(({ kind }) => kind !== 'empty'))(
    'of a $kind is small enough for a page',
    async ({ kind }) => {
      const text = new SurveyText(newSurvey(kind));
      const [part] = text.valueAt(['scene', 'parts']) as { generate: { triangles: number } }[];
      expect(part.generate.triangles).toBeLessThanOrEqual(400_000);
      expect(text.valueAt(['output'])).toEqual([`${kind}.las`]);
      expect((await readSurvey(text.text)).legs.length).toBeGreaterThan(0);
    },
  );
});
