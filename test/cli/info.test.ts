import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { type CloudFormatName, createPointSink } from '../../src/io/cloud-formats.js';
import { openLas } from '../../src/io/las/las-file.js';
import { batchOf, square, type TestPoint } from '../picture/picture-clouds.js';
import { SURVEY, subray } from './fakes.js';

let folder: string;
let cloud: string;
/** With energies. */
let bright: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-info-'));
  cloud = join(folder, 'cloud.las');
  bright = join(folder, 'bright.las');
  await writeCloud(cloud, square(5, 0.25, 1, { classification: 2, intensity: 700, returnNumber: 1 }));
  const energies = [1e-15, 1e-13, 1e-12].flatMap((energy, k) =>
    square(k + 1, 0.25, k / 2, { energy, returnNumber: 1 }),
  );
  await writeCloud(bright, energies);
});

async function writeCloud(
  path: string,
  points: TestPoint[],
  rgb?: Uint16Array,
  format: CloudFormatName = 'las',
): Promise<void> {
  const batch = { ...batchOf(points), rgb };
  batch.returnCount.fill(1);
  const header = {
    bounds: { min: [-5, -5, 0] as [number, number, number], max: [5, 5, 2] as [number, number, number] },
    software: 'subray test',
    created: new Date(0),
  };
  const writer = await createPointSink({ path, format, pointFormat: rgb ? 7 : 6 }, header, { files: nodeFiles });
  await writer.write(batch);
  await writer.finish();
}

afterAll(() => rmSync(folder, { recursive: true }));

const CUBE = 'o cube\nv 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\nusemtl red\nf 1 2 3\nf 1 2 4\no lid\nf 2 3 4\n';

