import { expect, it } from 'vitest';
import { MODEL_ENDINGS, modelName } from '../../../src/scene/read/scene-formats.js';
import { nameOfPart, partName } from '../../../studio/document/edits/index.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

it.each(MODEL_ENDINGS)('a part is called as in a survey where it has no name: its file without %s', (ending) => {
  for (const file of [`town${ending}`, `a/b.c/town.2${ending}.gz`, `Town${ending.toUpperCase()}`])
    expect(partName({ file })).toBe(modelName(file));
});

it('a part that is none has a name to be chosen by', () => {
  const text = new SurveyText(
    'scene:\n  parts: [street.obj, 7, ~, [], {}, { generate: {} }, { name: 5, file: a.obj }]\n',
  );
  const names = ['street.obj', '7', 'part 3', 'part 4', 'part 5', 'part 6', 'a'];
  expect(names.map((_, index) => nameOfPart(text, index))).toEqual(names);
});
