import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError, UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { detectFormat } from '../../../src/scene/read/scene-formats.js';
import { testRandom } from '../../support/random.js';
import { faultOf, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
const read = (path: string) => readModel(path, { files: nodeFiles, log: SILENT_LOG });
const bytesOf = (text: string) => new TextEncoder().encode(text);

const OBJ = `mtllib gone.mtl\no a\n${Array.from({ length: 50 }, (_, i) => `v ${i} ${i * i} ${-i}.5\n`).join('')}usemtl b\n${Array.from({ length: 48 }, (_, i) => `f ${i + 1}/1/1 ${i + 2}//1 -1\n`).join('')}`;
const STL_TEXT = `solid a\n${'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(9)}endsolid a\n`;
const PLY_TEXT = `ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\nproperty float z\nelement face 5\nproperty list uchar int vertex_indices\nend_header\n${'0 0 0\n1 0 0\n0 1 0\n'.repeat(3)}${'3 0 1 2\n'.repeat(5)}`;

function binaryPly(): Uint8Array {
  const header = bytesOf(
    PLY_TEXT.slice(0, PLY_TEXT.indexOf('end_header') + 11).replace('ascii', 'binary_little_endian'),
  );
  const body = new DataView(new ArrayBuffer(9 * 12 + 5 * 13));
  for (let v = 0; v < 9; v++) body.setFloat32(12 * v + 4 * (v % 3), 1, true);
  for (let f = 0; f < 5; f++) {
    body.setUint8(108 + 13 * f, 3);
    [0, 1, 2].forEach((index, k) => {
      body.setInt32(109 + 13 * f + 4 * k, index, true);
    });
  }
  return Uint8Array.from([...header, ...new Uint8Array(body.buffer)]);
}

function binaryStl(): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * 9));
  view.setUint32(80, 9, true);
  for (let t = 0; t < 9; t++) {
    view.setFloat32(84 + 50 * t + 24, 1, true);
    view.setFloat32(84 + 50 * t + 40, 1, true);
  }
  return new Uint8Array(view.buffer);
}

const GLTF = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [
    {
      byteLength: 36,
      uri: `data:;base64,${Buffer.from(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64')}`,
    },
  ],
});

