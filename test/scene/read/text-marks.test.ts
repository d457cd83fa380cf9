import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { readTrajectory } from '../../../src/platform/read/read-trajectory.js';
import { readPlacementTable } from '../../../src/scene/place/csv-placement.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
let count = 0;

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  for (const [k, letter] of [...`\ufeff${text}`].entries()) view.setUint16(2 * k, letter.charCodeAt(0), littleEndian);
  return bytes;
};

const SCENES = [
  ['obj', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 5 5 9\nf 1 2 3\n'],
  ['off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n'],
  ['off', '3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n'],
  [
    'stl',
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\nendsolid a\n',
  ],
  [
    'ply',
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n',
  ],
] as const;

const model = (path: string) => readModel(path, { files: nodeFiles, log: keepingLog() });
const corners = async (path: string) => cornersOf((await model(path)).meshes[0]);

async function cloud(path: string): Promise<[number, number]> {
  const { pointCount, rows } = (await openReadable(nodeFiles, path)) as unknown as {
    pointCount: number;
    rows: { dataAt: number };
  };
  return [pointCount, rows.dataAt];
}

describe('the byte order mark of UTF-8', () => {
  it.each(SCENES)('changes nothing in a scene of .%s', async (ending, text) => {
    const marked = folder.write(`${count++}.${ending}`, `\ufeff${text}`);
    expect(await corners(marked)).toEqual(await corners(folder.write(`${count++}.${ending}`, text)));
    expect(await corners(folder.write(`${count++}`, `\ufeff${text}`)).catch(() => 'not recognised')).toEqual(
      await corners(folder.write(`${count++}`, text)).catch(() => 'not recognised'),
    );
  });

  it.each(['csv', 'xyz', 'txt'])('is no part of the first row of a headerless .%s', async (ending) => {
    const separator = ending === 'csv' ? ',' : ' ';
    const rows = [`0${separator}0${separator}2`, `1${separator}5${separator}2`].join('\n');
    expect(await cloud(folder.write(`${count++}.${ending}`, `\ufeff${rows}`))).toEqual([2, 3]);
    expect(await cloud(folder.write(`${count++}.${ending}`, rows))).toEqual([2, 0]);
  });

  it('is left out before a material library', async () => {
    folder.write('marked.mtl', '\ufeffnewmtl m\nKd 1 0 0\n');
    const path = folder.write('library.obj', `mtllib marked.mtl\nusemtl m\n${SCENES[0][1]}`);
    expect((await model(path)).materials[0].baseColor).toEqual([1, 0, 0, 1]);
  });
});

describe('UTF-16', () => {
  const refused = 'found UTF-16, expected UTF-8';

  it.each([true, false])('is refused by its name in scenes (little-endian: %s)', async (little) => {
    for (const [ending, text] of SCENES)
      expect(await faultOf(model(folder.write(`${count++}.${ending}`, utf16(text, little))))).toContain(refused);
  });

  it('is refused by its name in clouds, libraries, tables and trajectories', async () => {
    const write = (ending: string, text: string) => folder.write(`${count++}.${ending}`, utf16(text, true));
    expect(await faultOf(openReadable(nodeFiles, write('csv', 'x,y,z\n0,0,0\n')))).toContain(refused);
    expect(await faultOf(readPlacementTable(nodeFiles, write('csv', 'x,y\n0,0\n')))).toContain(refused);
    const path = write('csv', 'time,x,y,z\n0,0,0,0\n1,1,0,0\n');
    const fault = String(await faultOf(readTrajectory(path, { files: nodeFiles })));
    expect(fault).toContain(refused);
    expect(fault).toContain('Save it as UTF-8');
    folder.write('wide.mtl', utf16('newmtl m\nKd 1 0 0\n', true));
    expect(await faultOf(model(folder.write('w.obj', `mtllib wide.mtl\n${SCENES[0][1]}`)))).toContain(refused);
  });
});
