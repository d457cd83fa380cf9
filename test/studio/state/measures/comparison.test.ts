import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ColorMode } from '../../../../studio/state/look/look.js';
import { Comparison } from '../../../../studio/state/measures/comparison.js';

const cloud = (id: string) => ({
  id,
  state: 'done',
  points: 9,
  isVisible: true,
  cloud: { run: id },
  field: { chunks: [] },
});

describe('the colours of a comparison', () => {
  it('go when another survey begins, and when one of its clouds is removed', async () => {
    const all = signal([cloud('a'), cloud('b')]);
    const number = signal(1);
    const mode = signal<ColorMode>({ plain: 'class' });
    const column = { scale: { low: 0, high: 1 }, values: [], percentiles: [0, 1] };
    const found = { distances: { aToB: column, bToA: column } };
    const studio = {
      backend: { ask: async () => found },
      clouds: { all, find: (id: string) => all.value.find((one) => one.id === id), change: () => {} },
      look: { mode },
      document: { number },
    };
    const comparison = new Comparison(studio as never);
    await comparison.run();
    expect(mode.value).toEqual({ distance: true });
    number.value = 2;
    expect(mode.value).toEqual({ plain: 'class' });
    await comparison.run();
    expect(mode.value).toEqual({ distance: true });
    all.value = all.value.slice(1);
    expect(mode.value).toEqual({ plain: 'class' });
  });
});
