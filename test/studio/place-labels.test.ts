import { expect, it } from 'vitest';
import type { Studio } from '../../studio/state/studio.js';
import { placeLabels } from '../../studio/view/place-labels.js';
import type { Viewport } from '../../studio/view/viewport.js';

it('names of legs are shown where they are placed, and are hidden where they are out of the picture', () => {
  const labels = ['a', 'b', 'c'].map(() => ({ style: { display: '', transform: '' } }));
  const legs = [
    [5, 6, 0],
    [-1, 0, 0],
  ].map((way) => ({ way }));
  const studio = { survey: { peek: () => ({ legs }) } } as unknown as Studio;
  const project = ([x, y]: number[]) => (x < 0 ? undefined : { x, y });
  const viewport = { eye: { size: {}, project } } as unknown as Viewport;
  placeLabels(studio, viewport, { children: labels } as unknown as HTMLElement)();
  expect(labels.map(({ style }) => style)).toEqual([
    { display: 'block', transform: 'translate(17px, -6px)' },
    { display: 'none', transform: '' },
    { display: 'none', transform: '' },
  ]);
});
