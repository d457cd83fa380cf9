import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Model } from '../../../src/scene/model.js';
import { readObj } from '../../../src/scene/read/obj/read-obj.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { testRandom } from '../../support/random.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const LOWER = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
];
const UPPER = [
  [0, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

async function parseObj(text: string, log = keepingLog()): Promise<Model> {
  return readObj([new TextEncoder().encode(text)], { file: 'test.obj', log });
}

/** Names of the group of each triangle: object/group/material. */
function groupNames({ meshes: [mesh], materials }: Model): string[] {
  return [...mesh.triangleGroup].map((index) => {
    const { object, group, material } = mesh.groups[index];
    return `${object}/${group}/${materials[material].name}`;
  });
}

/** Text → corners of its triangles. */
const CORPUS: [string, string, number[][][]][] = [
  ['a triangle', `${SQUARE}f 1 2 3\n`, [LOWER]],
  ['no newline at the end', `${SQUARE}f 1 2 3`, [LOWER]],
  ['a quad', `${SQUARE}f 1 2 3 4\n`, [LOWER, UPPER]],
  ['negative indices', `${SQUARE}f -4 -3 -2\nv 9 9 9\n`, [LOWER]],
  ['texture coordinates', `${SQUARE}vt 0 0\nf 1/1 2/1 3/1\n`, [LOWER]],
  ['normals', `${SQUARE}vn 0 0 1\nf 1//1 2//1 3//1\n`, [LOWER]],
  ['both', `${SQUARE}vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n`, [LOWER]],
  ['negative indices of all kinds', `${SQUARE}vt 0 0\nvn 0 0 1\nf -4/-1/-1 -3/-1/-1 -2/-1/-1\n`, [LOWER]],
  ['faces before vertices', `f 1 2 3\n${SQUARE}`, [LOWER]],
  ['Windows line ends', `${SQUARE}f 1 2 3\n`.replaceAll('\n', '\r\n'), [LOWER]],
  ['carriage returns alone', `${SQUARE}f 1 2 3\n`.replaceAll('\n', '\r'), [LOWER]],
  ['a continued line', `${SQUARE}f 1 2 \\\n 3 \\\r\n 4\n`, [LOWER, UPPER]],
  ['tabs and blanks', `  v\t0  0\t0 \nv 1 0 0\n\t v 1 1 0 \n f\t1  2 3 \n`, [LOWER]],
  ['comments behind values', `v 0 0 0 # v\nv 1 0 0 # 2\nv 1 1 0\nv 0 1 0\nf 1 2 3 # face 4\n`, [LOWER]],
  ['comments', `# f 1 2 3\n${SQUARE}f 1 2 3\n#f 9 9 9\n`, [LOWER]],
  ['vertex colours', 'v 0 0 0 1 0 0\nv 1 0 0 .5 .5 .5\nv 1 1 0 1 1 1\nf 1 2 3\n', [LOWER]],
  ['weights', 'v 0 0 0 1.0\nv 1 0 0 1.0\nv 1 1 0 1.0\nf 1 2 3\n', [LOWER]],
  ['unknown keywords', `vp 1 2\ns off\nl 1 2\np 1\n${SQUARE}surf 0 1\nf 1 2 3\n`, [LOWER]],
  [
    'a concave polygon',
    'v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nf 1 2 3 4\n',
    [
      [
        [1, 2, 0],
        [0, 0, 0],
        [4, 2, 0],
      ],
      [
        [4, 2, 0],
        [0, 4, 0],
        [1, 2, 0],
      ],
    ],
  ],
];

describe('OBJ', () => {
  it.each(CORPUS)('reads %s', async (_, text, corners) => {
    const { meshes } = await parseObj(text);
    const sorted = (list: number[][][]) => list.map((corner) => JSON.stringify(rotated(corner))).sort();
    expect(sorted(cornersOf(meshes[0]))).toEqual(sorted(corners));
  });

  it('gives the same mesh however the file is cut into blocks', async () => {
    const text = `${CORPUS.map(([, one]) => one.replaceAll(/^(\s*)f (.*)$/gm, '$1f -1 -2 -3')).join('\n')}\no a\\\nb\ng c d\nusemtl m n\nf 1 2 3\n`;
    const bytes = new TextEncoder().encode(text);
    const whole = await parseObj(text);
    expect(whole.meshes[0].triangleGroup.length).toBeGreaterThan(CORPUS.length / 2);
    for (let size = 1; size <= 64; size++) {
      const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      );
      expect(await readObj(blocks, { file: 'test.obj', log: keepingLog() }), `blocks of ${size}`).toEqual(whole);
    }
  });

  it('tells objects, groups and materials apart', async () => {
    const model = await parseObj(
      `${SQUARE}f 1 2 3\no house\nf 1 2 3\ng roof\nusemtl tile\nf 1 2 3 4\no barn\nusemtl wood\nf 1 2 3\no house\ng roof\nusemtl tile\nf 1 3 4\n`,
    );
    expect(groupNames(model)).toEqual([
      '//default',
      'house//default',
      'house/roof/tile',
      'house/roof/tile',
      'barn/roof/wood',
      'house/roof/tile',
    ]);
    expect(model.meshes[0].groups).toHaveLength(4);
  });

  it('takes groups for objects where the file names none', async () => {
    expect(groupNames(await parseObj(`${SQUARE}g a b\nf 1 2 3\ng\nf 1 2 3\n`))).toEqual([
      'a b/a b/default',
      '//default',
    ]);
  });

  it('keeps millimetres of national grid coordinates', async () => {
    const { meshes } = await parseObj(
      'v 447524.183 5412345.127 -1.5\nv 447525.183 5412345.127 -1.5\nv 447524.183 5412346.129 -1.5\nf 1 2 3\n',
    );
    expect(meshes[0].origin).toEqual([447524, 5412345, -1]);
    expect(cornersOf(meshes[0])[0][2][1]).toBeCloseTo(5412346.129, 6);
  });

  it('leaves out triangles without area and says how many', async () => {
    const log = keepingLog();
    const { meshes } = await parseObj(`${SQUARE}v 2 0 0\nf 1 2 2\ng b\nf 1 2 3\nf 1 2 5\nf 1 2\n`, log);
    expect(cornersOf(meshes[0])).toEqual([LOWER]);
    expect(meshes[0].groups[meshes[0].triangleGroup[0]].object).toBe('b');
    expect(log.warnings).toEqual([
      'test.obj: 1 faces have fewer than three corners and were left out',
      'test.obj: 2 of 3 triangles have no area and were left out',
    ]);
  });

  it.each([
    ['v 1 2\nf 1 1 1\n', 'test.obj:1: found "v 1 2"; a line "v" takes three finite numbers'],
    ['v 1 2 x\n', 'test.obj:1: found "v 1 2 x"; a line "v" takes three finite numbers'],
    [`${SQUARE}\\\n\nv nan 0 0\n`, 'test.obj:7: found "v nan 0 0"; a line "v" takes three finite numbers'],
    ['v 1e39 0 0\n', 'test.obj:1: found "v 1e39 0 0"; a line "v" takes three finite numbers'],
    [`${SQUARE}f 1 2 5\n`, 'test.obj:5: a face refers to vertex 5; the file has vertices 1 to 4'],
    [`${SQUARE}f 0 1 2\n`, 'test.obj:5: a face refers to vertex 0; the file has vertices 1 to 4'],
    [
      `${SQUARE}f -5 1 2\n`,
      'test.obj:5: a face refers to vertex -5; the file has vertices 1 to 4 (4 come before this line)',
    ],
    [`${SQUARE}f a b c\n`, 'test.obj:5: found "f a b c"; a line "f" takes vertex numbers'],
    [`${SQUARE}f 1.5 2 3\n`, 'test.obj:5: found "f 1.5 2 3"; a line "f" takes vertex numbers'],
    [SQUARE, 'test.obj: the file has no faces: there is nothing here that a beam can hit'],
    [`${SQUARE}f 1 1 1\n`, 'test.obj: all 1 triangles have no area: there is nothing here that a beam can hit'],
    ['v 0 0 0\n\0\n', 'test.obj:2: found a zero byte; an OBJ file is text'],
  ])('refuses %j', async (text, message) => {
    expect(String(await faultOf(parseObj(text))).split('\n')[0]).toBe(message);
  });

  it('names the line behind the first block, too', async () => {
    const text = `${'v 1 2 3\n'.repeat(400_000)}f 1 2 3 \\\n\nf 1 2 x\n`;
    expect(String(await faultOf(parseObj(text)))).toContain('test.obj:400003: found "f 1 2 x"');
  });

  it('refuses a line without end', async () => {
    expect(String(await faultOf(parseObj('f'.repeat(18_000_000))))).toContain('a line longer than 16 MiB');
  });

  it('agrees with a plain parser on random files', async () => {
    const seed = 3;
    const random = testRandom(seed);
    for (let round = 0; round < 50; round++) {
      const vertices = Array.from({ length: 30 }, () =>
        [0, 1, 2].map(() => (random() - 0.5) * 10 ** Math.floor(4 * random())),
      );
      const faces = Array.from({ length: 40 }, () => [0, 1, 2].map(() => Math.floor(random() * 30)));
      const text = `${vertices.map((v) => `v ${v.map((x) => x.toFixed(6)).join(' ')}`).join('\n')}\n${faces.map((f) => `f ${f.map((i) => i + 1).join(' ')}`).join('\n')}\n`;
      const { meshes } = await parseObj(text);
      const kept = faces.filter(([a, b, c]) => a !== b && b !== c && a !== c);
      expect([...meshes[0].indices], `seed ${seed}, round ${round}`).toEqual(kept.flat());
      vertices.forEach((v, i) => {
        v.forEach((x, axis) => {
          expect(meshes[0].positions[3 * i + axis] + meshes[0].origin[axis]).toBeCloseTo(x, 3);
        });
      });
    }
  });
});

describe('MTL', () => {
  const folder = temporaryFolder();
  const triangle = `${SQUARE}usemtl a\nf 1 2 3\nusemtl b\nf 1 3 4\n`;
  const read = (text: string, log = keepingLog()) =>
    readModel(folder.write('sub/scene.obj', text), { files: nodeFiles, log });

  it('gives colours, alpha and the keys of HELIOS++', async () => {
    folder.write(
      'sub/my mats.mtl',
      '# x\nnewmtl a\nKd 0.1 0.2 0.3\nd 0.5\nmap_Ka a b.png\nhelios_reflectance 0.42\nhelios_classification 6\nhelios_spectra wood\nhelios_isGround true\n',
    );
    folder.write(
      'sub/two.mtl',
      'newmtl b\r\nKd 0.9\r\nTr 0.25\r\nhelios_isGround 1\r\nhelios_isGround false\r\nNs 30\r\nKs 0.1 0.2 0.3\r\n',
    );
    const log = keepingLog();
    const { materials } = await read(`mtllib my mats.mtl\nmtllib two.mtl\n${triangle}`, log);
    expect(materials).toEqual([
      {
        name: 'a',
        baseColor: [0.1, 0.2, 0.3, 0.5],
        reflectance: 0.42,
        classification: 6,
        spectrum: 'wood',
        isGround: true,
      },
      { name: 'b', baseColor: [0.9, 0.9, 0.9, 0.75], specular: { color: [0.1, 0.2, 0.3], exponent: 30 } },
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('has no highlight where illum switches it off, wherever that stands', async () => {
    folder.write('sub/i.mtl', 'newmtl a\nillum 1\nKs 0.5 0.5 0.5\nNs 250\nnewmtl b\nKs 0.5 0.5 0.5\nillum 2\n');
    const { materials } = await read(`mtllib i.mtl\n${triangle}`);
    expect(materials.map(({ specular }) => specular)).toEqual([undefined, { color: [0.5, 0.5, 0.5], exponent: 10 }]);
  });

  it('takes a reflectance above 1 for percent, with a warning', async () => {
    folder.write('sub/p.mtl', 'newmtl a\nhelios_reflectance 50\nnewmtl b\n');
    const log = keepingLog();
    expect((await read(`mtllib p.mtl\n${triangle}`, log)).materials[0].reflectance).toBe(0.5);
    expect(log.warnings).toEqual(['material a: helios_reflectance 50 is taken for percent']);
  });

  it('takes reflectances as written, and keeps gloss as written, where physics says so', async () => {
    folder.write(
      'sub/w.mtl',
      'newmtl a\nhelios_reflectance 150\nKs 0.5 0.5 2\nillum 1\nnewmtl b\nKd 0.1 0.2 0.3\nNs 250\n',
    );
    const log = keepingLog();
    const file = folder.write('sub/scene.obj', `mtllib w.mtl\n${triangle}`);
    const physics = { gloss: 'plain', reflectance: 'as-written' } as const;
    const { materials } = await readModel(file, { files: nodeFiles, log, physics });
    expect(materials.map(({ reflectance, plain }) => ({ reflectance, plain }))).toEqual([
      { reflectance: 150, plain: { diffuse: 0, specular: 3, exponent: 10, isLast: false } },
      { reflectance: undefined, plain: { diffuse: expect.closeTo(0.6, 12), specular: 0, exponent: 250, isLast: true } },
    ]);
    expect(log.warnings).toEqual([]);
    folder.write('sub/w.mtl', 'newmtl a\nhelios_reflectance 2e6\n');
    expect(await faultOf(readModel(file, { files: nodeFiles, log, physics }))).toContain(
      'w.mtl:2: helios_reflectance is 2000000; it takes a number from 0 to 1000000',
    );
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', undefined],
    ['0', undefined],
  ])('keeps helios_isGround %s', async (word, isGround) => {
    folder.write('sub/g.mtl', `newmtl a\nhelios_isGround ${word}\n`);
    expect((await read(`mtllib g.mtl\n${triangle}`)).materials[0].isGround).toBe(isGround);
  });

  it('takes several names in one line for several files', async () => {
    folder.write('sub/one.mtl', 'newmtl a\nKd 1 0 0\n');
    folder.write('sub/two.mtl', 'newmtl b\nKd 0 1 0\n');
    const { materials } = await read(`mtllib one.mtl two.mtl\n${triangle}`);
    expect(materials.map(({ baseColor }) => baseColor)).toEqual([
      [1, 0, 0, 1],
      [0, 1, 0, 1],
    ]);
  });

  it('reads comments behind values, and behind the names of libraries', async () => {
    folder.write('sub/one.mtl', 'newmtl a\nKd 0.5 # grey\nd 0.5 # thin\nNs 5 # dull\nnewmtl b #2\nKd 1 0 0 # red\n');
    const log = keepingLog();
    const { materials } = await read(`mtllib one.mtl # mine\n${triangle.replace('usemtl b', 'usemtl b #2')}`, log);
    expect(materials.map(({ name, baseColor }) => [name, ...baseColor])).toEqual([
      ['a', 0.5, 0.5, 0.5, 0.5],
      ['b #2', 1, 0, 0, 1],
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('takes a material without a name for that of faces without one', async () => {
    folder.write('sub/one.mtl', 'newmtl \nKd 1 0 0\n');
    const log = keepingLog();
    const { materials } = await read(`mtllib one.mtl\n${SQUARE}usemtl \nf 1 2 3\n`, log);
    expect(materials).toEqual([expect.objectContaining({ name: 'default', baseColor: [1, 0, 0, 1] })]);
    expect(log.warnings).toEqual([
      `${folder.path}/sub/one.mtl:1: "newmtl" without a name: it is the material of faces without one`,
    ]);
  });

  it('reads names in Latin-1', async () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    folder.write('sub/dächer.mtl', bytes('newmtl Ziegel für Dächer\nKd 1 0 0\n'));
    const text = `mtllib dächer.mtl\n${SQUARE}o Gebäude\nusemtl Ziegel für Dächer\nf 1 2 3\n`;
    const model = await readModel(folder.write('sub/a.obj', bytes(text)), { files: nodeFiles, log: keepingLog() });
    expect(groupNames(model)).toEqual(['Gebäude//Ziegel für Dächer']);
    expect(model.materials[0].baseColor).toEqual([1, 0, 0, 1]);
  });

  it.each(['gone.mtl', '../secret.mtl', '/etc/passwd', 'C:\\mats.mtl', 'http://example.com/a.mtl'])(
    'warns and takes grey for "mtllib %s"',
    async (name) => {
      folder.write('secret.mtl', 'newmtl a\n');
      const log = keepingLog();
      const { materials } = await read(`mtllib ${name}\n${triangle}`, log);
      expect(materials[0]).toEqual({ name: 'a', baseColor: [0.5, 0.5, 0.5, 1] });
      expect(log.warnings[0]).toContain(`material library "${name}" left out`);
      expect(log.warnings[1]).toContain('no material library describes "a", "b"');
    },
  );

  it.each([
    ['newmtl a\nKd 1 x 0\n', 'bad.mtl:2: found "Kd 1 x 0"; it takes numbers'],
    ['newmtl a\nhelios_reflectance -1\n', 'bad.mtl:2: helios_reflectance is -1; it takes a fraction 0 … 1'],
    [
      'newmtl a\nhelios_classification 300\n',
      'bad.mtl:2: helios_classification is 300; it takes a whole number 0 … 255',
    ],
  ])('refuses %j, naming the folder and the model', async (text, message) => {
    folder.write('sub/bad.mtl', text);
    const fault = await faultOf(read(`mtllib bad.mtl\n${triangle}`));
    expect(fault).toBe(`${folder.path}/sub/${message} (a material library of ${folder.path}/sub/scene.obj)`);
  });
});

/** The corners begun with the smallest, which keeps the winding. */
function rotated(corners: number[][]): number[][] {
  const turns = [0, 1, 2].map((k) => [...corners.slice(k), ...corners.slice(0, k)]);
  return turns.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))[0];
}
