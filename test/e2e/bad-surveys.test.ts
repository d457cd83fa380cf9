import { describe, expect, it } from 'vitest';
import { complaintOf, SQUARE, surveyText, workplace } from './subray.js';

const place = workplace();
place.write('square.obj', SQUARE);

/** Fault, survey, message (test/survey has many more). */
const BAD: [name: string, survey: string, message: RegExp][] = [
  [
    'an unknown key',
    surveyText({ legs: '[ { position: [0, 0, 1], hedding: 90 } ]' }),
    /^s\.yaml:3:32: legs\[0\]\.hedding: unknown key; did you mean "heading"\?/,
  ],
  [
    'a minimum above its maximum',
    surveyText({ more: 'detector: { rangeMin: 20, rangeMax: 10 }' }),
    /^s\.yaml:5:23: detector\.rangeMin: found 20, expected less than rangeMax, which is 10 \(m\)$/,
  ],
  [
    'nothing within reach',
    surveyText({ legs: '[ { position: [0, 5000, 0] } ]' }),
    /^\S+s\.yaml: no leg comes nearer to the scene than 4990\.0 m, but the scanner sees 100 m far at most\n {2}check/,
  ],
  ['no YAML at all', `PK\u0003\u0004${'\u0000'.repeat(99)}`, /^s\.yaml/],
  [
    'several faults',
    surveyText({ more: 'seed: x\nlegz: 1' }),
    /^s\.yaml: 2 faults\n {2}s\.yaml:5:7: .*\n {2}s\.yaml:6:1: /,
  ],
];

describe('subray run with a survey that cannot be', () => {
  it.each(BAD)('says where: %s', async (_name, survey, message) => {
    place.write('s.yaml', survey);
    expect(complaintOf(await place.answer('run', 's.yaml', '--quiet'))).toMatch(message);
    expect(place.names().filter((name) => !['s.yaml', 'square.obj'].includes(name))).toEqual([]);
  });
});

describe('a program that cannot do what it is told', () => {
  it('ends with exit code 2 and the same words', async () => {
    const [name, survey, message] = BAD[0];
    expect(name).toBe('an unknown key');
    place.write('s.yaml', survey);
    const program = await place.run('run', 's.yaml', '--quiet');
    expect(complaintOf(program)).toMatch(message);
    expect(await place.answer('run', 's.yaml', '--quiet')).toEqual(program);
  });
});

describe('subray run with pulses that all miss', () => {
  it('writes a cloud without points and warns', async () => {
    const out = place.folder('out');
    place.write('s.yaml', surveyText({ legs: '[ { position: [0, 0, 1], pitch: 90, azimuth: [0, 10] } ]' }));
    const { code, stdout, stderr } = await place.answer('run', 's.yaml', '--json', '--quiet', '--out', out);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ hits: 0, points: 0, outputs: [{ points: 0 }] });
    expect(stderr).toMatch(
      /^warning: leg 1 \(station at 0\.00, 0\.00, 1\.00\): 0 of 816 pulses had a return; .* beams point up.*\nwarning: no pulse had a return: the cloud has no points; check .*\n$/,
    );
    expect(place.names('out')).toEqual(['cloud.labels.json', 'cloud.las']);
    const { stdout: info } = await place.answer('info', 'out/cloud.las', '--json');
    expect(JSON.parse(info)).toMatchObject({ kind: 'cloud', points: 0 });
  });
});

describe('the command line', () => {
  it.each([
    ['run s.yaml --threads x', '--threads: found "x", expected a whole number from 1 to'],
    ['run s.yaml --seed -1', '--seed: found "-1", expected a whole number from 0 to 9007199254740991'],
    ['run nowhere.yaml', 'nowhere.yaml: cannot read the file: it does not exist'],
    ['run', '<survey> is missing: subray run <survey>\n  subray run --help lists the choices'],
    ['info nowhere.las', 'nowhere.las: cannot read: there is no such file or folder'],
  ])('answers "subray %s" with one message', async (argv, message) => {
    expect(complaintOf(await place.answer(...argv.split(' ')))).toContain(message);
  });

  it('says which sizes a picture can have', async () => {
    const out = place.folder('pictured');
    place.write('s.yaml', surveyText());
    await place.answer('run', 's.yaml', '--out', out);
    const complaint = complaintOf(
      await place.answer('info', 'pictured/cloud.las', '--png', 'a.png', '--size', '10x10'),
    );
    expect(complaint).toBe(
      'a picture of 10x10 pixels cannot be drawn\n  width and height are whole numbers from 160 to 4096',
    );
    expect(place.names()).not.toContain('a.png');
  });
});
