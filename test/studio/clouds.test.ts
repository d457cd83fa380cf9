import { describe, expect, it } from 'vitest';
import { type Backend, BackendError } from '../../studio/backend/backend.js';
import { Studio } from '../../studio/state/studio.js';

/** A studio whose backend answers runs as they are called for. */
async function studioWith(answers: (() => Promise<unknown>)[]) {
  const ask = async (name: string) => (name === 'runs' ? [] : name === 'run' ? answers.shift()?.() : {});
  const studio = new Studio({ kind: 'worker', ask, addedFiles: async () => [] } as unknown as Backend);
  await studio.clouds.restore();
  return studio;
}

const refuse = () => Promise.reject(new BackendError({ kind: 'user', message: 'another run is still going on' }));
const finish = () =>
  Promise.resolve({ stored: { stopped: false, outputs: [] }, report: { engine: 'cpu', threads: 1, device: 'a CPU' } });

describe('a run', () => {
  it('that is refused leaves no cloud, but the reason, until a run has succeeded', async () => {
    const studio = await studioWith([refuse, finish]);
    await studio.clouds.run();
    expect(studio.clouds.all.value).toEqual([]);
    expect(studio.notices.value).toMatchObject([{ text: 'another run is still going on', kind: 'failure' }]);
    await studio.clouds.run();
    expect(studio.clouds.all.value.map(({ state }) => state)).toEqual(['done']);
    expect(studio.notices.value).toEqual([]);
  });

  it('that is out of view is told of until the view goes to it, and no longer', async () => {
    const { lookAtCloud, sayIfOutOfView } = await import('../../studio/state/look-at-cloud.js');
    const studio = await studioWith([finish]);
    studio.view = { sees: () => false, lookAt: () => {} } as never;
    await studio.clouds.run();
    const [cloud] = studio.clouds.all.value;
    sayIfOutOfView(studio, { ...cloud, points: 5 });
    expect(studio.notices.value[0].text).toMatch(/^run 1 is out of view/);
    studio.settle('run');
    expect(studio.notices.value).toHaveLength(1);
    lookAtCloud(studio, cloud.id);
    expect(studio.notices.value).toEqual([]);
  });
});
