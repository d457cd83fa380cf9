import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';
import { geoKeys, geoTiff, HEIGHTS, type TiffTag } from './tiff-files.js';

const folder = temporaryFolder();
const area = (west: number, north = 22): TiffTag[] => [geoKeys({ 1025: 1 }), [33922, 12, [0, 0, 0, west, north, 0]]];
const west = folder.write('west.tif', geoTiff('f4', { tags: area(9) }));
const east = folder.write('east.tif', geoTiff('f4', { values: HEIGHTS.map((z) => z + 1.5), tags: area(15) }));
const read = (path: string, ...tiles: string[]) => readModel(path, { files: nodeFiles, log: keepingLog(), tiles });

describe('tiles of a raster', () => {
  it('are one surface without slits between them, in any order', async () => {
    const { meshes } = await read(west, east);
    const corners = cornersOf(meshes[0]);
    const xs = [...new Set(corners.flat().map(([x]) => x))].toSorted((a, b) => a - b);
    expect(xs).toEqual([9, 10, 12, 14, 16, 18, 20, 21]);
    expect(corners).toHaveLength(2 * 7 * 3);
    expect(new Set(cornersOf((await read(east, west)).meshes[0]).map(String))).toEqual(new Set(corners.map(String)));
  });

  it('may have a gap, and lie over each other', async () => {
    const far = folder.write('far.tif', geoTiff('f4', { tags: area(21) }));
    const { meshes } = await read(west, far);
    expect(
      cornersOf(meshes[0])
        .flat()
        .some(([x]) => x > 14 && x < 22),
    ).toBe(false);
    const over = folder.write('over.tif', geoTiff('f4', { values: [9, 9, 9, 9, 9, 9], tags: area(9) }));
    expect(
      new Set(
        cornersOf((await read(west, over)).meshes[0])
          .flat()
          .map(([, , z]) => z),
      ),
    ).toEqual(new Set([9]));
  });

  it.each([
    ['between its cells', geoTiff('f4', { tags: area(16) }), 'its cells are none of the grid of'],
    [
      'of other cells',
      geoTiff('f4', { tags: [...area(15), [33550, 12, [2, 2, 0]]] }),
      'its cells are none of the grid',
    ],
    [
      'of places',
      geoTiff('f4', { tags: [[33922, 12, [0, 0, 0, 16, 20, 0]]] }),
      'another reference system or kind of cells',
    ],
    ['far away', geoTiff('f4', { tags: area(9 + 2e8) }), 'cells; at most 100000000 are read'],
  ])('refuse one %s', async (_, bytes, message) => {
    expect(await faultOf(read(west, folder.write('odd.tif', bytes)))).toContain(message);
  });

  it('refuse files that are no rasters', async () => {
    const mesh = folder.write('mesh.off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n');
    expect(await faultOf(read(west, mesh))).toContain('a OFF file among tiles; expected rasters of heights');
  });

  it('are named in a survey, relative to it', async () => {
    const scanner = 'scanner: { id: riegl-vz-400i }\nlegs: [{ position: [12, 18, 9] }]\noutput: [a.csv]\n';
    const text = `scene: { parts: [{ file: west.tif, tiles: [east.tif] }] }\n${scanner}`;
    const survey = await loadSurvey(folder.write('tiles.yaml', text), { files: nodeFiles });
    expect(survey.scene).toMatchObject({ parts: [{ source: { path: west, tiles: [east] } }] });
    const gone = await loadSurvey(folder.write('gone.yaml', text.replace('east', 'gone')), { files: nodeFiles });
    expect(gone.scene).toMatchObject({ parts: [{ source: { tiles: [`${folder.path}/gone.tif`] } }] });
  });
});
