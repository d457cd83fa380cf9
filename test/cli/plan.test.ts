import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import type { Library } from '../../src/cli/library.js';
import { FakeContext } from './fakes.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-plan-'));
  writeFileSync(join(folder, 'field.obj'), 'o field\nv -60 -40 0\nv 60 -40 0\nv 60 40 0\nv -60 40 0\nf 1 2 3 4\n');
  writeFileSync(join(folder, 'way.csv'), 'x,y\n-50,0\n50,10\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function plan(words: string[], library: Partial<Library> = {}) {
  const context = new FakeContext(library);
  const [kind, ...rest] = words;
  const scene = rest.includes('--scene') ? [] : ['--scene', join(folder, 'field.obj')];
  const code = await runCli(['plan', kind, ...scene, ...rest], context);
  return { code, stdout: context.stdout.text, stderr: context.stderr.text };
}

const ALS = ['als', '--scanner', 'riegl-lms-q560', '--height', '100'];

describe('subray plan', () => {
  it('prints a flight, and writes survey and picture', async () => {
    const [out, png] = ['flight.yaml', 'flight.png'].map((name) => join(folder, name));
    const { code, stdout } = await plan([
      ...ALS,
      '--area',
      '-50,-30,50,30',
      '--out',
      out,
      '--png',
      png,
      '--size',
      '400x300',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^swath +82\.84 m wide, 45° across$/m);
    expect(stdout).toMatch(/^line 1 +101\.2 m +1\.7 s$/m);
    expect(stdout).toContain(`survey: ${out}\npicture: ${png}\n`);
    expect(readFileSync(out, 'utf8')).toMatch(/^# Flight of an aircraft: 1 line, 100 m above ground\n/);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    const again = await plan([...ALS, '--out', out]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('the file exists')]);
  });

  it('prints one JSON object', async () => {
    const { stdout } = await plan([...ALS, '--json', '--heading', '90', '--overlap', '0.5']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'als',
      scanner: 'riegl-lms-q560',
      heading: 90,
      fieldOfView: expect.closeTo(45, 6),
      speed: 60,
      shares: { none: 0 },
      lines: expect.any(Array),
    });
  });

  it('prints coordinates of a national grid to the centimetre', async () => {
    const corners = [
      [2678219.25, 1243078],
      [2678319.25, 1243078],
      [2678319.25, 1243138],
      [2678219.25, 1243138],
    ];
    const file = join(folder, 'lv95.obj');
    writeFileSync(file, `o field\n${corners.map(([x, y]) => `v ${x} ${y} 400`).join('\n')}\nf 1 2 3 4\n`);
    const whole = await plan([...ALS, '--scene', file]);
    expect(whole.stdout).toMatch(/^area +0\.6 ha, 100 m x 60 m, from 2678219\.25, 1243078$/m);
    const part = await plan([...ALS, '--scene', file, '--area', '2678229.5,1243088,2678300,1243130']);
    expect(part.stdout).toMatch(/^area +0\.2961 ha, 70\.5 m x 42 m, from 2678229\.5, 1243088$/m);
    expect(part.stdout).toMatch(/^density +[\d.]+ points\/m² over the area; [\d.]+ in a strip$/m);
  });

  it('flies by a density of a strip, with tie lines, over polygons of a file, and writes its lines', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const coordinates = [[[-50, -30], [50, -30], [50, 30], [-50, -30]]]; // biome-ignore format: a ring
    const area = join(folder, 'area.geojson');
    writeFileSync(area, JSON.stringify({ type: 'Polygon', crs, coordinates }));
    const scene = join(folder, 'field.yaml');
    writeFileSync(scene, 'scene: { parts: [{ file: field.obj }] }\ncrs: EPSG:25832\n');
    const lines = join(folder, 'lines.csv');
    const words = ['--area', area, '--density', '20', '--density-of', 'strip', '--tie-lines', '1', '--lines', lines];
    const { code, stdout, stderr } = await plan([...ALS, '--scene', scene, ...words]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^area +0\.3 ha, 100 m x 60 m/m);
    expect(stdout).toMatch(/^lines +1 and 1 tie line, /m);
    expect(stdout).toMatch(/^ +[\d.]+ in the median of a strip, [\d.]+ where they are sparsest$/m);
    expect(stdout).toMatch(/^zones +all in zone 1 of [\d,.]+ m at [\d.]+ kHz$/m);
    expect(stdout).toContain(`flight lines: ${lines}\n`);
    expect(readFileSync(lines, 'utf8')).toMatch(/^line,point,x,y,z,speed\nline 1,1,/);
    const given = await plan([...ALS, '--pulse-rate', '100000', '--line-rate', '50']);
    expect(given.stdout).toMatch(/^pulses +50 k a second leave the scanner, in 50 lines$/m);
  });

  it('carries several scanners', async () => {
    const two = await plan(['mls', '--scanner', 'riegl-vq-450', '--platform', 'vmx-450']);
    expect(two.stdout).toMatch(/^pulses +1\.1 M a second/m);
    const pair = ['--scanner', 'riegl-vq-450', '--scanner', 'velodyne-vlp-16'];
    const { stdout } = await plan(['mls', ...pair, '--platform', 'vmx-450-left', '--platform', 'vehicle-roof']);
    expect(stdout).toContain('velodyne-vlp-16 goes along');
  });

  it('drives along places or a table of them', async () => {
    const MLS = ['mls', '--scanner', 'velodyne-vlp-16'];
    expect((await plan([...MLS, '--path', '-50,0 -20,0'])).stdout).toMatch(/^way +30 m at 10 m\/s$/m);
    expect((await plan([...MLS, '--path', join(folder, 'way.csv')])).stdout).toMatch(/^way +100\.5 m at 10 m\/s$/m);
  });

  it('stands where it sees most', async () => {
    const { stdout } = await plan(['tls', '--scanner', 'velodyne-alpha-prime', '--stations', '3']);
    expect(stdout).toMatch(/^stations +[123] of \d+ places tried, 0\.\d+ s each$/m);
    expect(stdout).toMatch(/^station 1 +-?\d/m);
  });

  it('says what an option takes', async () => {
    const wrong: [string[], RegExp][] = [
      [[...ALS, '--overlap', '1'], /--overlap: found "1", expected a number >= 0 and <= 0\.9/],
      [[...ALS, '--density', 'dense'], /--density: found "dense", expected a number > 0 .*points\/m²/],
      [[...ALS, '--area', '1,2,3'], /--area: found "1,2,3", expected two corners/],
      [[...ALS, '--area', '1,2,1,3'], /--area: found "1,2,1,3", expected two corners/],
      [
        [...ALS, '--pulse-rate', '99'],
        /--pulse-rate: found 99, expected one of 50000, 100000, .* \(Hz\): those of RIEGL/,
      ],
      [[...ALS, '--tie-lines', 'some'], /--tie-lines: found "some", expected a number from 1 to 1000, or a distance/],
      [[...ALS, '--lines', 'x.shp'], /--lines: found "x\.shp", expected a \.geojson, \.kml or \.csv file/],
      [[...ALS, '--area', 'none.geojson'], /none\.geojson/],
      [[...ALS, '--fov', '0'], /--fov: found "0", expected a number > 0/],
      [[...ALS, '--terrain', 'flat'], /--terrain: found "flat", expected one of "constant", "following"/],
      [[...ALS, '--out', 'x.las'], /--out: a survey is written as a \.yaml file/],
      [['als', '--scanner', 'riegl-lms-q560'], /--height is missing/],
      [['mls', '--scanner', 'velodyne-vlp-16', '--path', 'north'], /--path: found "north", expected places/],
      [['tls', '--scanner', 'velodyne-vlp-16', '--stations', '0'], /--stations: found "0", expected a whole number/],
      [['tls', '--height', '3'], /unknown option --height/],
      [['boat'], /unknown command boat/],
    ];
    for (const [words, message] of wrong) {
      const { code, stderr, stdout } = await plan(words);
      expect([code, stdout], words.join(' ')).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });
});
