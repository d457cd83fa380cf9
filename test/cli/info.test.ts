import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { type CloudFormatName, cloudFormatOf, createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { batchOf, square, type TestPoint } from '../picture/picture-clouds.js';
import { geoKeys, geoTiff } from '../scene/read/tiff-files.js';
import { sampleOf } from '../support/long-run.js';
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

/** A closed box of 10 m by 8 m by 3 m. */
const HALL = [
  'o hall',
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 5 : -5} ${k & 2 ? 4 : -4} ${k & 4 ? 3 : 0}`),
  ...['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');

describe('a catalogue of tiles', () => {
  it.each(['info', 'convert', 'compare'])('is no cloud: %s says to name its tiles', async (command) => {
    const path = join(folder, 'tiles.vpc');
    writeFileSync(path, '{ "type": "FeatureCollection", "features": [] }');
    const { code, stderr } = await subray(`${command} ${path} ${command === 'info' ? '' : join(folder, 'all.las')}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('tiles.vpc: a catalogue of tiles, expected clouds\n  name its tiles'),
    ]);
  });
});

describe('a file without a name', () => {
  it.each([
    [
      ['info', ''],
      'info: found an empty name, expected the path of a cloud, a scene file, a survey or names of labels',
    ],
    [['compare', 'a.las', ''], 'compare: found an empty name, expected the path of a cloud'],
    [['run', ''], 'run: found an empty name, expected the path of a survey (.xml, .yaml, .yml)'],
    [
      ['scene', 'show', '', '--png', 'a.png'],
      'scene show: found an empty name, expected the path of a survey or a model',
    ],
    [['material', 'import', ''], 'material import: found an empty name, expected the path of a measurement'],
  ])('is refused: %s', async (argv, message) => {
    const { code, stderr } = await subray(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain('a variable of the shell that is not set is empty too');
  });
});

describe('subray info of a cloud', () => {
  it('says what is in it', async () => {
    const { code, stdout } = await subray(`info ${cloud}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/format +LAS 1\.4, point format 6/);
    expect(stdout).toMatch(/points +1,681/);
    expect(stdout).toMatch(/x +-5\.000 … 5\.000 m/);
    expect(stdout).toMatch(/ 2 +Ground +1,681/);
    expect(stdout).toMatch(/NormalX +i16, in steps of 0.001/);
  });

  it.each(sampleOf(['ply', 'pcd', 'csv', 'xyz'] as const, 2))(
    'describes and draws %s, whatever the threads',
    async (format) => {
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
    },
  );

  it('names axes in pictures of PCD files with a viewpoint: their y need not be north', async () => {
    const path = join(folder, 'seen.pcd');
    await writeCloud(path, square(5, 0.25, 1, { classification: 2 }), undefined, 'pcd');
    const draw = async (name: string) => {
      const png = join(folder, `${name}.png`);
      await subray(`info ${path} --png ${png} --size 320x200 --view top --color class`);
      return decode(readFileSync(png)).data;
    };
    const north = await draw('north');
    const text = readFileSync(path, 'latin1');
    writeFileSync(path, text.replace('VIEWPOINT 0 0 0 1 0 0 0', 'VIEWPOINT 0 0 2 1 0 0 0'), 'latin1');
    expect(Buffer.compare((await draw('axes')) as Uint8Array, north as Uint8Array)).not.toBe(0);
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

  it('has no extent of points of which one coordinate is never a number', async () => {
    for (const rows of ['1,2,nan\n3,4,nan\n', '']) {
      const path = join(folder, 'flat.csv');
      writeFileSync(path, `x,y,z,intensity\n${rows.replaceAll('\n', ',1\n')}`);
      expect((await subray(`info ${path}`)).stdout).not.toMatch(/NaN|Infinity/);
      expect((await subray(`info ${path} --json`)).stdout).not.toMatch(/null/);
    }
  });

  it.each([
    ['frames/000000.pcd', 'frames'],
    ['left/scan2-014.ply', 'scan2'],
    ['cloud/whole.csv', 'whole'],
  ])('names the classes of %s as the labels beside it do', async (name, labels) => {
    const path = join(folder, name);
    mkdirSync(dirname(path));
    await writeCloud(path, square(2, 0.5, 1, { classification: 70 }), undefined, cloudFormatOf(path));
    expect((await subray(`info ${path}`)).stdout).toMatch(/70 +User class 70/);
    const beside = join(dirname(path), `${labels}.labels.json`);
    writeFileSync(beside, '{"instances":{},"classes":{"70":"crate"}}');
    const { stdout } = await subray(`info ${path}`);
    expect(stdout).toMatch(/70 +crate/);
    expect(JSON.parse((await subray(`info ${path} --json`)).stdout).classNames).toEqual({ 70: 'crate' });
    writeFileSync(beside, '{"instances":');
    expect((await subray(`info ${path}`)).stdout).toMatch(/warning: .*\.labels\.json: is no JSON/);
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

  it.each([
    ['--camera 1,2,3', '--camera: found "1,2,3", expected x,y,z,azimuth,elevation'],
    ['--camera 1,2,a,0,0', '--camera: found "1,2,a,0,0", expected x,y,z,azimuth,elevation'],
    ['--camera 1,2,3,400,0', '--camera: found the azimuth 400'],
    ['--camera 1,2,3,40,91', '--camera: found the elevation 91'],
    ['--camera 1,2,3,40,1,0', '--camera: found the angle of view 0'],
    ['--azimuth 400', '--azimuth: found "400", expected a number >= -360 and <= 360 (deg)'],
    ['--azimuth 40 --view top', '--azimuth: found --view top, expected --view side or all'],
    ['--camera 1,2,3,40,1 --view top', '--camera: found --view top, expected --view perspective or all'],
  ])('refuses %s', async (options, message) => {
    const { code, stderr } = await subray(`info ${cloud} --png ${join(folder, 'never.png')} ${options}`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('draws from a camera of its own', async () => {
    const [usual, posed] = ['usual.png', 'posed.png'].map((name) => join(folder, name));
    const options = '--size 320x200 --view perspective';
    await subray(`info ${cloud} --png ${usual} ${options}`);
    expect((await subray(`info ${cloud} --png ${posed} ${options} --camera 0,-20,5,0,-10,50`)).code).toBe(0);
    expect(readFileSync(posed).equals(readFileSync(usual))).toBe(false);
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

  it.each([
    ['energy', 'energies'],
    ['instance', 'objects'],
    ['rgb', 'colours'],
    ['class', undefined],
  ])('says where a picture has one colour, since the cloud has nothing to show: %s', async (color, words) => {
    const png = join(folder, 'plain.png');
    const plain = join(folder, 'plain.csv');
    writeFileSync(plain, 'x,y,z,class\n0,0,0,2\n1,2,0,6\n');
    const { code, stderr } = await subray(
      `info ${plain} --png ${png} --view top --size 320x200 --force --color ${color}`,
    );
    expect(code).toBe(0);
    expect(stderr).toBe(
      words === undefined
        ? ''
        : `warning: ${plain} has no ${words}: all points have the same colour with --color ${color}; without it, the picture shows what there is\n`,
    );
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

describe('subray scene show', () => {
  it('draws a model, and a survey with its legs on it', async () => {
    writeFileSync(join(folder, 'shown.obj'), HALL);
    const survey = join(folder, 'shown.yaml');
    const rest = 'scanner: velodyne-vlp-16\nlegs: [ { position: [0, 0, 1.5] } ]\noutput: [ shown.las ]\n';
    writeFileSync(survey, `scene: { parts: [ { file: shown.obj } ] }\n${rest}`);
    const shot = async (file: string, options = '') => {
      const png = join(folder, 'shown.png');
      const { code, stdout } = await subray(`scene show ${file} --png ${png} --size 320x200 --force ${options}`);
      expect([code, stdout]).toEqual([0, `picture: ${png}\n`]);
      const { data, width, channels } = decode(readFileSync(png));
      return (x: number, y: number) => [...data.slice(channels * (y * width + x), channels * (y * width + x) + 3)];
    };
    const background = (await shot(join(folder, 'shown.obj')))(5, 60);
    const model = await shot(join(folder, 'shown.obj'));
    expect(model(80, 110)).not.toEqual(background);
    // The station's badge, the only white thing, is about the middle of the view from above.
    const whitest = (pixel: typeof model) =>
      Math.max(
        ...Array.from({ length: 40 * 60 }, (_, k) => Math.min(...pixel(60 + (k % 40), 75 + Math.floor(k / 40)))),
      );
    expect(whitest(await shot(survey))).toBeGreaterThan(240);
    expect(whitest(model)).toBeLessThan(240);
    expect(await shot(survey, '--color base')).toBeTypeOf('function');
    const again = await subray(`scene show ${survey} --png ${join(folder, 'shown.png')}`);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('the file exists')]);
    expect((await subray(`scene show ${survey} --png x.jpg`)).stderr).toContain('a picture is written as a .png file');
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

  it('measures turned copies by their vertices, not by their boxes', async () => {
    const path = join(folder, 'turned.gltf');
    const positions = Float32Array.of(0, 0, 0, 1, 1, 0, 1.01, 0.99, 0);
    const uri = `data:application/octet-stream;base64,${Buffer.from(positions.buffer).toString('base64')}`;
    const half = Math.sqrt(0.5);
    const turn = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    const document = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, rotation: turn }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1.01, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri }],
    };
    writeFileSync(path, JSON.stringify(document));
    const { min, max } = JSON.parse((await subray(`info ${path} --json`)).stdout).bounds;
    const close = (values: number[]) => values.map((value) => expect.closeTo(value, 6));
    expect([min, max]).toEqual([close([0, 0, 0]), close([0.02 * half, 2 * half, 0])]);
  });

  it('asks for the unit of a raster in feet by its name, and for none of a mountain in metres', async () => {
    const mountain = (code: number) =>
      geoTiff('f4', { values: [0, 900, 900, 0, 900, 900], tags: [geoKeys({ 1024: 1, 1025: 2, 3072: code })] });
    writeFileSync(join(folder, 'feet.tif'), mountain(2994));
    writeFileSync(join(folder, 'metres.tif'), mountain(25832));
    expect((await subray(`info ${join(folder, 'feet.tif')}`)).stderr).toMatch(/in the unit foot, .*\(unit: ft\)/);
    const { stderr } = await subray(`info ${join(folder, 'metres.tif')}`);
    expect(stderr).toBe('');
  });

  it('tells where a model lies in a survey: z up, metres', async () => {
    const path = join(folder, 'up.obj');
    writeFileSync(path, CUBE);
    expect((await subray(`info ${path}`)).stdout).toMatch(
      /^in a survey +x 0\.00 … 2\.00, y 0\.00 … 3\.00, z 0\.00 … 4\.00 m \(z up, unit m\)$/m,
    );
    const glb = join(folder, 'room.glb');
    await subray(`scene generate terrain --triangles 200 --out ${glb} --force`);
    const [file, survey] = [
      /^x +(.*)\ny +(.*)\nz +(.*)$/m,
      /^in a survey +x (.*), y (.*), z (.*) m \(y up, unit m\)$/m,
    ];
    const { stdout } = await subray(`info ${glb}`);
    const numbers = (text = '') => text.split(' … ').map((word) => Number(Number(word).toFixed(2)));
    const [x, y, z] = (file.exec(stdout) ?? []).slice(1).map(numbers);
    expect((survey.exec(stdout) ?? []).slice(1).map(numbers)).toEqual([x, [-z[1] + 0, -z[0] + 0], y]);
  });

  it('reads the scene of a survey: where it lies, where its legs start, and about how many points there will be', async () => {
    writeFileSync(join(folder, 'hall.obj'), HALL);
    const path = join(folder, 'hall.yaml');
    writeFileSync(
      path,
      'scene: { parts: [ { file: hall.obj }, { name: far, file: cube.obj, transform: { translate: [20, 0, 0] } } ] }\n' +
        'scanner: velodyne-vlp-16\nmount: { position: [0, 0, 1.5] }\n' +
        'legs: [ { position: [0, 0, 0] }, { name: away, position: [0, 60, 0], azimuth: [-30, 30] } ]\noutput: [ hall.las ]\n',
    );
    const { code, stdout } = await subray(`info ${path}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^part +hall: .*; x -5\.00 … 5\.00, y -4\.00 … 4\.00, z 0\.00 … 3\.00 m$/m);
    expect(stdout).toMatch(/^scene +x -5\.00 … 22\.00, y -4\.00 … 4\.00, z 0\.00 … 4\.00 m$/m);
    expect(stdout).toMatch(
      /^leg +leg 1: .*; starts inside, closed all round, 1\.50 m above .*; 100 % of its pulses return$/m,
    );
    expect(stdout).toMatch(/^leg +away: .*; starts outside, no ground below it; 0 % of its pulses return$/m);
    expect(stdout).toMatch(/^likely +about [\d,]+ points, .* of output, from [\d,]+ pulses tried$/m);
    expect(stdout).toMatch(/^about .* 15 triangles$/m);
    expect(stdout).toMatch(
      /warning: away \(station at 0\.00, 60\.00, 0\.00\): 0 of [\d,]+ pulses had a return; the scene is 56\.0 m away, towards heading 180°; beams point towards heading \d+°, and 0 % of the beams point at its bounds/,
    );
    const { look } = JSON.parse((await subray(`info ${path} --json`)).stdout);
    expect(look).toMatchObject({
      triangles: 15,
      legs: [
        { kind: 'inside', hitShare: 1 },
        { kind: 'outside', hitShare: 0 },
      ],
    });
    const never = await subray(`info ${path} --look never`);
    expect(never.stdout).toMatch(/^scene +not read here; --look always prints where it is/m);
    expect(never.stdout).toMatch(/triangles by the size of the files$/m);
  });

  it('says why a scene cannot be read, and the rest', async () => {
    writeFileSync(join(folder, 'bad.obj'), 'v 1 2 x\n');
    const path = join(folder, 'bad.yaml');
    const rest = 'scanner: velodyne-vlp-16\nlegs: [ { position: [0, 0, 1] } ]\noutput: [ bad.las ]\n';
    writeFileSync(path, `scene: { parts: [ { file: bad.obj } ] }\n${rest}`);
    const { code, stdout } = await subray(`info ${path}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^scene +cannot be read: .*bad\.obj:1.*: found "v 1 2 x"; a line "v" takes three finite numbers$/m,
    );
    expect(stdout).toMatch(/^in all /m);
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
    ['noise.bin', '1 2 3\n', 'Of glTF, name the .gltf file'],
    ['noise.dat', '1 2 3\n', 'not a known kind of scene file'],
    ['heights.asc', 'ncols 2\nnrows 2\n', 'heights.asc:2: the header has no size of the cells'],
  ])('refuses %s', async (name, content, message) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    const { code, stdout, stderr } = await subray(`info ${path}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('subray info of several files', () => {
  const cloud = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, '1 2 3\n4 5 6\n');
    return path;
  };

  it('describes one after the other', async () => {
    const [a, b] = [cloud('one.xyz'), cloud('two.xyz')];
    const { code, stdout } = await subray(`info ${a} ${b}`);
    expect(code).toBe(0);
    expect(stdout.split('\n\n').map((text) => /^file +(\S+),/.exec(text)?.[1])).toEqual([a, b]);
  });

  it('prints an object a line with --json', async () => {
    const { stdout } = await subray(`info ${cloud('one.xyz')} ${cloud('two.xyz')} --json`);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).points),
    ).toEqual([2, 2]);
  });

  it('draws only one', async () => {
    const { code, stderr } = await subray(
      `info ${cloud('one.xyz')} ${cloud('two.xyz')} --png ${join(folder, 'a.png')}`,
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('--png draws one cloud, found 2 files')]);
  });
});
