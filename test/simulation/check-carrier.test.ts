import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { checkCarrier } from '../../src/simulation/check-carrier.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

/** A box of these half edges about a place, some of its six sides. */
function boxAbout([x, y, z]: readonly number[], half: number, sides: number): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k) => `v ${x + (k & 1 ? half : -half)} ${y + (k & 2 ? half : -half)} ${z + (k & 4 ? half : -half)}`,
  );
  const faces = ['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].slice(0, sides);
  return [...corners, ...faces.map((face) => `f ${face}`)].join('\n');
}

async function doubts(housing: string, follow = 'platform') {
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ { file: floor.obj }, { name: housing, file: housing.obj, motion: { follow: ${follow} } } ] }`,
      mount: 'mount: { position: [0.3, 0.2, 1.8] }',
    }),
  );
  await writeFile(join(dirname(file), 'floor.obj'), 'v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n');
  await writeFile(join(dirname(file), 'housing.obj'), housing);
  const survey = await loadSurvey(file, { outputFolder: dirname(file) });
  return checkCarrier(survey, await loadScene(survey.scene));
}

describe('a housing on the platform', () => {
  const PLACE = [0.3, 0.2, 1.8];

  it('is warned of where it closes about the scanner', async () => {
    expect(await doubts(boxAbout(PLACE, 0.2, 6))).toEqual([
      'velodyne-vlp-16: housing, fixed to the platform, encloses the scanner within 0.5 m, so that no beam gets out; ' +
        'leave out the housing, or open it where beams leave',
    ]);
  });

  it.each([
    ['has a side that is open', boxAbout(PLACE, 0.2, 5)],
    ['is far away', boxAbout(PLACE, 0.6, 6)],
    ['stands beside it', boxAbout([0.3, 0.7, 1.8], 0.3, 6)],
  ])('is no reason for a warning where it %s', async (_, housing) => {
    expect(await doubts(housing)).toEqual([]);
  });
});
