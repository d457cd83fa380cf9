import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '../../src/device/stages.js';
import { SQUARE, surveyText, type Workplace, workplace } from './subray.js';

const place = workplace();
place.write('square.obj', SQUARE);
// The second leg sees nothing, which is a warning.
const legs = '[ { position: [0, 0, 1.5] }, { position: [0, 900, 1.5] } ]';
place.write('s.yaml', surveyText({ legs, output: '[ cloud.las, cloud.xyz ]' }));

/** The one JSON object on standard output of a command by `place.run` or `place.answer`. */
async function jsonOf(run: Workplace['run'], ...argv: string[]) {
  const { code, stdout, stderr } = await run(...argv, '--json');
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return { json: JSON.parse(stdout), stderr };
}

describe('--json', () => {
  it('prints the report of a run with exactly its keys, and warnings elsewhere', async () => {
    const { json, stderr } = await jsonOf(place.run, 'run', 's.yaml', '--engine', 'cpu');
    expect(stderr).toMatch(/^warning: leg 2: the scene is 890\.0 m away/m);
    expect(Object.keys(json)).toEqual(
      'engine device threads pulses subrays hits returns dropped stages seconds simulation processor trees peakMemoryBytes outputs points legs'.split(
        ' ',
      ),
    );
    expect(Object.keys(json.seconds)).toEqual(['load', 'build', 'simulate', 'write', 'total']);
    expect(Object.keys(json.stages)).toEqual(STAGES.map(({ name }) => name));
    const { load, build, simulate, write, total } = json.seconds;
    expect(load + build + simulate + write).toBeCloseTo(total, 6);
    const { open, wait, points } = json.simulation;
    expect(open + wait).toBeCloseTo(simulate, 6);
    expect(Math.min(open, wait, points)).toBeGreaterThanOrEqual(0);
    expect([json.engine, json.device]).toEqual(['cpu', 'cpu']);
    expect(json.subrays).toBe(19 * json.pulses);
    expect(json.points).toBe(json.returns);
    expect(json.peakMemoryBytes).toBeGreaterThan(10 * 2 ** 20);
    expect(json.outputs).toEqual(
      ['cloud.las', 'cloud.xyz'].map((name) => {
        const path = join(place.path, name);
        return { path, points: json.points, bytes: statSync(path).size };
      }),
    );
  });

  it.each([
    [['run', 's.yaml', '--dry-run', '--force'], 'kind name file seed scanners footprint parts outputs estimate'],
    [['info', 's.yaml'], 'kind name file seed scanners footprint parts outputs estimate'],
    [['info', 'square.obj'], 'kind path meshes instances triangles bounds objects materials'],
    [['scanner', 'list'], 'scanners'],
    [['doctor'], 'subray node platform cpu cores'],
    [['scanner', 'show', 'velodyne-vlp-16'], 'id name wavelengthNm'],
  ])('prints one object for %s', async (argv, keys) => {
    const { json, stderr } = await jsonOf(place.answer, ...argv);
    expect(Object.keys(json)).toEqual(expect.arrayContaining(keys.split(' ')));
    expect(stderr).not.toContain('warning');
  });
});
