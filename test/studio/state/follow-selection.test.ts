import { describe, expect, it } from 'vitest';
import {
  addScanner,
  deleteLeg,
  duplicateLeg,
  removeScanner,
  renameLeg,
  renameScanner,
} from '../../../studio/document/edits/index.js';
import { followItem } from '../../../studio/document/follow-item.js';
import { checkedLeg } from '../../../studio/state/legs/chosen-leg.js';
import { chosenScanner } from '../../../studio/state/scanners/scanners.js';
import type { Studio } from '../../../studio/state/studio.js';
import type { Selection } from '../../../studio/state/survey/selection.js';
import { newStudio } from '../../support/new-studio.js';

const SURVEY = `scene:
  parts: [{ file: a.obj }, { file: b.obj }]
scanners: [{ name: left, scanner: x }, { name: right, scanner: x }]
legs:
  - { name: A, position: [0, 0, 0] }
  - { name: B, position: [1, 0, 0] }
  - { name: C, position: [2, 0, 0] }
output: [a.las, b.las, { file: c.las }]
`;

/** A studio with the survey, in which something is chosen. */
function choosing(selection: Selection): Studio {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  studio.document.open(SURVEY);
  studio.selection.value = selection;
  return studio;
}

describe('the selection', () => {
  it('stays the same leg when others are deleted, come back, or are repeated', () => {
    const studio = choosing({ kind: 'leg', leg: 2 });
    studio.edit((text) => deleteLeg(text, 0));
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 1 });
    studio.document.undo();
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 2 });
    studio.edit((text) => duplicateLeg(text, 0));
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 3 });
    studio.edit((text) => renameLeg(text, 3, 'D'));
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 3 });
    studio.document.undo();
    studio.document.undo();
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 2 });
  });

  it('is nothing where undo took it away, and all of what a broken text may still have', () => {
    const studio = choosing(undefined);
    studio.edit((text) => duplicateLeg(text, 1));
    studio.selection.value = { kind: 'leg', leg: 2 };
    studio.document.undo();
    expect(studio.selection.value).toBeUndefined();

    studio.selection.value = { kind: 'leg', leg: 2 };
    studio.document.type(SURVEY.replace('legs:', 'legs: ['));
    studio.document.type(SURVEY);
    expect(studio.selection.value).toEqual({ kind: 'leg', leg: 2 });
  });

  it('stays the same part, output and scanner likewise', () => {
    const studio = choosing({ kind: 'part', part: 1 });
    studio.preview.scanner.value = 1;
    studio.document.type(SURVEY.replace('{ file: a.obj }, ', '').replace('{ name: left, scanner: x }, ', ''));
    expect([studio.selection.value, studio.preview.scanner.value]).toEqual([{ kind: 'part', part: 0 }, 0]);
    studio.document.undo();
    expect([studio.selection.value, studio.preview.scanner.value]).toEqual([{ kind: 'part', part: 1 }, 1]);

    studio.selection.value = { kind: 'output', output: 2 };
    studio.document.type(SURVEY.replace('a.las, ', ''));
    expect(studio.selection.value).toEqual({ kind: 'output', output: 1 });
  });
});

it('is the same scanner when others come and go, and no other one when it goes', () => {
  const studio = choosing({ kind: 'scanner' });
  const chosen = () => [studio.selection.value?.kind, chosenScanner(studio)];
  studio.preview.scanner.value = 1;
  studio.edit((text) => addScanner(text, 'z'));
  studio.edit((text) => renameScanner(text, 1, 'other'));
  expect(chosen()).toEqual(['scanner', 1]);
  studio.edit((text) => removeScanner(text, 0));
  expect(chosen()).toEqual(['scanner', 0]);
  studio.document.undo();
  expect(chosen()).toEqual(['scanner', 1]);
  studio.edit((text) => removeScanner(text, 1));
  expect(chosen()).toEqual([undefined, 0]);
  studio.document.undo();
  expect(chosen()).toEqual([undefined, 0]);
});

it('stays the scanner that was alone, and nothing where undo took away the one beside it', () => {
  const studio = choosing({ kind: 'scanner' });
  studio.document.open(SURVEY.replace(/scanners: .*/, 'scanner: { file: own.yaml }'));
  studio.selection.value = { kind: 'scanner' };
  studio.edit((text) => addScanner(text, 'z'));
  expect([studio.selection.value, chosenScanner(studio)]).toEqual([{ kind: 'scanner' }, 0]);
  studio.preview.scanner.value = 1;
  studio.document.undo();
  expect([studio.selection.value, chosenScanner(studio)]).toEqual([undefined, 0]);
});

it('has no numbers of the leg that was there before the text had faults', () => {
  const studio = choosing(undefined);
  const survey = { scanners: [], legs: [{ name: 'A', pulses: 1 }, { name: 'B', pulses: 2 }, { name: 'C', pulses: 3 }] }; // biome-ignore format: a table
  studio.checked.value = { faults: [], survey } as never;
  expect([0, 1, 2, 3].map((leg) => checkedLeg(studio, leg)?.pulses)).toEqual([1, 2, 3, undefined]);
  studio.document.type(SURVEY.replace('name: A,', 'name: D,').replace('[1, 0, 0]', '[1, 0]'));
  expect([0, 1, 2].map((leg) => checkedLeg(studio, leg)?.pulses)).toEqual([undefined, 2, 3]);
});

describe('an item of a list that changes', () => {
  const follow = (before: string, after: string, index: number) =>
    followItem([...before], [...after], index, (item) => String(item).toLowerCase());

  it.each([
    ['abc', 'bc', 0, undefined],
    ['abc', 'bc', 2, 1],
    ['abc', 'xabc', 1, 2],
    ['abc', 'cba', 0, 2],
    ['abc', 'aXc', 1, 1],
    ['abc', 'axBc', 1, 2],
    ['abc', 'axyc', 1, undefined],
    ['aaa', 'aa', 0, 0],
    ['', 'a', 0, undefined],
  ])('%s, then %s: number %d is %s', (before, after, index, to) => expect(follow(before, after, index)).toBe(to));
});
