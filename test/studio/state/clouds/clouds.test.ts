import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../../../studio/backend/backend.js';
import { newStudio } from '../../../support/new-studio.js';

// A page without locks.
vi.stubGlobal('navigator', {});

/** A studio whose backend answers runs as they are called for. */
async function studioWith(answers: (() => Promise<unknown>)[]) {
  const others: Readonly<Record<string, unknown>> = {
    runs: [],
    check: { faults: [], survey: { name: 'here', legs: [], scanners: [] } },
  };
  const ask = async (name: string) => (name === 'run' ? answers.shift()?.() : (others[name] ?? {}));
  const studio = newStudio({ ask, addedFiles: async () => [] });
  studio.begin('New survey', 'name: here\n');
  await studio.clouds.restore();
  return studio;
}

const refuse = () => Promise.reject(new BackendError({ kind: 'user', message: 'another run is still going on' }));
const finish = () =>
  Promise.resolve({ stored: { stopped: false, outputs: [] }, report: { engine: 'cpu', threads: 1, device: 'a CPU' } });

describe('a run', () => {
  it('leaves no cloud if it is refused, but the reason, until a run has succeeded', async () => {
    const studio = await studioWith([refuse, finish]);
    await studio.clouds.run();
    expect(studio.clouds.all.value).toEqual([]);
    expect(studio.messages.notices.value).toMatchObject([{ text: 'another run is still going on', kind: 'failure' }]);
    await studio.clouds.run();
    // The number goes to the first run that begins.
    expect(studio.clouds.all.value.map(({ name, state }) => [name, state])).toEqual([['run 1', 'done']]);
    expect(studio.messages.notices.value).toEqual([]);
  });

  it('is of the survey that it was begun with: another one hides it, and undo shows it again', async () => {
    const studio = await studioWith([finish, finish]);
    await studio.clouds.run();
    studio.begin('New survey', '');
    studio.begin('New survey', 'name: there\n');
    const shown = () => studio.clouds.all.value.map(({ name, isVisible }) => [name, isVisible]);
    expect([shown(), studio.clouds.current.value]).toEqual([[['run 1', false]], undefined]);
    await studio.clouds.run();
    expect(shown()).toEqual([
      ['run 1', false],
      ['run 2', true],
    ]);
    expect(studio.clouds.all.value.map(({ survey }) => survey.name)).toEqual(['here', 'there']);
    studio.document.undo();
    studio.document.undo();
    expect(shown()).toEqual([
      ['run 1', true],
      ['run 2', false],
    ]);
    expect(studio.clouds.current.value?.name).toBe('run 1');
  });

  it('begins after the one before if that is stopping; one that goes on is reported', async () => {
    let end = (): void => {};
    const long = () => new Promise((resolve) => (end = () => resolve(finish())));
    const studio = await studioWith([long, finish]);
    await studio.check.settled();
    const first = studio.clouds.run();
    await vi.waitFor(() => expect(studio.clouds.isRunning.value).toBe(true));
    await studio.request.run();
    expect(studio.messages.notices.value).toMatchObject([
      { text: 'A run is going on already: stop it, or let it end.' },
    ]);
    await studio.clouds.stop();
    const second = studio.request.run();
    expect(studio.clouds.all.value).toHaveLength(1);
    end();
    await Promise.all([first, second]);
    await vi.waitFor(() => expect(studio.clouds.all.value.map(({ state }) => state)).toEqual(['done', 'done']));
  });

  it('is reported out of view until the view goes to it, and no longer', async () => {
    const { lookAtCloud } = await import('../../../../studio/actions/look-at-cloud.js');
    const { warnIfOutOfView } = await import('../../../../studio/state/clouds/out-of-view.js');
    const studio = await studioWith([finish]);
    studio.view = { eye: { sees: () => false, lookAt: () => {} } } as never;
    await studio.clouds.run();
    const [cloud] = studio.clouds.all.value;
    warnIfOutOfView(studio, { ...cloud, points: 5 });
    expect(studio.messages.notices.value[0].text).toMatch(/^run 1 is out of view/);
    studio.messages.settle('run');
    expect(studio.messages.notices.value).toHaveLength(1);
    lookAtCloud(studio, cloud.id);
    expect(studio.messages.notices.value).toEqual([]);
  });

  it('is reported out of view until the camera is turned to it, or it is hidden', async () => {
    const { warnIfOutOfView, settleInView } = await import('../../../../studio/state/clouds/out-of-view.js');
    const studio = await studioWith([finish]);
    let isSeen = false;
    studio.view = { eye: { sees: () => isSeen, lookAt: () => {} } } as never;
    await studio.clouds.run();
    const { id } = studio.clouds.all.value[0];
    studio.clouds.change(id, { points: 5 });
    const cloud = studio.clouds.all.value[0];
    for (const settle of [
      () => {
        isSeen = true;
      },
      () => studio.clouds.change(id, { isVisible: false }),
    ]) {
      isSeen = false;
      warnIfOutOfView(studio, cloud);
      settleInView(studio, studio.clouds.all.peek());
      expect(studio.messages.notices.value[0].text).toMatch(/^run 1 is out of view/);
      settle();
      settleInView(studio, studio.clouds.all.peek());
      expect(studio.messages.notices.value).toEqual([]);
    }
    studio.messages.warn('of something else');
    settleInView(studio, studio.clouds.all.peek());
    expect(studio.messages.notices.value).toHaveLength(1);
  });

  it('is not on the start page, nor what was said, measured or cut; it is there again with its survey', async () => {
    const studio = await studioWith([finish]);
    await studio.clouds.run();
    const { id } = studio.clouds.all.value[0];
    studio.clouds.change(id, { points: 5 });
    studio.messages.warn('of this survey');
    studio.measure.add([0, 0, 0]);
    studio.section.begin.value = [0, 0, 0];
    expect(studio.comparison.choices.value).toHaveLength(1);
    studio.begin('New survey', '');
    expect([studio.clouds.all.value, studio.clouds.visible.value, studio.comparison.choices.value]).toEqual([
      [],
      [],
      [],
    ]);
    expect(studio.messages.notices.value).toEqual([]);
    expect([studio.measure.from.value, studio.section.begin.value]).toEqual([undefined, undefined]);
    studio.document.undo();
    expect(studio.clouds.visible.value.map(({ name }) => name)).toEqual(['run 1']);
  });
});
