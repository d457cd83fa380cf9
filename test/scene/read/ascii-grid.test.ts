import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
let files = 0;

async function read(text: string, ending = 'asc') {
  const path = folder.write(`${files++}.${ending}`, text);
  const model = await readModel(path, { files: nodeFiles, log: keepingLog() });
  return { model, corners: cornersOf(model.meshes[0]) };
}
const fault = async (text: string) => String(await faultOf(read(text)));

const HEADER = 'ncols 3\nnrows 2\nxllcenter 10\nyllcenter 16\ncellsize 2\nNODATA_value -9999\n';
/** Heights 1 2 3 over 4 5 6; cells of 2 m, the first in the middle of (10, 16). */
const [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6].map((z, k) => [10 + 2 * (k % 3), k < 3 ? 18 : 16, z]);
const TRIANGLES = [
  [a, d, b],
  [d, e, b],
  [b, e, c],
  [e, f, c],
];

describe('ASCII grid', () => {
  it.each([
    ['middles', `${HEADER}1 2 3\n4 5 6\n`],
    ['other cases of letters', 'NCOLS 3\r\nNROWS 2\r\nXLLCENTER 10\r\nYLLCENTER 16\r\nCELLSIZE 2\r\n1 2 3\r\n4 5 6'],
    ['steps of their own', 'nrows 2\nncols 3\nxllcenter 10\nyllcenter 16\ndx 2\ndy 2\n1 2 3 4\n5 6\n'],
  ])('reads %s', async (_, text) => {
    const { model, corners } = await read(text);
    expect(corners).toEqual(TRIANGLES);
    expect(model.materials).toMatchObject([{ name: 'ground', classification: 2 }]);
  });

  it('reads cells that are not square', async () => {
    const { corners } = await read(`${HEADER.replace('cellsize 2', 'dx 1\ndy 10')}1 2 3\n4 5 6\n`);
    expect(corners[0]).toEqual([
      [10, 26, 1],
      [10, 16, 4],
      [11, 26, 2],
    ]);
  });

  it('reaches to the outer edges of cells whose corner is named', async () => {
    const text = HEADER.replace('xllcenter 10\nyllcenter 16', 'xllcorner 9\nyllcorner 15');
    const { corners } = await read(`${text}1 2 3\n4 5 6\n`);
    const [xs, ys] = [0, 1].map((axis) =>
      [...new Set(corners.flat().map((corner) => corner[axis]))].toSorted((m, n) => m - n),
    );
    expect([xs, ys]).toEqual([
      [9, 10, 12, 14, 15],
      [15, 16, 18, 19],
    ]);
    for (const [x, y, z] of corners.flat()) expect(z).toBe((x - 10) / 2 + (3 * (18 - y)) / 2 + 1);
  });

  it('is known by its words, whatever its ending', async () => {
    expect((await read(`${HEADER}1 2 3\n4 5 6\n`, 'txt')).corners).toEqual(TRIANGLES);
  });

  it.each([
    [`${HEADER}1 2 -9999\n4 5 6\n`, TRIANGLES.slice(0, 2)],
    [`${HEADER}nan 2 3\n4 5 6\n`, TRIANGLES.slice(1)],
    [`${HEADER.replace('-9999', 'nan')}1 2 3\nNaN 5 6\n`, TRIANGLES.slice(2)],
    ['ncols 3\nnrows 2\nxllcenter 10\nyllcenter 16\ncellsize 2\n1 2 3\n4 -9999 6\n', [TRIANGLES[0]]],
  ])('leaves out corners without a height', async (text, triangles) => {
    expect((await read(text)).corners).toEqual(triangles);
  });

  it('keeps millimetres of national coordinates', async () => {
    const { corners } = await read(
      `${HEADER.replace('10\n', '500000.001\n').replace('16', '5474500.002')}1 2 3\n4 5 6`,
    );
    expect(corners[0][0][0]).toBeCloseTo(500000.001, 6);
    expect(corners[0][0][1]).toBeCloseTo(5474502.002, 6);
  });

  it.each([
    [`${HEADER}1 2 3\n4 x 6\n`, /:8: found "x" where a height should stand/],
    [`${HEADER}1 2 3\n4 5 6\n\n7 8 9\n`, /:10: found "7" after the last height of 3 × 2 cells/],
    [`${HEADER}1 2 3\n4 5\n`, /the file ends where a height should follow|too short/],
    [`${HEADER.replace('ncols 3', 'ncols 300000000')}1`, /cells; at most 4194304/],
    [`${HEADER.replace('ncols 3', 'ncols 2000')}1 2 3`, /2000 × 2 cells, for which the file is too short/],
    [`${HEADER.replace('ncols 3', 'ncols 2.5')}1`, /ncols 2.5; expected a whole number/],
    [`${HEADER.replace('cellsize 2', 'cellsize 0')}1`, /neither cellsize nor dx/],
    [`${HEADER.replace('xllcenter 10\n', '')}1`, /neither xllcorner nor xllcenter/],
    [`${HEADER.replace('nrows 2', 'nrow 2')}1`, /:2: found "nrow"/],
    ['1 2 3\n4 5 6\n', /ncols NaN/],
    [`${HEADER.replace('xllcenter 10', 'xllcenter 1e300')}1 2 3\n4 5 6\n`, /reaches from \(1e\+300/],
  ])('refuses what it cannot read', async (text, message) => {
    expect(await fault(text)).toMatch(message);
  });
});