describe('subray info of a cloud', () => {
  it('says what is in it', async () => {
    const { code, stdout } = await subray(`info ${cloud}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/format +LAS 1\.4, point format 6/);
    expect(stdout).toMatch(/points +1,681/);
    expect(stdout).toMatch(/x +-5\.000 … 5\.000 m/);
    expect(stdout).toMatch(/ 2 +Ground +1,681/);
    expect(stdout).toMatch(/NormalX +f32/);
  });

  it.each(['ply', 'pcd', 'csv', 'xyz'] as const)('describes and draws %s, whatever the threads', async (format) => {
    const path = join(folder, `other.${format}`);
    const points = square(5, 0.25, 1, { classification: 2, intensity: 700, returnNumber: 1 });
    await writeCloud(path, points, undefined, format);
    const { code, stdout } = await subray(`info ${path}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`format +${format.toUpperCase()}`));
    expect(stdout).toMatch(/points +1,681/);
    expect(stdout).toMatch(/y +-5\.000 … 5\.000 m/);
    expect(stdout).toMatch(/ 2 +Ground +1,681/);
    const png = join(folder, `other-${format}.png`);
    const drawn = await subray(`info ${path} --png ${png} --size 320x200 --view top --color class --json`);
    expect(JSON.parse(drawn.stdout)).toMatchObject({ kind: 'cloud', format, points: 1681, picture: png });
    const reference = join(folder, `of-las.png`);
    await subray(`info ${cloud} --png ${reference} --size 320x200 --view top --color class --force`);
    // The title names the file.
    expect(decode(readFileSync(png)).data.slice(320 * 40 * 3)).toEqual(
      decode(readFileSync(reference)).data.slice(320 * 40 * 3),
    );
  });

  it('has no bounds that are not numbers, and warns of points without a place', async () => {
    const broken = join(folder, 'broken.las');
    const bytes = readFileSync(cloud);
    // The scale of x.
    bytes.writeDoubleLE(1e306, 131);
    writeFileSync(broken, bytes);
    const { code, stdout } = await subray(`info ${broken}`);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    expect(stdout).toMatch(/warning: \d+ of 1681 points have no place: a coordinate is not a finite number/);
    expect((await subray(`info ${broken} --json`)).stdout).not.toMatch(/null/);
  });

  it('says how far GPS time falls', async () => {
    const path = join(folder, 'times.csv');
    writeFileSync(path, 'x,y,z,gps_time\n1,1,1,10\n1,1,1,10.5\n1,1,1,10.25\n1,1,1,11\n');
    expect((await subray(`info ${path}`)).stdout).toMatch(
      /GPS time +10 … 11, falls by up to 0\.25 s from a point to the next\n/,
    );
    writeFileSync(path, 'x,y,z,gps_time\n1,1,1,10\n1,1,1,10\n1,1,1,11\n');
    expect((await subray(`info ${path}`)).stdout).toMatch(/GPS time +10 … 11\n/);
  });

  it('draws PNG files only, and adds the ending', async () => {
    const bare = join(folder, 'bare');
    const { stdout } = await subray(`info ${cloud} --png ${bare} --size 320x200 --view top`);
    expect(stdout).toContain(`picture: ${bare}.png`);
    expect(existsSync(`${bare}.png`)).toBe(true);
    expect(existsSync(bare)).toBe(false);
    const { code, stderr } = await subray(`info ${cloud} --png ${bare}.jpg`);
    expect(code).toBe(2);
    expect(stderr).toContain('expected a path that ends in .png');
  });

  it('says it in one JSON object', async () => {
    const { stdout } = await subray(`info ${cloud} --json`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'cloud',
      version: '1.4',
      points: 1681,
      bounds: { min: [-5, -5, 1], max: [5, 5, 1] },
      pointsByClass: { 2: 1681 },
    });
  });

  it('draws it', async () => {
    const png = join(folder, 'cloud.png');
    const { code, stdout } = await subray(`info ${cloud} --png ${png} --color height --view top --size 320x200`);
    expect(code).toBe(0);
    expect(stdout).toContain(`picture: ${png}`);
    expect(decode(readFileSync(png))).toMatchObject({ width: 320, height: 200 });
    const again = await subray(`info ${cloud} --png ${png}`);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('the file exists');
    expect((await subray(`info ${cloud} --png ${png} --size 320x200 --force --json`)).code).toBe(0);
  });

  it('draws it in the tone that it is told', async () => {
    const drawn = async (options: string) => {
      const png = join(folder, 'toned.png');
      const { code } = await subray(`info ${bright} --png ${png} --view top --size 320x200 --force ${options}`);
      expect(code).toBe(0);
      return readFileSync(png).toString('base64');
    };
    const hable = '--color energy --tone hable';
    const options = [
      '--color energy',
      '--color energy --tone linear',
      hable,
      `${hable} --exposure 3`,
      `${hable} --gamma 1`,
    ];
    const pictures = [];
    for (const option of options) pictures.push(await drawn(option));
    expect(new Set(pictures).size).toBe(options.length);
    expect(await drawn('--color energy --tone decibel')).not.toBe(pictures[1]);
  });

  it('draws it in its own colours where it has some, unless told otherwise', async () => {
    const colored = join(folder, 'colored.las');
    const points = square(5, 0.25, 1, { classification: 2, returnNumber: 1 });
    const magenta = Uint16Array.from({ length: 3 * points.length }, (_, k) => (k % 3 === 1 ? 0 : 65535));
    await writeCloud(colored, points, magenta);
    const pixels = async (options: string) => {
      const png = join(folder, 'colored.png');
      const { code } = await subray(`info ${colored} --png ${png} --view top --size 320x200 --force ${options}`);
      expect(code).toBe(0);
      return readFileSync(png);
    };
    const own = await pixels('--color rgb');
    const { data, channels } = decode(own);
    const middle = channels * (100 * 320 + 160);
    const [red, green, blue] = data.slice(middle, middle + 3);
    expect(Math.min(red, blue)).toBeGreaterThan(4 * green + 100);
    expect(await pixels('')).toEqual(own);
    expect(await pixels('--color class')).not.toEqual(own);
  });

  it('leaves no picture behind when it is stopped', async () => {
    const png = join(folder, 'stopped.png');
    const fails = async () => {
      throw new Error('the disk is gone');
    };
    const open = async (path: string) => {
      const file = await nodeFiles.open(path);
      return { info: file.info, read: fails, close: () => file.close() };
    };
    const { code } = await subray(`info ${cloud} --png ${png}`, {
      openCloud: async (path) => ({ ...(await openLas(nodeFiles, path)), files: { ...nodeFiles, open } }),
    });
    expect(code).toBe(70);
    expect(existsSync(png)).toBe(false);
  });

  it.each([
    ['--size 100', '--size: found "100", expected width and height in pixels, such as 1600x1200'],
    ['--size 20x20', 'a picture of 20x20 pixels cannot be drawn'],
    ['--color red', 'color: found "red", expected one of "auto", "intensity"'],
    ['--tone hable', '--tone requires --color intensity or --color energy'],
    ['--color energy --exposure 2', '--exposure requires --tone hable'],
    ['--color energy --tone decibel --gamma 2', '--gamma requires --tone hable'],
    ['--color energy --tone hable --exposure 0', '--exposure: found "0", expected a number from 0.001 to 1000'],
    ['--color energy --tone hable --gamma x', '--gamma: found "x", expected a number from 0.1 to 10'],
    ['--view below', 'view: found "below"'],
  ])('refuses %s', async (option, message) => {
    const png = join(folder, 'refused.png');
    const { code, stderr } = await subray(`info ${cloud} --png ${png} ${option}`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(png)).toBe(false);
  });
});

describe('subray info of other files', () => {
  it('counts what is in a scene', async () => {
    const path = join(folder, 'cube.obj');
    writeFileSync(path, CUBE);
    const { code, stdout } = await subray(`info ${path} --json`);
    expect(code).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ kind: 'scene', triangles: { placed: 3 }, objects: ['cube', 'lid'] });
    expect(summary.bounds).toEqual({ min: [0, 0, 0], max: [2, 3, 4] });
    expect((await subray(`info ${path}`)).stdout).toMatch(/triangles +3, 3 of them stored/);
  });

  it('says what a survey is', async () => {
    const path = join(folder, 'yard.yaml');
    writeFileSync(path, 'name: yard\n');
    const { code, stdout } = await subray(`info ${path}`, { loadSurvey: async () => SURVEY });
    expect(code).toBe(0);
    expect(stdout).toMatch(/survey +yard/);
    expect(stdout).toMatch(/scanner +Toy, 1550 nm, 1-300 m/);
  });

  it('draws clouds only', async () => {
    const path = join(folder, 'cube2.obj');
    writeFileSync(path, CUBE);
    const { code, stderr } = await subray(`info ${path} --png ${join(folder, 'no.png')}`);
    expect(code).toBe(2);
    expect(stderr).toContain('--png draws clouds');
  });

  it.each([
    ['missing.las', undefined, 'there is no such file'],
    ['empty.las', '', 'empty.las'],
    ['noise.bin', '1 2 3\n', 'not a known kind of scene file'],
  ])('refuses %s', async (name, content, message) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    const { code, stdout, stderr } = await subray(`info ${path}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
