import { expect, it } from 'vitest';
import { cloudNote } from '../../../../studio/state/clouds/cloud-note.js';

it.each([
  [{ state: 'running', text: 'a' }, 'scanning'],
  [{ state: 'reading' }, 'reading'],
  [{ state: 'reading', text: 'a' }, 'reading'],
  [{ state: 'done', text: 'a' }, ''],
  [{ state: 'done' }, ''],
  [{ state: 'done', text: 'b' }, 'of an earlier state of the survey'],
  [{ state: 'stopped', text: 'a' }, 'stopped early: not the whole survey'],
  [{ state: 'stopped', text: 'b' }, 'stopped early: not the whole survey; of an earlier state of the survey'],
  [{ state: 'failed' }, 'failed'],
  [{ state: 'done', text: 'a', survey: { number: 1, name: 'hills' } }, 'of another survey, hills'],
  [{ state: 'done', survey: { number: 1 } }, 'of another survey'],
] as const)('says of the cloud %j: %s', (cloud, note) => {
  expect(cloudNote({ survey: { number: 2 }, ...cloud }, { text: 'a', number: 2 })).toBe(note);
});
