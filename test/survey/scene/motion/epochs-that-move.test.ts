import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEpochs, loadScene } from '../../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../../survey-file.js';
import { placeAt } from './moving-scene.js';

const PLATE = 'v -5 -5 0\nv 5 -5 0\nv 0 5 0\nf 1 2 3\n';

/** The scenes of the epochs of a survey with a floor and a car, and the warnings of each. */
async function epochsOf(epochs: string, labels = '[]') {
  const parts = '[ { name: floor, file: plate.obj }, { name: car, file: plate.obj, motion: { velocity: [0, 1, 0] } } ]';
  const text = surveyText({ scene: `scene: { parts: ${parts}, labels: ${labels} }` });
  const file = await writeSurvey(`${text}\nepochs: ${epochs}\n`);
  await writeFile(join(dirname(file), 'plate.obj'), PLATE);
  return Promise.all(
    (await loadEpochs(file)).map(async ({ survey }) => {
      const warnings: string[] = [];
      const log = { info: () => {}, warn: (warning: string) => void warnings.push(warning) };
      return { scene: await loadScene(survey.scene, { log }), warnings };
    }),
  );
}

describe('epochs of a scene that moves', () => {
  it('have the motions of the parts that take the places of others', async () => {
    const [before, other, standing] = await epochsOf(
      '[ { name: a }, { name: b, parts: { car: { file: plate.obj, motion: { velocity: [0, 0, 2] } } } }, { name: c, parts: { car: { file: plate.obj } } } ]',
    );
    // The clock of a survey with one short leg.
    expect(placeAt(before.scene, 0.05)).toEqual([0, expect.closeTo(0.05, 9), 0]);
    expect(placeAt(other.scene, 0.05)).toEqual([0, 0, expect.closeTo(0.1, 9)]);
    expect(standing.scene.motions).toBeUndefined();
  });

  it('do not miss labels of parts that they take away, but others', async () => {
    const labels = '[ { part: car, match: "*", class: building }, { part: nave, match: "*", class: building } ]';
    const [all, without] = await epochsOf('[ { name: a }, { name: b, parts: { car: null } } ]', labels);
    const missing = 'this label fits nothing: no part is called "nave"';
    for (const { warnings } of [all, without]) expect(warnings).toEqual([expect.stringContaining(missing)]);
  });
});
