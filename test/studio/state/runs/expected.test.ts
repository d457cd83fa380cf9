import { signal } from '@preact/signals';
import type { Expectation } from 'subray/browser';
import { describe, expect, it, vi } from 'vitest';
import { Expected } from '../../../../studio/state/runs/expected.js';

interface Asked {
  text: string;
  signal: AbortSignal;
  answer(points: number): void;
}

/** A page whose survey can be run, and its requests, which the test answers. */
function pageWith(text: string) {
  const asked: Asked[] = [];
  const ask = (_name: string, { text }: { text: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve) => {
      asked.push({ text, signal, answer: (points) => resolve({ points } as Expectation) });
    });
  const studio = {
    backend: { ask },
    text: signal(text),
    scene: signal({ key: 'street' }),
    canRun: signal(true),
    sceneLoading: { work: signal<object | undefined>(undefined) },
    clouds: { isRunning: signal(false) },
  };
  const expected = new Expected(studio as never);
  const isAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
  const points = () => expected.value.value?.points;
  const answer = async (count: number) => {
    asked[asked.length - 1].answer(count);
    await vi.waitFor(() => expect(points()).toBe(count));
  };
  return { asked, studio, expected, isAsked, points, answer };
}

describe('the points that a run is expected to have', () => {
  it('follow a leg while it is dragged', async () => {
    const { asked, studio, isAsked, points, answer } = pageWith('x: 0');
    await isAsked(1);
    await answer(100);
    // A drag that does not rest for longer than 20 ms, until the points have changed twice.
    let place = 0;
    const drag = setInterval(() => {
      studio.text.value = `x: ${++place}`;
    }, 20);
    await isAsked(2);
    await answer(200);
    await isAsked(3);
    await answer(300);
    clearInterval(drag);
    expect(place).toBeGreaterThan(0);
    expect(asked.map(({ signal }) => signal.aborted)).not.toContain(true);
    // The former points are shown until the next ones are there.
    expect(points()).toBe(300);
  });

  it('are in the end those of the text as it stands', async () => {
    const { asked, studio, isAsked, answer } = pageWith('x: 0');
    await isAsked(1);
    studio.text.value = 'x: 1';
    studio.text.value = 'x: 2';
    await answer(100);
    await isAsked(2);
    expect(asked[1].text).toBe('x: 2');
    await answer(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toHaveLength(2);
  });

  it('are forgotten with a survey that cannot be run, and wait for a run to end', async () => {
    const { asked, studio, isAsked, points, answer } = pageWith('x: 0');
    await isAsked(1);
    await answer(100);
    studio.canRun.value = false;
    expect(points()).toBeUndefined();
    studio.canRun.value = true;
    await isAsked(2);
    studio.clouds.isRunning.value = true;
    expect(asked[1].signal.aborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toHaveLength(2);
    studio.clouds.isRunning.value = false;
    await isAsked(3);
  });

  it('are not those of another text while a run goes on', async () => {
    const { studio, isAsked, points, answer } = pageWith('x: 0');
    await isAsked(1);
    await answer(100);
    studio.clouds.isRunning.value = true;
    expect(points()).toBe(100);
    studio.text.value = 'x: 1';
    expect(points()).toBeUndefined();
    studio.clouds.isRunning.value = false;
    await isAsked(2);
    await answer(200);
  });

  it('are asked for once by who cannot wait', async () => {
    const { asked, studio, expected, isAsked } = pageWith('x: 0');
    await isAsked(1);
    const same = expected.now();
    studio.text.value = 'x: 1';
    const [next, again] = [expected.now(), expected.now()];
    expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
      ['x: 0', true],
      ['x: 1', false],
    ]);
    asked[0].answer(100);
    asked[1].answer(200);
    expect((await Promise.all([same, next, again])).map((answer) => answer?.points)).toEqual([100, 200, 200]);
    expect(expected.value.value?.points).toBe(200);
  });
});
