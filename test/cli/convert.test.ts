import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NODE_LIBRARY } from '../../src/cli/library.js';
import { PHYSICS_NAMES } from '../../src/cli/survey-options.js';
import { CLOUD_FORMATS } from '../../src/io/clouds/cloud-formats.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { writeYard } from '../support/helios-survey.js';
import { lasBytes } from '../support/las-files.js';
import { subray } from './fakes.js';

/** Runs `convert` on the survey in a folder. */
const convert = (folder: string, out: string, ...options: string[]) =>
  subray(['convert', join(folder, 'survey.xml'), '--assets', join(folder, 'assets'), '-o', out, ...options]);

/** The cloud of a survey. */
async function cloudOf(survey: string, out: string, name: string, ...options: string[]): Promise<Buffer> {
  const { code, stderr } = await subray(['run', survey, '--engine', 'cpu', '--quiet', '--out', out, ...options]);
  expect(code, stderr).toBe(0);
  return readFileSync(join(out, name));
}

describe('subray convert', () => {
  const NOISE =
    '<positionZNoise stdev="0.1" fixedLifespan="3"/><attitudeXNoise mean="0.01" stdev="0" fixedLifespan="0"/>';

  const ERRORS =
    '<rangeError expr="0.1*cos(THETA)"/><deflectionError expr="0.01*sin(t)"/><headError expr="1e-3/sin(t)" zeroSinThreshold_deg="3"/>';

  it.each([
    ['', {}],
    [', with mechanical errors', { scanner: ERRORS }],
    [', with noise of the platform', { settings: NOISE }],
  ])('writes a survey that gives the same bytes%s', async (_, changes) => {
    const { folder, file } = writeYard(changes);
    const out = join(folder, 'survey.yaml');
    expect(await convert(folder, out)).toMatchObject({ code: 0, stderr: '' });
    const ours = await cloudOf(out, join(folder, 'a'), 'yard.las');
    const theirs = await cloudOf(file, join(folder, 'b'), 'yard.las', '--assets', join(folder, 'assets'));
    expect(ours.length).toBeGreaterThan(100_000);
    expect(ours.equals(theirs)).toBe(true);
  });

  it('says at the top where it comes from, and names files below it by relative paths', async () => {
    const { folder } = writeYard();
    await convert(folder, join(folder, 'survey.yaml'));
    const text = readFileSync(join(folder, 'survey.yaml'), 'utf8');
    expect(text).toMatch(/^# Made by subray convert from survey\.xml, a survey of HELIOS\+\+\.\n\nname: yard\n/);
    expect(text).toContain('\n  - { name: leg000, position: [ 0, -8, 1.5 ], ');
    expect(parse(text).scene.parts[0].file).toBe('assets/ground.obj');
  });

  it('names files elsewhere by absolute paths', async () => {
    const { folder } = writeYard();
    await convert(folder, join(folder, 'native/survey.yaml'));
    const { scene } = parse(readFileSync(join(folder, 'native/survey.yaml'), 'utf8'));
    expect(scene.parts[0].file).toBe(join(folder, 'assets/ground.obj'));
  });

  it('reports each quirk with its place and what changes without it', async () => {
    const { folder } = writeYard();
    const { stdout } = await convert(folder, join(folder, 'survey.yaml'));
    expect(stdout).toContain(`${join(folder, 'survey.yaml')}: 2 legs, from ${join(folder, 'survey.xml')}\n`);
    expect(stdout).toMatch(
      /\n {2}Q9, .*survey\.xml:2:1: the scanner is 0, 0, 1\.5 m from the platform .*\n {4}kept; without it: lever arms turn/,
    );
  });

  it('says that a survey touches no quirk', async () => {
    const { folder } = writeYard();
    const { stdout } = await convert(folder, join(folder, 'survey.yaml'), '--physics', 'si');
    expect(stdout).toMatch(/\nit touches no quirk of HELIOS\+\+\n$/);
  });

  it('reports in JSON', async () => {
    const { folder } = writeYard();
    const out = join(folder, 'survey.yaml');
    const report = JSON.parse((await convert(folder, out, '--json')).stdout);
    expect(report).toMatchObject({ from: join(folder, 'survey.xml'), files: [out], legs: 2 });
    expect(report.quirks.map(({ quirk }: { quirk: number }) => quirk)).toEqual([7, 9, 14, 15, 24, 25, 28, 31, 32, 33]);
    expect(report.quirks[1]).toEqual({
      quirk: 9,
      place: expect.objectContaining({ line: 2 }),
      message: expect.any(String),
      isKept: true,
      without: expect.any(String),
    });
  });

  it('replaces files only with --force', async () => {
    const { folder } = writeYard();
    const out = join(folder, 'survey.yaml');
    writeFileSync(out, 'mine');
    expect(await convert(folder, out)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect(await convert(folder, out, '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).toContain('name: yard');
  });

  it('leaves nothing of a survey that cannot be read', async () => {
    const { folder } = writeYard({ legs: '' });
    const out = join(folder, 'new/survey.yaml');
    expect(await convert(folder, out)).toMatchObject({ code: 2, stderr: expect.stringContaining('has no <leg>') });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it.each([
    ['survey.xml', 'survey.las', 'a survey is written as a .yaml file'],
    ['survey.xml', 'survey.xml', 'it leads to'],
    ['survey.las', 'survey.yaml', 'expected a survey of HELIOS++, a file that ends in .xml'],
  ])('refuses %s -o %s', async (file, out, message) => {
    const { folder } = writeYard();
    const words = ['convert', join(folder, file), '-o', join(folder, out), '--force'];
    expect(await subray(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(readFileSync(join(folder, 'survey.xml'), 'utf8')).toContain('<survey');
  });

  it('replaces no scene file, not even through a link', async () => {
    const { folder } = writeYard();
    const model = join(folder, 'assets/ground.obj');
    const text = readFileSync(model, 'utf8');
    const out = join(folder, 'survey.yaml');
    symlinkSync(model, out);
    expect(await convert(folder, out, '--force')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it leads to'),
    });
    expect(readFileSync(model, 'utf8')).toBe(text);
  });

  it('writes recordings that a conversion made beside the survey', async () => {
    const { folder } = writeYard();
    const out = join(folder, 'survey.yaml');
    const library = {
      convertSurvey: async (...given: Parameters<typeof NODE_LIBRARY.convertSurvey>) => {
        const conversion = await NODE_LIBRARY.convertSurvey(...given);
        return { ...conversion, files: [...conversion.files, join(folder, 'leg000.csv')] };
      },
    };
    const words = ['convert', join(folder, 'survey.xml'), '--assets', join(folder, 'assets'), '-o', out];
    const { stdout } = await subray(words, library);
    expect(stdout).toContain(`\nrecording: ${join(folder, 'leg000.csv')}\n`);
  });
});

describe('commands that read surveys', () => {
  it('know all kinds of physics', () => {
    expect(PHYSICS_NAMES.toSorted()).toEqual(Object.keys(PHYSICS).toSorted());
  });

  const scene = (folder: string) => ['--scene', join(folder, 'survey.xml')];
  const path = (folder: string) => [join(folder, 'survey.xml')];

  it.each([
    ['info', path, /leg000/],
    ['scene show --size 320x200 --png OUT/a.png', path, /picture: /],
    ['material assign', scene, /default/],
    ['plan uav --height 20 --scanner riegl-vux-1uav --out OUT/a.yaml', scene, /line/],
    ['run --dry-run', path, /2 legs|leg000/],
  ])('%s searches in the folders of --assets', async (command, named, expected) => {
    const { folder } = writeYard();
    const words = [...command.replaceAll('OUT', folder).split(' '), ...named(folder)];
    expect(await subray(words)).toMatchObject({ code: 2, stderr: expect.stringContaining('--assets DIR') });
    const found = await subray([...words, '--assets', join(folder, 'assets')]);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(expected) });
  });

  it.each(['info', 'scene show', 'material assign', 'plan tls', 'run', 'convert'])(
    '%s --help shows the options',
    async (command) => {
      const { stdout } = await subray(`${command} --help`);
      for (const option of ['--assets', '--physics', '--lenient']) expect(stdout).toContain(option);
    },
  );
});

describe('subray convert of clouds', () => {
  const folder = temporaryFolder();
  const cloud = () => {
    const path = join(folder, 'a.las');
    const points = [0, 1, 2, 3].map((k) => ({ x: 1000 * k, y: 500, z: 0 }));
    writeFileSync(path, lasBytes({ points }));
    return path;
  };

  it('takes the last name for the output, and reports', async () => {
    const out = join(folder, 'b.ply');
    const { code, stdout } = await subray(['convert', cloud(), out]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/b\.ply: 4 points, .*\nfrom .*a\.las: 4 points, attributes that subray knows\n$/),
    ]);
    expect(await subray(['convert', cloud(), out])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--force'),
    });
  });

  it('passes on what its options ask for', async () => {
    const out = join(folder, 'tiles/%x_%y.las');
    const words = ['--crop=-1,0,3,1', '--thin', '0.5', '--tile', '2', '--crs', 'EPSG:25832', '--scale', '0.01'];
    const { stdout, stderr, code } = await subray(['convert', cloud(), out, ...words, '--merge', '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { path: join(folder, 'tiles/0_0.las'), points: 2 },
        { path: join(folder, 'tiles/1_0.las'), points: 1 },
      ],
      points: 4,
      leftOut: { placeless: 0, cropped: 1, ofClass: 0, ofReturn: 0, thinned: 0 },
      labels: [],
      form: 'records',
    });
    expect(existsSync(join(folder, 'tiles/0_0.las'))).toBe(true);
  });

  it('names every format at the top of its help', async () => {
    const { stdout } = await subray('convert --help');
    const [top] = stdout.split('Positionals:');
    for (const name of Object.keys(CLOUD_FORMATS)) expect(top.toLowerCase()).toContain(name);
  });

  it.each([
    ['ply', ['--point-format', '3'], 'pointFormat: found 3, and ply has no such option', '--point-format'],
    ['csv', ['--scale', '0.01'], 'scale: found 0.01, and csv has no such option', '--scale'],
  ])('refuses for %s what is of LAS: %j', async (format, words, message, option) => {
    const out = join(folder, `foreign.${format}`);
    expect(await subray(['convert', cloud(), out, ...words])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `subray: ${out}: ${message}\n  leave it out (${option}), or write .las, .laz or .copc.laz\n`,
    });
    expect(existsSync(out)).toBe(false);
  });

  it('warns of a cloud that is merged with itself, by whatever name', async () => {
    const one = cloud();
    const link = join(folder, 'link.las');
    symlinkSync(one, link);
    const twice = await subray(['convert', one, link, one, join(folder, 'twice.las'), '--merge']);
    expect([twice.code, twice.stderr]).toEqual([
      0,
      `warning: ${one} is named 3 times: the output has its points as often\n`,
    ]);
    expect(twice.stdout).toContain('12 points');
  });

  it('counts one point as one', async () => {
    const [one, out] = [join(folder, 'one.csv'), join(folder, 'one.las')];
    writeFileSync(one, 'x,y,z\n1,2,3\nnan,2,3\n');
    const { stdout, stderr } = await subray(['convert', one, out]);
    expect(stdout).toContain(`${out}: 1 point, `);
    expect(stderr).toContain('warning: 1 point has no place and is left out\n');
    expect((await subray(['compare', out, out])).stdout).toContain('one.las, 1 point\n');
    expect((await subray(['info', one])).stdout).toContain('1 of 2 points has no place');
  });

  it('takes a preset or names of fields', async () => {
    const out = join(folder, 'fields.csv');
    const headOf = async (fields: string) => {
      await subray(['convert', cloud(), out, '--force', '--fields', fields]);
      return readFileSync(out, 'utf8').split('\n')[0];
    };
    expect(await headOf('minimal')).toBe('x,y,z,intensity');
    expect(await headOf('gps_time,intensity')).toBe('x,y,z,intensity,gps_time');
    // Coordinates are always there, and may be named all the same.
    expect(await headOf('x,y,z')).toBe('x,y,z');
    expect(await headOf('x, y, z, intensity')).toBe('x,y,z,intensity');
  });

  it('takes a reference system from a file', async () => {
    const wkt = join(folder, 'x.wkt');
    writeFileSync(wkt, 'LOCAL_CS["mine",LOCAL_DATUM["d",32767],UNIT["metre",1]]');
    const out = join(folder, 'crs.las');
    const { code } = await subray(['convert', cloud(), out, '--crs', wkt]);
    expect([code, readFileSync(out, 'latin1').includes('LOCAL_CS["mine"')]).toEqual([0, true]);
  });

  it.each([
    [['--crop', '1,2,3'], /--crop: found "1,2,3", expected minx,miny,maxx,maxy/],
    [['--crop', '1,2,1,3'], /an empty box/],
    [['--section', '1,2,3,4'], /--section: found "1,2,3,4", expected x1,y1,x2,y2,width/],
    [['--section', '1,2,3,4,5,6'], /--section: found "1,2,3,4,5,6", expected/],
    [['--section', '1,2,3,4,0'], /--section: found the width 0, expected a number of metres > 0/],
    [['--section', '1,2,3,4,3,4,1'], /--section: found the place 3,4 twice running/],
    [['--section', '1,2,x,4,1'], /--section: found "1,2,x,4,1"/],
    [['--thin', '0'], /--thin: found "0"/],
    [
      ['--thin', 'abc'],
      /--thin: found "abc", expected a width of cells >= 0.000001 \(m\), or a part of all such as 1\/10/,
    ],
    [['--thin', '0.1,0.2'], /--thin: found "0.1,0.2"/],
    [['--thin', '3/2'], /expected a part such as 1\/10/],
    [['--fields', 'intensity,gpstime'], /--fields: found "gpstime".*\n.*did you mean "gps_time"/],
    [['--tile', '-1'], /--tile: found "-1"/],
    [['--point-format', '4'], /--point-format: found 4, expected one of 1, 3, 6, 7, 8/],
    [['--scale', '2'], /--scale: found "2"/],
    [['--crs', 'EPSG:4326'], /expected a (projected|system)/],
  ])('refuses %j', async (words, message) => {
    const out = join(folder, 'refused.las');
    expect(await subray(['convert', cloud(), out, ...words])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('refuses %x and %y in a path without --tile, and surveys, with what to do', async () => {
    const out = join(folder, '%x_%y.las');
    expect(await subray(['convert', cloud(), out])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/%y\.las: the path has %x and %y, which number tiles.*\n.*--tile 50/),
    });
    expect(existsSync(out)).toBe(false);
    expect(await subray(['convert', 's.yaml', join(folder, 's.las')])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^subray: s\.yaml: a survey becomes a cloud when it is run\n {2}subray run s\.yaml writes/,
      ),
    });
  });

  it('says what became of intensities from 0 to 1', async () => {
    const unit = join(folder, 'unit.csv');
    writeFileSync(unit, 'x,y,z,intensity\n1,2,3,0.5\n');
    const { stderr } = await subray(['convert', unit, join(folder, 'unit.las'), '--force']);
    expect(stderr).toContain(`warning: ${unit}: its intensities are from 0 to 1; they are written times 65535\n`);
  });

  it('takes the ranges of colours and intensities that it is told, and no others', async () => {
    const [from, out] = [join(folder, 'ranged.csv'), join(folder, 'ranged.xyz')];
    writeFileSync(from, 'x,y,z,intensity,red,green,blue\n1,2,3,-10.5,0,1,1\n');
    const words = ['convert', from, out, '--fields', 'intensity,rgb', '--force'];
    const { stderr } = await subray([...words, '--intensity-range=-30.5,9.5', '--rgb-max', '1']);
    expect(stderr).not.toContain('warning');
    expect(readFileSync(out, 'utf8')).toBe('x y z intensity red green blue\n1.0000 2.0000 3.0000 32768 0 255 255\n');
    for (const [option, message] of [
      ['--rgb-max=7', '--rgb-max: found 7, expected one of 1, 255, 65535'],
      ['--intensity-range=3', '--intensity-range: found "3", expected two numbers, the least and the largest'],
    ])
      expect(await subray([...words, option])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('needs a file to write', async () => {
    expect(await subray(['convert', cloud()])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the file to write is missing'),
    });
  });

  it('converts a survey that is named with the file to write', async () => {
    const { folder, file } = writeYard();
    const words = ['convert', file, join(folder, 'named.yaml'), '--assets', join(folder, 'assets')];
    expect(await subray(words)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'named.yaml'))).toBe(true);
  });
});