/** The same document in a GLB, its data in the binary chunk. */
function binaryGltf(): Uint8Array {
  const { buffers, ...document } = JSON.parse(GLTF);
  const json = bytesOf(JSON.stringify({ ...document, buffers: [{ byteLength: buffers[0].byteLength }] }).padEnd(400));
  const view = new DataView(new ArrayBuffer(20 + 400 + 8 + 36));
  [0x46546c67, 2, view.byteLength, 400, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  new Uint8Array(view.buffer).set(json, 20);
  view.setUint32(420, 36, true);
  view.setUint32(424, 0x004e4942, true);
  view.setFloat32(428 + 12, 1, true);
  view.setFloat32(428 + 28, 1, true);
  return new Uint8Array(view.buffer);
}

const SAMPLES: [string, Uint8Array][] = [
  ['sample.obj', bytesOf(OBJ)],
  ['text.stl', bytesOf(STL_TEXT)],
  ['binary.stl', binaryStl()],
  ['text.ply', bytesOf(PLY_TEXT)],
  ['binary.ply', binaryPly()],
  ['sample.gltf', bytesOf(GLTF)],
  ['sample.glb', binaryGltf()],
];

describe('a reader of bad files', () => {
  it.each(SAMPLES)('reads %s as it is', async (name, bytes) => {
    expect((await read(folder.write(name, bytes))).meshes[0].triangleGroup.length).toBeGreaterThan(0);
  });

  it.each(SAMPLES)('ends with a model or a UserError for any cut or broken %s', async (name, bytes) => {
    const seed = 1;
    const random = testRandom(seed);
    for (let round = 0; round < 150; round++) {
      const broken = bytes.slice(0, round % 2 ? bytes.length : Math.floor(random() * bytes.length));
      const flips = round % 2 ? 1 + Math.floor(random() * 4) : 0;
      for (let i = 0; i < flips; i++) broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
      const before = process.memoryUsage().arrayBuffers;
      const error = await read(folder.write(name, broken)).then(
        () => undefined,
        (fault: unknown) => fault,
      );
      expect(error === undefined || error instanceof UserError, `seed ${seed}, round ${round}: ${String(error)}`).toBe(
        true,
      );
      expect(process.memoryUsage().arrayBuffers - before, `seed ${seed}, round ${round}`).toBeLessThan(3e8);
    }
  });

  it.each(SAMPLES)('refuses what is not in %s', async (name) => {
    const seed = 2;
    const random = testRandom(seed);
    const noise = Uint8Array.from({ length: 5000 }, () => Math.floor(random() * 256));
    expect(await faultOf(read(folder.write(name, noise)))).toMatch(/^\/.*: ./);
    expect(await faultOf(read(folder.write(name, '<html><body>not found</body></html>\n')))).toMatch(/^\/.*: ./);
    expect(await faultOf(read(folder.write(name, new Uint8Array(200))))).toMatch(/^\/.*: ./);
    expect(await faultOf(read(folder.write(name, '')))).toContain('the file is empty');
  });

  it('says what is wrong with the path', async () => {
    const at = (name: string) => join(folder.path, name);
    expect(await faultOf(read(at('gone.obj')))).toBe(`${at('gone.obj')}: there is no such file`);
    mkdirSync(at('folder.obj'));
    expect(await faultOf(read(at('folder.obj')))).toBe(`${at('folder.obj')}: is a folder, not a file`);
    expect(await faultOf(read(folder.write('scene.xyz', '1 2 3\n')))).toContain(
      'a text of points; expected one of AMAPVox (.vox), ASCII grid (.asc), CityJSON (.city.json, .json, .jsonl), GeoTIFF (.tif, .tiff)',
    );
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe (skipped: Windows has none)', async () => {
    const pipe = join(folder.path, 'pipe.obj');
    execFileSync('mkfifo', [pipe]);
    expect(await faultOf(read(pipe))).toBe(`${pipe}: is not a regular file`);
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort();
    for (const [name, bytes] of SAMPLES)
      await expect(
        readModel(folder.write(name, bytes), { files: nodeFiles, log: SILENT_LOG, signal }),
      ).rejects.toBeInstanceOf(AbortedError);
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    const path = folder.write('progress.obj', bytesOf(OBJ));
    await readModel(path, {
      files: nodeFiles,
      log: SILENT_LOG,
      onProgress: ({ done, total }) => void seen.push(done / total),
    });
    expect(seen.at(-1)).toBe(1);
  });
});

describe('detectFormat', () => {
  it.each([
    ['a.OBJ', 'v 0 0 0', 'obj'],
    ['a.glb', 'glTF\x02', 'gltf'],
    ['a.obj', 'ply\nformat', 'ply'],
    ['a.obj', 'glTF\x02', 'gltf'],
    ['a', 'solid x', 'stl'],
    ['a.txt', '# Blender\n\nmtllib a.mtl', 'obj'],
    ['a.stl', 'solid x', 'stl'],
    ['a.gltf', '{}', 'gltf'],
    ['a', '{}', 'gltf'],
    ['a.json', '{}', 'cityjson'],
    ['a', '{"version": "2.0", "type": "CityJSON"}', 'cityjson'],
    ['a.obj', '# from Geomview\nCOFF\n', 'off'],
    ['a.txt', `${'\n'.repeat(60_000)}x`, undefined],
    ['a.txt', 'hello', undefined],
    ['constructor', 'hello', undefined],
  ])('%s with %j is %s', (path, text, format) => {
    expect(detectFormat(path, bytesOf(text))?.title.toLowerCase()).toBe(format);
  });
});
