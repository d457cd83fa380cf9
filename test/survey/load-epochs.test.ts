import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadEpochs, loadSurvey } from '../../src/survey/load-survey.js';
import { readSurvey } from '../../src/survey/read-survey.js';
import { faultOf, keepingLog } from '../scene/scene-files.js';

const PARTS = '{ file: box.obj }, { file: box.obj, transform: { translate: [5, 0, 0] } }, { file: hut.obj, name: hut }';

function surveyOf(epochs: string, { parts = PARTS, output = 'clouds/a.las' } = {}) {
  const text = `scene:\n  parts: [${parts}]\nscanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1.7] }]\noutput: [${output}]\n${epochs}\n`;
  const models = Object.fromEntries(['box.obj', 'hut.obj', 'new.obj'].map((name) => [name, 'v 0 0 0\n']));
  return { text, files: createWebFiles({ sources: { 'survey.yaml': text, ...models } }) };
}

async function load(epochs: string, options = {}) {
  const { files } = surveyOf(epochs, options);
  const loaded = await loadEpochs('survey.yaml', { files, outputFolder: 'out' });
  return loaded.map(({ epoch, survey }) => ({
    epoch,
    parts: survey.scene.parts.map(({ name, source }) => [
      name,
      source.kind === 'file' && source.path.replace(/.*\//, ''),
    ]),
    output: survey.outputs.map(({ path }) => path.replace(/^.*(?=out\/)/, '')),
    seed: survey.seed,
    place: survey.scene.parts.map(({ place }) => place.line),
  }));
}

describe('epochs', () => {
  it('replace and remove parts by their names, each from the scene as it is', async () => {
    const epochs = [
      'epochs:',
      '  - name: before',
      '  - name: 2024',
      '    parts:',
      '      box-2: { file: new.obj }',
      '      hut: null',
      '  - { name: after, parts: { box: null } }',
    ].join('\n');
    await expect(load(epochs.replace('2024', '"2024"'))).resolves.toEqual([
      {
        epoch: 'before',
        parts: [
          ['box', 'box.obj'],
          ['box-2', 'box.obj'],
          ['hut', 'hut.obj'],
        ],
        output: ['out/before/clouds/a.las'],
        seed: 1,
        place: [2, 2, 2],
      },
      {
        epoch: '2024',
        parts: [
          ['box', 'box.obj'],
          ['box-2', 'new.obj'],
        ],
        output: ['out/2024/clouds/a.las'],
        seed: 1,
        place: [2, 10],
      },
      {
        epoch: 'after',
        parts: [
          ['box-2', 'box.obj'],
          ['hut', 'hut.obj'],
        ],
        output: ['out/after/clouds/a.las'],
        seed: 1,
        place: [2, 2],
      },
    ]);
  });

  it('have a seed, times, legs and other sections of their own, whole, and else those of the survey', async () => {
    const epochs = [
      'seed: 5',
      'poseError: { leverArm: [1, 0, 0] }',
      'epochs:',
      '  - name: first',
      '  - name: second',
      '    seed: 6',
      '    startTime: 2026-03-01T08:00:00Z',
      '    legs: [{ position: [2, 0, 1.7] }, { position: [4, 0, 1.7] }]',
      '    poseError: { boresight: { roll: 90 } }',
      '    atmosphere: { visibilityKm: 1 }',
    ].join('\n');
    const { files } = surveyOf(epochs);
    const [first, second] = (await loadEpochs('survey.yaml', { files })).map(({ survey }) => survey);
    expect([first.seed, second.seed]).toEqual([5, 6]);
    // 424 days, from 2025-01-01 to 2026-03-01, and 8 hours.
    expect(second.legs[0].startTime - first.legs[0].startTime).toBe(424 * 86_400 + 8 * 3600);
    expect(second.legs.map(({ path }) => path.kind === 'station' && path.position[0])).toEqual([2, 4]);
    expect(first.legs.length).toBe(1);
    expect([first, second].map(({ poseError }) => poseError?.leverArm[0])).toEqual([1, 0]);
    expect(second.poseError?.boresight.roll).toBeCloseTo(Math.PI / 2, 12);
    expect(second.instruments[0].extinction).toBeGreaterThan(2 * first.instruments[0].extinction);
    expect(first.scene.parts.length).toBe(second.scene.parts.length);
  });

  it('have several scanners in place of one', async () => {
    const { files } = surveyOf(
      'epochs: [{ name: a }, { name: b, scanners: [{ scanner: riegl-vz-400 }, { scanner: velodyne-hdl-32e }] }]',
    );
    const loaded = await loadEpochs('survey.yaml', { files });
    expect(loaded.map(({ survey }) => survey.instruments.map(({ name }) => name))).toEqual([
      ['velodyne-vlp-16'],
      ['riegl-vz-400', 'velodyne-hdl-32e'],
    ]);
  });

  it('are none in a survey without them', async () => {
    const [only, ...others] = await load('');
    expect([only.epoch, only.output, others]).toEqual([undefined, ['out/clouds/a.las'], []]);
  });

  it.each([
    ['epochs: []', /survey\.yaml:6:9: epochs: .*expected a list of 1 to 1000/],
    ['epochs: [{ name: a/b }]', /epochs\[0\]\.name: found "a\/b", expected a name of letters/],
    ['epochs: [{ name: .. }]', /epochs\[0\]\.name: found "\.\."/],
    [
      'epochs: [{ name: a }, { name: A }]',
      /survey\.yaml:6:31: epochs\[1\]\.name: found "A", expected a name that no other/,
    ],
    [
      'epochs: [{ name: a, parts: { boxx: null } }]',
      /survey\.yaml:6:30: epochs\[0\]\.parts\.boxx: the scene has no part of this name; did you mean "box"/,
    ],
    ['epochs: [{ name: a, parts: { box: { fil: new.obj } } }]', /epochs\[0\]\.parts\.box\.fil: unknown key/],
    [
      'epochs: [{ name: a }, { name: b, parts: { box: { file: new.obj, lod: 2 } } }]',
      /survey\.yaml:6:70: scene\.parts\[0\]\.lod: found 2, expected no lod/,
    ],
    ['epochs: [{ name: a, seed: -1 }]', /survey\.yaml:6:27: epochs\[0\]\.seed: found -1, expected a whole number/],
    ['epochs: [{ name: a, sead: 1 }]', /epochs\[0\]\.sead: unknown key; did you mean "seed"/],
    ['epochs: [{ name: a, output: [b.las] }]', /epochs\[0\]\.output: unknown key/],
    [
      'epochs: [{ name: a }, { name: b, legs: [{ position: [0, 0, 1], azimuth: [5, 5] }] }]',
      /survey\.yaml:6:77: legs\[0\]\.azimuth\[1\]: found 5, expected an angle other than the first/,
    ],
    [
      'epochs: [{ name: a, startTime: 2026-02-30T00:00:00Z }]',
      /survey\.yaml:6:32: startTime: found "2026-02-30T00:00:00Z"/,
    ],
    ['epochs: [{ name: a, scanner: velodyne-vlp16 }]', /survey\.yaml:6:30: scanner: .*did you mean "velodyne-vlp-16"/],
    [
      'epochs: [{ name: a, parts: { box: null, box-2: null, hut: null } }]',
      /^survey\.yaml:6:28: epochs\[0\]\.parts: the epoch "a" removes all parts of the scene, expected at least one left$/,
    ],
  ])('have a fault in %s', async (epochs, message) => {
    expect(await faultOf(load(epochs))).toMatch(message);
  });

  it('report other faults of the survey beside their own', async () => {
    const fault = await faultOf(load('epochs: [{ name: a, parts: { boxx: null } }]\nseeed: 1'));
    expect(fault).toMatch(/2 faults[\s\S]*(seeed[\s\S]*boxx|boxx[\s\S]*seeed)/);
  });

  it.each(['/tmp/a.las', '../a.las'])('do not write all to %s', async (output) => {
    const fault = await faultOf(load('epochs: [{ name: a }]', { output }));
    expect(fault).toMatch(/survey\.yaml:5:9: an output lies in .*: all epochs would write it/);
  });

  it('give their first one to those who ask for one survey', async () => {
    const { files } = surveyOf('epochs: [{ name: a, parts: { hut: null } }, { name: b }]');
    const log = keepingLog();
    const { scene, outputs } = await loadSurvey('survey.yaml', { files, log });
    expect(scene.parts.map(({ name }) => name)).toEqual(['box', 'box-2']);
    expect(outputs[0].path).toMatch(/(^|\/)a\/clouds\/a\.las$/);
    expect(log.warnings).toEqual(['survey.yaml: this is the epoch a, the first of 2; subray run runs all']);
  });

  it('are unknown in memory', async () => {
    const { text, files } = surveyOf('epochs: [{ name: a }]');
    expect(await faultOf(readSurvey(text, { files }))).toMatch(/epochs: unknown key/);
  });
});
