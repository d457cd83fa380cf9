import type { Locator, Page } from 'playwright-core';
import { dropFiles } from './drop-files.js';

/** A plain of 400 m by 300 m at a height of 5 m, and a tower on it; and a flight over it. */
export const PLAIN = Object.freeze({
  'plain.obj': `o plain
v -200 -150 5
v 200 -150 5
v 200 150 5
v -200 150 5
f 1 2 3 4
o tower
v -20 -20 5
v -10 -20 5
v -10 -20 25
v -20 -20 25
f 5 6 7 8
`,
  'plain.yaml': `# a flight to be planned
name: plain
scene: { parts: [{ file: plain.obj }], labels: [{ match: plain, class: ground }] }
scanner: riegl-vq-780i # looks down
platform: aircraft
legs:
  # the first of all
  - { name: first, from: [0, -50, 100], to: [0, 50, 100], speed: 50 } # to be replaced
output: [plain.las]
`,
});

/** Opens the plain. */
export async function openPlain(page: Page): Promise<void> {
  await dropFiles(page, PLAIN);
  await page.getByText('4 triangles').waitFor();
}

/** Clicks places of the canvas, as shares of its size, one after the other; `set`: number of points already there. */
export async function drawPoints(
  canvas: Locator,
  page: Page,
  noun: string,
  places: readonly (readonly [number, number])[],
  set = 0,
): Promise<void> {
  for (const [k, place] of places.entries()) {
    await canvas.click({ position: await placeOn(canvas, place) });
    await page.getByText(new RegExp(`^${set + k + 1} ${noun}`)).waitFor();
  }
}

/** A place of the canvas, pixels. */
export async function placeOn(canvas: Locator, [x, y]: readonly [number, number]): Promise<{ x: number; y: number }> {
  const box = await canvas.boundingBox();
  return { x: Math.round(x * (box?.width ?? 0)), y: Math.round(y * (box?.height ?? 0)) };
}
