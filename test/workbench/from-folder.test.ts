import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { failureOf } from '../../src/workbench/failure.js';
import { faultsInSurvey, SURVEY_NAME } from '../../src/workbench/faults-in-survey.js';
import { fromFolder } from '../../src/workbench/from-folder.js';

const FOLDER = '/home/eva/a (1)';

describe('a message with paths of the survey', () => {
  it.each([
    [`${FOLDER}/haus.obj: material library "haus.mtl" left out`, 'haus.obj: material library "haus.mtl" left out'],
    [`x.obj: image "${FOLDER}/a/b.png" left out`, 'x.obj: image "a/b.png" left out'],
    [`/mnt${FOLDER}/haus.obj: is another`, `/mnt${FOLDER}/haus.obj: is another`],
    [`${FOLDER} is a folder`, `${FOLDER} is a folder`],
    ['/home/eva/a b/haus.obj', '/home/eva/a b/haus.obj'],
  ])('has them from its folder: %s', (message, shown) => {
    expect(fromFolder(message, FOLDER)).toBe(shown);
    expect(fromFolder(message, '.')).toBe(message);
  });

  it('has them so in faults, in their words too, and in failures', () => {
    const place = { file: `${FOLDER}/haus.obj`, line: 3 };
    const error = new UserError(`cannot read ${FOLDER}/haus.mtl`, { place, hint: `is ${FOLDER}/haus.mtl there?` });
    expect(faultsInSurvey(error, FOLDER)).toEqual([
      { message: 'haus.obj:3: cannot read haus.mtl', hint: 'is haus.mtl there?' },
    ]);
    const listed = new UserError('2 faults', {
      faults: [{ place: { file: SURVEY_NAME, line: 2 }, message: `${FOLDER}/a: b` }],
    });
    expect(faultsInSurvey(listed, FOLDER)).toEqual([{ line: 2, message: 'a: b' }]);
    expect(failureOf(error, FOLDER)).toEqual({
      kind: 'user',
      message: 'haus.obj:3: cannot read haus.mtl\n  is haus.mtl there?',
      hint: 'is haus.mtl there?',
    });
  });
});
