import type { Checked } from 'subray/browser';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../../../studio/backend/backend.js';
import { newStudio } from '../../../support/new-studio.js';

/** A studio whose checks are answered by the test, the oldest first, and the texts that were run. */
function opened() {
  const waiting: { text: string; resolve(checked: Checked): void; reject(error: unknown): void }[] = [];
  const ran: string[] = [];
  const ask = (name: string, { text }: { text: string }) => {
    if (name === 'check') return new Promise<Checked>((resolve, reject) => waiting.push({ text, resolve, reject }));
    if (name === 'run') ran.push(text);
    return new Promise(() => {});
  };
  const studio = newStudio({ kind: 'server', ask });
  vi.spyOn(studio.clouds, 'run').mockImplementation(async () => void ran.push(studio.text.value));
  const answer = async (checked: Partial<Checked>) => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    waiting.shift()?.resolve({ faults: [], ...checked });
    await new Promise((resolve) => setTimeout(resolve));
  };
  const fail = async () => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    waiting.shift()?.reject(new BackendError({ kind: 'user', message: 'the server does not answer' }));
  };
  return { studio, answer, fail, ran };
}

const SURVEY = { name: 'a', legs: [], scanners: [] } as unknown as Checked['survey'];
const fault = (message: string) => ({ line: 1, column: 1, message });

describe('the check of a text that changes meanwhile', () => {
  it('tells no faults of an earlier text as those of this one', async () => {
    const { studio, answer } = opened();
    studio.document.open('a');
    studio.document.type('ab');
    await answer({ faults: [fault('of a')] });
    expect(studio.faults.value).toEqual([]);
    await answer({ faults: [fault('of ab')] });
    expect(studio.faults.value).toEqual([fault('of ab')]);
  });

  it('withholds those before when it takes long', async () => {
    const { studio, answer } = opened();
    studio.document.open('a');
    await answer({ faults: [fault('of a')] });
    studio.document.type('ab');
    expect([studio.faults.value.length, studio.check.isLate.value]).toEqual([1, false]);
    await vi.waitFor(() => expect(studio.check.isLate.value).toBe(true));
    expect(studio.faults.value).toEqual([]);
    await answer({ faults: [fault('of ab')] });
    expect([studio.faults.value, studio.check.isLate.value]).toEqual([[fault('of ab')], false]);
  });

  it('is waited for by a run, which is of the text that was checked', async () => {
    const { studio, answer, ran } = opened();
    studio.document.open('a');
    await answer({ survey: SURVEY });
    studio.document.type('ab');
    const run = studio.request.run();
    expect(studio.request.isWaiting.value).toBe(true);
    await answer({ survey: SURVEY });
    await run;
    expect([ran, studio.request.isWaiting.value]).toEqual([['ab'], false]);
  });

  it('keeps a run from beginning where there are faults', async () => {
    const { studio, answer, ran } = opened();
    studio.document.open('a');
    await answer({ survey: SURVEY });
    studio.document.type('ab');
    const run = studio.request.run();
    await answer({ faults: [fault('of ab')] });
    await run;
    expect(ran).toEqual([]);
    expect(studio.messages.notices.value.at(-1)?.text).toBe('Nothing was run: the survey has a fault');
  });

  it('is waited for no longer once it fails', async () => {
    const { studio, answer, fail, ran } = opened();
    studio.document.open('a');
    await answer({ survey: SURVEY });
    studio.document.type('ab');
    const run = studio.request.run();
    await fail();
    await vi.waitFor(() => expect(studio.request.isWaiting.value).toBe(false));
    await run;
    expect(ran).toEqual([]);
  });
});
