import { describe, expect, it } from 'vitest';
import type { ScenePlace } from '../../../studio/state/pointer/tool.js';
import { areaTool } from '../../../studio/tools/area.js';
import type { Viewport } from '../../../studio/view/viewport.js';
import { newStudio } from '../../support/new-studio.js';

type Ray = { origin: number[]; direction: number[] };

/** A studio with a scene of 100 × 60 m, 2 to 12 m high, and clicks at a place of it or, along a ray, beside it. */
function open() {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  const view = { bounds: { min: [0, 0, 2], max: [100, 60, 12] } };
  studio.sceneLoading.drawn.value = { key: 'a', view, parts: [], faults: [], lacksParts: false } as never;
  const click = async (at: ScenePlace['position'] | Ray) => {
    const ray = Array.isArray(at) ? undefined : at;
    studio.view = { eye: { project: () => undefined, rayAt: () => ray } } as unknown as Viewport;
    const place = ray ? undefined : { position: at as ScenePlace['position'], ground: undefined, object: '' };
    await areaTool.click({ studio, place, at: { x: 1, y: 1 } });
  };
  return { studio, click, points: () => studio.sketch.value?.points };
}

const downAt = (x: number, y: number): Ray => ({ origin: [x, y, 500], direction: [0, 0, -1] });

describe('a corner of an area beside the scene', () => {
  it('is as high as the one before, and the first as the lowest place', async () => {
    const { click, points } = open();
    await click(downAt(-20, 70));
    await click([50, 30, 9]);
    await click(downAt(120, -5));
    expect(points()).toEqual([
      [-20, 70, 2],
      [50, 30, 9],
      [120, -5, 9],
    ]);
  });

  it('is not taken in the sky, or farther away than the scene is large', async () => {
    const { studio, click, points } = open();
    await click({ origin: [0, 0, 50], direction: [0, 0.9, 0.1] });
    await click({ origin: [0, 0, 50], direction: [0, 1, -0.01] });
    expect(points()).toBeUndefined();
    expect(studio.messages.notices.value.map(({ text }) => text)).toEqual(['No surface is there']);
  });
});
