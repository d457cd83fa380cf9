import { describe, expect, it } from 'vitest';
import { activityText, announcementOf } from '../../../studio/panels/activity.js';

const NOTHING = { isChecking: false, runWaits: false, faults: 0, work: undefined, run: undefined };
const run = (state: 'running' | 'done' | 'stopped' | 'failed' | 'reading', points: number) => ({
  ...NOTHING,
  run: { name: 'run 2', state, points },
});

describe('the activity of the page', () => {
  it('is announced once, while its numbers change', () => {
    const read = [1024, 7050, 21_843].map((points) => activityText(run('running', points)));
    expect(read).toEqual(['1,024 points', '7,050 points', '21,843 points']);
    expect(new Set([1024, 7050, 21_843].map((points) => announcementOf(run('running', points))))).toEqual(
      new Set(['run 2 goes on']),
    );
    const reading = { ...NOTHING, work: { task: 'building trees', share: 0.4 } };
    expect(activityText(reading)).toBe('building trees 40 %');
    expect(announcementOf(reading)).toBe('building trees');
  });

  it('is announced when it ends, with its outcome', () => {
    expect(announcementOf(run('done', 21_843))).toBe('run 2: 21,843 points');
    expect(announcementOf(run('stopped', 512))).toBe('run 2 was stopped early: 512 points');
    // Of which a notice tells.
    expect(announcementOf(run('failed', 512))).toBe('');
    expect(announcementOf(NOTHING)).toBe('');
  });

  it('is first of all a fault', () => {
    const wrong = { ...run('done', 1), faults: 1200 };
    for (const text of [activityText(wrong), announcementOf(wrong)]) expect(text).toBe('1,200 faults in the survey');
    const waits = { ...run('done', 1), isChecking: true, runWaits: true };
    for (const text of [activityText(waits), announcementOf(waits)])
      expect(text).toBe('checking the text, and then running it');
  });
});
