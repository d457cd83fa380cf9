import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subray } from './fakes.js';

const MINE = `name: My lidar
wavelength: 905
divergence: { mrad: 2 }
detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 2, rangeNoise: 0.02 }
deflector: { kind: parallel, pulseRate: 10000, scanRate: 20, fieldOfView: 60 }
`;

let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subray-scanner-file-'));
  await writeFile(at('mylidar.yaml'), MINE);
  await writeFile(at('bad.yaml'), MINE.replace('905', 'red'));
  await writeFile(at('worse.yaml'), `${MINE.replace('rangeMin: 0.5', 'rangeMin: 500, rangeNois: 1')}colour: red\n`);
  await writeFile(at('far.yaml'), MINE.replace('rangeMin: 0.5', 'rangeMin: 500'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('subray scanner show FILE', () => {
  it('shows and draws a scanner of a file', async () => {
    const { code, stdout } = await subray(`scanner show ${at('mylidar.yaml')} --png ${at('p.png')} --size 640x480`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id +mylidar\nname +My lidar\nwavelength +905 nm$/m);
    expect(stdout).toContain('described in mylidar.yaml');
    expect((await readFile(at('p.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('shows the faults of a file at their lines', async () => {
    expect((await subray(`scanner show ${at('bad.yaml')}`)).stderr).toContain(
      `${at('bad.yaml')}:2:13: wavelength: found "red", expected a number`,
    );
    expect((await subray(`scanner show ${at('far.yaml')}`)).stderr).toContain(
      `${at('far.yaml')}:4:24: detection.rangeMin: found 500, expected less than rangeMax`,
    );
    const { stderr } = await subray(`scanner show ${at('worse.yaml')}`);
    expect(stderr).toContain(`${at('worse.yaml')}: 3 faults\n`);
    expect(stderr).toContain(`${at('worse.yaml')}:4:24: detection.rangeMin: found 500, expected less than rangeMax`);
    expect(stderr).toMatch(/worse\.yaml:4:\d+: detection\.rangeNois: unknown key; did you mean "rangeNoise"/);
    expect(stderr).toMatch(/worse\.yaml:6:1: colour: unknown key/);
    expect((await subray(`scanner show ${at('none.yaml')}`)).stderr).toContain('none.yaml: cannot read the file');
  });
});

describe('subray plan --scanner FILE', () => {
  it('plans with it, and names it relative to the written survey', async () => {
    await writeFile(at('ground.obj'), 'v 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\nf 1 2 3\nf 1 3 4\n');
    const scene = `--scene ${at('ground.obj')} --scanner ${at('mylidar.yaml')}`;
    const { code, stderr } = await subray(`plan uav ${scene} --height 20 -o ${at('flight.yaml')} --quiet`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await readFile(at('flight.yaml'), 'utf8')).toMatch(/^scanner: \{ file: mylidar\.yaml/m);
    expect((await subray(`run ${at('flight.yaml')} --dry-run --quiet`)).code).toBe(0);
  });

  it('never writes over the scanner file', async () => {
    const file = at('mylidar.yaml');
    const { stderr } = await subray(
      `plan uav --scene ${at('ground.obj')} --scanner ${file} --height 20 -o ${file} --force`,
    );
    expect(stderr).toContain('is not written over');
    expect(await readFile(file, 'utf8')).toBe(MINE);
  });
});

describe('--help', () => {
  it('shows numbers as numbers, whose faults keep our messages', async () => {
    expect((await subray('run --help')).stdout).toMatch(/--threads .*\[number\]/);
    expect((await subray('run a --threads many')).stderr).toContain('--threads: found "many", expected a whole number');
    expect((await subray('plan uav --scene a --height')).stderr).toContain('--height needs a value');
  });
});
