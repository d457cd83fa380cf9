import { expect, it } from 'vitest';
import type { Studio } from '../../../studio/state/studio.js';
import { newStudio } from '../../support/new-studio.js';

/** A studio with a survey. */
function opened(text: string): Studio {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  studio.document.open(text);
  return studio;
}

it('has neither the area nor the numbers of what was planned and drawn in the one before', () => {
  const studio = opened('platform: uav\nlegs: []\n');
  const { planning, paths } = studio;
  planning.outline.value = [[456_700, 5_428_100, 0], [456_800, 5_428_100, 0], [456_800, 5_428_200, 0]]; // biome-ignore format: corners
  planning.chosenKind.value = 'tls';
  planning.set({ height: 80 });
  planning.refuse('overlap', true);
  paths.chosenHeight.value = 80;
  studio.edit((text) => ({ name: 'Set', patches: text.setValue(['platform'], 'backpack') }));
  expect([planning.outline.value?.length, planning.kind.value, paths.height.value]).toEqual([3, 'tls', 80]);

  studio.begin('New survey', '');
  studio.begin('Open', 'platform: uav\nlegs: []\n');
  expect([planning.outline.value, planning.kind.value, paths.height.value]).toEqual([undefined, 'uav', 40]);
  expect(planning.wish.value).toMatchObject({ kind: 'uav', height: 40 });
});

it('plans drives and stations for the rectangle around what was drawn, and knows that it does', () => {
  const { planning } = opened('platform: tripod\nlegs: []\n');
  const corners = (...places: [number, number][]) => places.map(([x, y]) => [x, y, 0] as const);
  expect(planning.isWidened.value).toBe(false);
  planning.outline.value = corners([0, 0], [10, 0], [10, 5], [0, 5]);
  expect(planning.isWidened.value).toBe(false);
  planning.outline.value = corners([0, 0], [10, 0], [8, 5], [0, 5]);
  expect(planning.isWidened.value).toBe(true);
  expect(planning.wish.value).toMatchObject({ area: { min: [0, 0], max: [10, 5] } });
  planning.chosenKind.value = 'uav';
  expect(planning.isWidened.value).toBe(false);
});
