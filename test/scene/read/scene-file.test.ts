import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { FileBlocks, findSceneFile, readWholeText } from '../../../src/scene/read/scene-file.js';
import { cornersOf, faultOf, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
const context = { files: nodeFiles, log: SILENT_LOG };
const read = (path: string) => readModel(path, context);

const OBJ = 'o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const PLY =
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';
const OFF = 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';
const STL =
  'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n';
const CITY =
  '{"type":"CityJSON","version":"2.0","CityObjects":{"a":{"type":"Road","geometry":[{"type":"MultiSurface","lod":"1","boundaries":[[[0,1,2]]]}]}},"vertices":[[0,0,0],[1,0,0],[0,1,0]]}';

describe('files compressed by gzip', () => {
  it.each([
    ['a.obj.gz', OBJ],
    ['a.ply.gz', PLY],
    ['a.OFF.GZ', OFF],
    ['a.stl.gz', STL],
    ['a.city.json.gz', CITY],
    ['without-its-ending.obj', OBJ],
  ])('reads %s', async (name, text) => {
    const model = await read(folder.write(name, gzipSync(text)));
    expect(cornersOf(model.meshes[0])).toEqual([
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    ]);
  });

  it('reads a material library that is compressed', async () => {
    folder.write('z.mtl', gzipSync('newmtl red\nKd 1 0 0\n'));
    const model = await read(folder.write('z.obj', `mtllib z.mtl\nusemtl red\n${OBJ}`));
    expect(model.materials[0].baseColor).toEqual([1, 0, 0, 1]);
  });

  it('reads tables, and bounds what they hold', async () => {
    const path = folder.write('t.csv', gzipSync('x,y\n1,2\n'));
    expect(await readWholeText(nodeFiles, path, 1000)).toBe('x,y\n1,2\n');
    expect(await faultOf(readWholeText(nodeFiles, path, 5))).toContain('at most 5');
    expect(await faultOf(readWholeText(nodeFiles, folder.write('u.csv', gzipSync(' '.repeat(9999))), 100))).toContain(
      'holds more than 100 bytes when it is decompressed',
    );
  });

  it('reports damage and a missing end', async () => {
    const bytes = gzipSync(OBJ.repeat(100));
    const cut = folder.write('cut.obj.gz', bytes.subarray(0, bytes.length - 12));
    expect(await faultOf(read(cut))).toContain('cut.obj.gz: the gzip data are damaged or cut off');
    bytes[20] ^= 0xff;
    expect(await faultOf(read(folder.write('bad.obj.gz', bytes)))).toContain('the gzip data are damaged or cut off');
  });

  it('ends a bomb before it fills the memory', async () => {
    const line = 'v 0 0 0\n'.repeat(1 << 20);
    const bomb = gzipSync(line.repeat(9), { level: 1 });
    const path = folder.write('bomb.obj.gz', bomb);
    expect(await faultOf(read(path))).toContain('holds more than 67108864 bytes when it is decompressed');
  });

  it('can be read twice, and stopped in between', async () => {
    const path = folder.write('long.obj.gz', gzipSync('v 0 0 0\n'.repeat(300_000)));
    const blocks = new FileBlocks(await findSceneFile(nodeFiles, path), context);
    for (let pass = 0; pass < 2; pass++) {
      for await (const block of blocks) {
        expect(new TextDecoder().decode(block.subarray(0, 7))).toBe('v 0 0 0');
        break;
      }
    }
    let bytes = 0;
    for await (const { length } of blocks) bytes += length;
    expect(bytes).toBe(2_400_000);
  });
});
