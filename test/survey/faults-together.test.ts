import { describe, expect, it } from 'vitest';
import { loadFailure, surveyText } from './survey-file.js';

/** The messages of a survey's faults, one a line, without the count above them. */
async function faultsOf(text: string): Promise<string[]> {
  const [head, ...lines] = (await loadFailure(text)).split('\n');
  return (lines.length === 0 ? [head] : lines).map((line) => line.trim().replaceAll(`${process.cwd()}/`, ''));
}

/** Every kind of fault, each of another step: keys, values, references, contradictions, files, outputs. */
const ALL_KINDS = `
name: bad
sede: 7
scene:
  parts:
    - { name: hall, file: missing/hall.glb }
    - { name: ground, generate: { kind: terrain } }
    - { name: trees, file: tree.obj, instances: { scatter: { count: 3, area: [[0, 0], [9, 9]], on: grond } } }
scanner: riegl-vz400
platform: tripode
legs:
  - { from: [1, 2, 3], to: [1, 2, 3], speed: 1 }
  - { position: [0, 0, high] }
output: [cloud.lasx, package.json/cloud.las]
`.trimStart();

const ON_A =
  '{ name: b, generate: { kind: room }, instances: { scatter: { count: 1, area: [[0, 0], [9, 9]], on: a } } }';
const NAMES_NONE = 'restrict: [ { scanner: none } ]';
const LEG_OF_NONE = 'legs: [ { position: [0, 0, 1], scanners: { none: { active: true } } } ]';

describe('the report of a survey’s faults', () => {
  it('shows faults of every kind in one report, in the order of the lines', async () => {
    const faults = await faultsOf(ALL_KINDS);
    expect(faults.map((fault) => fault.replace(/^survey\.yaml:(\d+):\d+: ([^:]*): .*$/, '$1 $2'))).toEqual([
      '2 sede',
      '5 part "hall"',
      '7 part "trees"',
      '7 scene.parts[2].instances.scatter.on',
      '8 scanner',
      '9 platform',
      '11 legs[0].to',
      '12 legs[1].position[2]',
      '13 output[0]',
      '13 labels "package.json/cloud.labels.json"',
      '13 output "package.json/cloud.las"',
    ]);
  });

  it('names only the cause of what a receiver lacks, at the key that is written', async () => {
    const faultsWith = (noise: string) =>
      faultsOf(
        surveyText({
          scanner: `scanner: { id: velodyne-vlp-16, receiver: { bandwidth: 200, noise: { responsivity: 0.5${noise} }, threshold: { sigmas: 5 } } }`,
        }),
      );
    expect(await faultsWith(', amplifier: -2')).toEqual([
      expect.stringMatching(/: scanner.receiver.noise.amplifier: found -2, expected a number >= 0/),
    ]);
    expect(await faultsWith('')).toEqual([
      expect.stringMatching(/^survey.yaml:2:\d\d\d: scanner.receiver.threshold: found a map, expected a power/),
    ]);
  });

  it('names the places of later list items as they are written', async () => {
    const legs = 'legs: [ { position: [0, 0, x] }, { from: [1, 1, 1], to: [1, 1, 1], speed: 1 } ]';
    expect(await faultsOf(surveyText({ legs }))).toEqual([
      expect.stringContaining('survey.yaml:3:28: legs[0].position[2]: found "x"'),
      expect.stringContaining('survey.yaml:3:57: legs[1].to: found a list of 3, expected a point other than from'),
    ]);
  });

  it.each([
    ['a faulty scanner', { scanner: 'scanner: 5', legs: 'legs: [ { position: [0, 0, 1], scanners: { a: {} } } ]' }],
    ['a faulty output', { output: 'output: [ 5 ]' }],
    ['a faulty scene', { scene: 'scene: 5' }],
    ['a misspelt key', { output: 'outptu: [ cloud.las ]', frames: 'frames: { file: f%06d.pcd }' }],
    ['a faulty part that others stand on', { scene: `scene: { parts: [ { name: a, file: 5 }, ${ON_A} ] }` }],
    ['a faulty kind of frames', { frames: 'frames: { file: f%06d.pcd, by: hours, duration: 3 }' }],
    ['an unknown scanner that legs and masks name', { scanner: 'scanner: none', more: NAMES_NONE, legs: LEG_OF_NONE }],
  ])('shows only the fault itself of %s', async (_name, sections) => {
    expect(await faultsOf(surveyText(sections))).toHaveLength(1);
  });

  it('shows what is wrong elsewhere in a survey without legs and scene', async () => {
    const text = 'scanner: none\noutput: [ cloud.lasx ]\nlegs: 4';
    expect((await faultsOf(text)).map((fault) => fault.split(': ')[1])).toEqual([
      'scene',
      'scanner',
      'output[0]',
      'legs',
    ]);
  });
});
