import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { countScene } from '../../../src/survey/estimate/count-scene.js';
import { geoTiff, type TiffTag } from '../../scene/read/tiff-files.js';
import { surveyText, writeSurvey } from '../survey-file.js';

/** Triangles counted of a scene of one file. */
async function trianglesOf(name: string, content: string | Uint8Array): Promise<number> {
  const survey = await writeSurvey(surveyText({ scene: `scene: { parts: [ { file: ${name} } ] }` }));
  await writeFile(join(dirname(survey), name), content);
  const { scene } = await loadSurvey(survey);
  return (await countScene(scene, { files: nodeFiles, log: SILENT_LOG, anyModels: false })).fileTriangles;
}

describe('countScene', () => {
  it('counts the triangles of rasters by the size that their heads state, whatever their bytes', async () => {
    const size: TiffTag[] = [
      [256, 3, [700]],
      [257, 4, [3000]],
    ];
    for (const form of [{}, { big: true }, { littleEndian: false }])
      expect(await trianglesOf('a.tif', geoTiff('f4', { tags: size, ...form }))).toBe(2 * 700 * 3000);
  });

  it('counts those of an ASCII grid, and of a PLY file', async () => {
    const head = 'ncols 12\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 1\n';
    expect(await trianglesOf('a.asc', `${head}${'0.25 '.repeat(60)}\n`)).toBe(2 * 12 * 5);
    const ply = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nelement face 17\n';
    expect(await trianglesOf('a.ply', `${ply}end_header\n${'0 '.repeat(40)}\n`)).toBe(17);
  });

  it('takes no more of a head that lies than its file can hold, and the size of one without numbers', async () => {
    expect(await trianglesOf('a.asc', 'ncols 900000000\nnrows 900000000\n')).toBe(32);
    expect(await trianglesOf('a.asc', 'x'.repeat(700))).toBe(200);
    expect(await trianglesOf('a.tif', new Uint8Array(400).fill(255))).toBe(200);
  });
});
