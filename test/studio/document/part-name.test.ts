import { expect, it } from 'vitest';
import { MODEL_ENDINGS, modelName } from '../../../src/scene/read/scene-formats.js';
import { partName } from '../../../studio/document/edits/index.js';

it.each(MODEL_ENDINGS)('a part is called as in a survey where it has no name: its file without %s', (ending) => {
  for (const file of [`town${ending}`, `a/b.c/town.2${ending}.gz`, `Town${ending.toUpperCase()}`])
    expect(partName({ file })).toBe(modelName(file));
});
