import { expect, it } from 'vitest';
import { takeFiles } from '../../../studio/actions/take-files.js';
import { newStudio } from '../../support/new-studio.js';

const SURVEY = `scene:
  parts: [{ file: house.obj }]
scanner: velodyne-vlp-16
legs: [{ trajectory: { file: drive.csv } }]
output: [a.las]
`;

/** Messages when these files are taken over by a page with `text`, whose scene was read with these warnings. */
async function toldOf(names: readonly string[], text?: string, warnings: readonly string[] = []) {
  const checks: string[] = [];
  const ask = async (
    name: string,
    { text }: { text: string },
    { onEvent }: { onEvent?(event: unknown): void } = {},
  ) => {
    if (name === 'check') {
      checks.push(text);
      return { faults: [], sceneKey: 'scene' };
    }
    if (name !== 'scene') return new Promise(() => {});
    onEvent?.({ kind: 'scene', view: {}, parts: [], warnings, faults: [], lacksParts: false });
    return { faults: [] };
  };
  const studio = newStudio({ ask, addFiles: async () => {} });
  if (text !== undefined) {
    studio.document.open(text);
    await expect.poll(() => studio.sceneLoading.drawn.value).toBeDefined();
  }
  const before = { checks: checks.length, notices: studio.messages.notices.value.length };
  await takeFiles(
    studio,
    names.map((name) => ({ name, file: new File([], name) })),
  );
  return {
    told: studio.messages.notices.value.slice(before.notices).map(({ text, kind }) => `${kind}: ${text}`),
    logged: studio.messages.log.value.map(({ message }) => message),
    studio,
  };
}

it('says which of several files are of no use, beside those that are', async () => {
  const { told, studio } = await toldOf(['house.obj', 'house.mtl', 'notes.docx', 'plan.pdf']);
  expect(studio.text.value).toContain('house.obj');
  expect(told).toEqual(['warning: notes.docx, plan.pdf: nothing of them is a survey, a model or a cloud']);
});

it('does not warn of what lies in the folder of a model, but logs it', async () => {
  const { told, logged } = await toldOf(['house/house.obj', 'house/LICENSE', 'house/readme.txt']);
  expect(told).toEqual([]);
  expect(logged).toContain('house/LICENSE, house/readme.txt: nothing of them is a survey, a model or a cloud');
});

it('reads the survey again with any file that it names', async () => {
  const { told } = await toldOf(['drive.csv'], SURVEY);
  expect(told).toEqual(['done: drive.csv: the survey is read with it from now on']);
});

it('says where a picture is missed, if it was dropped at another place', async () => {
  const missed = 'house.obj: image "textures/brick.png" left out, its surfaces are whole: there is no such file';
  const { told } = await toldOf(['brick.png'], SURVEY, [missed]);
  expect(told).toEqual([
    'warning: brick.png: the scene looks for it at textures/brick.png: add it in a folder, so that it comes to that place',
  ]);
});
