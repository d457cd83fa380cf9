import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
let files = 0;

async function read(text: string) {
  const path = folder.write(`${files++}.off`, text);
  const log = keepingLog();
  const model = await readModel(path, { files: nodeFiles, log });
  return { mesh: model.meshes[0], warnings: log.warnings.map((line) => line.replace(`${path}: `, '')) };
}
const fault = async (text: string) => String(await faultOf(read(text)));

const SQUARE = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';
const TRIANGLES = [
  [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ],
  [
    [0, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
];

describe('OFF', () => {
  it.each([
    ['plain', `OFF\n4 1 0\n${SQUARE}4 0 1 2 3\n`],
    ['counts beside the keyword', `OFF 4 1 0\n${SQUARE}4 0 1 2 3`],
    ['no number of edges', `OFF\n4 1\n${SQUARE}4 0 1 2 3\n`],
    ['comments and empty lines', `# by hand\nOFF # keyword\n\n4 1 0 # counts\n${SQUARE}# faces\n4 0 1 2 3 # one\n`],
    ['colours of faces', `OFF\n4 1 0\n${SQUARE}4 0 1 2 3 255 0 0\n`],
    ['colours', `COFF\n4 1 0\n${SQUARE.replaceAll('\n', ' 255 0 0 255\n')}4 0 1 2 3\n`],
    ['normals', `NOFF\n4 1 0\n${SQUARE.replaceAll('\n', ' 0 0 1\n')}4 0 1 2 3\n`],
    ['all of it', `STCNOFF\n4 1 0\n${SQUARE.replaceAll('\n', ' 0 0 1 1 1 1 1 0 0\n')}4 0 1 2 3\n`],
    ['returns', `OFF\r\n4 1 0\r\n${SQUARE.replaceAll('\n', '\r\n')}4 0 1 2 3\r\n`],
    ['no keyword', `4 1 0\n${SQUARE}4 0 1 2 3\n`],
  ])('reads a file with %s', async (_, text) => {
    expect(cornersOf((await read(text)).mesh)).toEqual(TRIANGLES);
  });

  it('cuts a concave polygon into triangles', async () => {
    const { mesh } = await read('OFF\n5 1 0\n0 0 0\n4 0 0\n4 4 0\n2 1 0\n0 4 0\n5 0 1 2 3 4\n');
    const area = cornersOf(mesh).reduce(
      (sum, [a, b, c]) => sum + (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]),
      0,
    );
    expect(area / 2).toBeCloseTo(10, 6);
  });

  it('keeps millimetres of large coordinates', async () => {
    const { mesh } = await read('OFF\n3 1 0\n500000.001 5e6 0\n500001 5e6 0\n500000 5000001 0\n3 0 1 2\n');
    expect(cornersOf(mesh)[0][0][0]).toBeCloseTo(500000.001, 6);
  });

  it('counts faces without an area of their own', async () => {
    const { warnings } = await read(`OFF\n4 3 0\n${SQUARE}2 0 1\n1 0\n3 0 1 2\n`);
    expect(warnings).toEqual(['2 faces have fewer than three corners and were left out']);
  });

  it.each([
    ['binary', 'OFF BINARY\n\0\0\0\x04', 'binary OFF is not read'],
    ['four coordinates', `4OFF\n1 1 0\n0 0 0 1\n`, '4OFF has four coordinates a vertex'],
    ['another keyword', `OFFSET\n`, ':1: found "OFFSET"'],
    ['more vertices than bytes', 'OFF\n999999999 1 0\n0 0 0\n', 'take 5999999996 bytes at least'],
    ['more corners than the line', `OFF\n4 1 0\n${SQUARE}999999999 0 1 2\n`, 'has fewer than 999999999 corners'],
    [
      'a vertex that is not there',
      `OFF\n4 1 0\n${SQUARE}3 0 1 9\n`,
      ':7: a face refers to vertex 9; the file has vertices 0 to 3',
    ],
    ['a short line', 'OFF\n3 1 0\n0 0\n1 0 0\n1 1 0\n3 0 1 2\n', ':3: the line ends where z should follow'],
    ['a word', 'OFF\n3 1 0\n0 0 x\n1 0 0\n1 1 0\n3 0 1 2\n', ':3: found "x"'],
    ['half a file', `OFF\n4 2 0\n${SQUARE}3 0 1 2\n`, 'should'],
    ['half a count', 'OFF\n3.5 1 0\n', 'found 3.5 where the number of vertices should stand'],
    ['coordinates beyond all measure', 'OFF\n3 1 0\n1e300 0 0\n1 0 0\n1 1 0\n3 0 1 2\n', 'coordinates must be finite'],
  ])('refuses %s', async (_, text, message) => {
    expect(await fault(text)).toContain(message);
  });
});
