import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../../studio/show/place-labels.js';
import type { Studio } from '../../../studio/state/studio.js';
import type { Viewport } from '../../../studio/view/viewport.js';

/** The styles of names of 40 × 16 pixels for legs at places of a canvas of 400 × 300, one of which may be chosen. */
function placed(
  legs: readonly (readonly [x: number, y: number])[],
  { chosen, names = legs.length } = { names: legs.length } as { chosen?: number; names?: number },
) {
  const labels = Array.from({ length: names }, () => ({
    style: { display: '', visibility: '', transform: '' },
    offsetWidth: 40,
    offsetHeight: 16,
  }));
  const studio = {
    survey: { peek: () => ({ legs: legs.map(([x, y]) => ({ way: [x, y, 0] })) }) },
    selection: { value: chosen === undefined ? undefined : { kind: 'leg', leg: chosen } },
  } as unknown as Studio;
  const project = ([x, y]: number[]) => (x < -1000 ? undefined : { x, y });
  const viewport = { eye: { size: { width: 400, height: 300 }, project } } as unknown as Viewport;
  placeLabels(studio, viewport, { children: labels } as unknown as HTMLElement)();
  return labels.map(({ style }) => style);
}

/** Places of the shown names; undefined: hidden. */
const placesOf = (styles: ReturnType<typeof placed>) =>
  styles.map(({ display, visibility, transform }) =>
    display === 'none' || visibility === 'hidden' ? undefined : transform.match(/-?\d+/g)?.map(Number),
  );

describe('names of legs', () => {
  it('are shown where they are placed, and are hidden where they are out of the picture', () => {
    expect(
      placed(
        [
          [5, 60],
          [-2000, 0],
        ],
        { names: 3 },
      ),
    ).toEqual([
      { display: 'block', visibility: '', transform: 'translate(17px, 48px)' },
      { display: 'none', visibility: '', transform: '' },
      { display: 'none', visibility: '', transform: '' },
    ]);
    expect(
      placesOf(
        placed([
          [-1, 60],
          [401, 60],
          [60, 301],
        ]),
      ),
    ).toEqual([undefined, undefined, undefined]);
  });

  it('go to another side of their leg where another name, or the edge of the view, leaves no room', () => {
    expect(
      placesOf(
        placed([
          [100, 100],
          [110, 104],
          [90, 100],
          [95, 96],
          [102, 102],
          [100, 102],
          [98, 98],
        ]),
      ),
    ).toEqual([[112, 88], [122, 114], [102, 66], [43, 84], [50, 112], [48, 68], undefined]);
    expect(placesOf(placed([[390, 100]]))).toEqual([[338, 88]]);
    expect(placesOf(placed([[100, 4]]))).toEqual([[112, 14]]);
  });

  it('never hide that of the chosen leg, and never overlap', () => {
    const crowd = Array.from({ length: 400 }, (_, k) => [(k * 37) % 400, (k * 91) % 300] as const);
    const styles = placed(crowd, { chosen: 399 });
    const shown = placesOf(styles).filter((place) => place !== undefined);
    expect(placesOf(styles)[399]).toBeDefined();
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.length).toBeLessThan(180);
    for (const [k, [x, y]] of shown.entries())
      for (const [u, v] of shown.slice(k + 1)) expect(Math.abs(x - u) < 40 && Math.abs(y - v) < 16).toBe(false);
  });
});
