import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Vec3 } from '../../../src/base/vec3.js';
import { makePlan } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import type { FlightRequest } from '../../../src/planning/plan-request.js';
import type { FlightPlan } from '../../../src/planning/survey-plan.js';
import { pathTrajectory } from '../../../src/platform/path/smooth-path.js';
import { describePages } from '../../support/describe-pages.js';
import { drawPoints, openPlain, PLAIN, placeOn } from '../../support/journeys/plain.js';
import { openStudio, serveStudio, textOf } from '../../support/studio-page.js';

/** A software GPU draws while it is asked. */
const POLL = { timeout: 20_000 };

interface Written {
  legs: Record<string, unknown>[];
}

describePages('flights and paths in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));
  writeFileSync(join(folder, 'plain.obj'), PLAIN['plain.obj']);

  /** The plan of the command for the survey as it is in the page. */
  async function planOf(text: string, request: Omit<FlightRequest, 'kind' | 'scene'>): Promise<FlightPlan> {
    const scene = join(folder, 'plain.yaml');
    writeFileSync(scene, text);
    return (await makePlan({ kind: 'als', scene, ...request }, { cache: false })) as FlightPlan;
  }

  it('plans an area that is drawn as subray plan does, follows what is typed, and draws a path', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    const canvas = page.getByRole('main').locator('canvas');
    await openPlain(page);
    const before = await textOf(page);

    // A corner is taken back, and a click on the first one ends.
    await page.keyboard.press('a');
    await drawPoints(canvas, page, 'corner', [[0.3, 0.55], [0.5, 0.38], [0.6, 0.4]]); // biome-ignore format: corners
    await page.keyboard.press('Backspace');
    await page.getByText(/^2 corners/).waitFor();
    await drawPoints(canvas, page, 'corner', [[0.75, 0.5], [0.55, 0.72]], 2); // biome-ignore format: corners
    await canvas.click({ position: await placeOn(canvas, [0.3, 0.55]) });
    const numbers = page.getByLabel('Numbers of the plan');
    await typeNumber(page, 'Side overlap', '200');
    await page.getByRole('alert').getByText('Found 200, expected 0 to 90 %').waitFor();
    expect(await page.getByRole('button', { name: 'Use this plan' }).count()).toBe(0);
    await typeNumber(page, 'Side overlap', '30');
    await typeNumber(page, 'Above ground', '10');
    await page
      .getByRole('alert')
      .getByText(/^height: found 10, expected at least/)
      .waitFor();
    await typeNumber(page, 'Above ground', '200');
    await expect.poll(() => facts(numbers), POLL).toMatchObject({ Swath: '231 m' });
    await typeNumber(page, 'Above ground', '125');
    await expect.poll(() => facts(numbers), POLL).toMatchObject({ Swath: '144 m', 'Line spacing': '101 m' });
    const shown = await facts(numbers);
    const seen = page.getByRole('list', { name: 'How often places are seen' });
    expect(await seen.getByRole('listitem').allTextContents()).toContainEqual(expect.stringMatching(/^1 strip .* %$/));
    await page.getByRole('button', { name: 'Use this plan' }).click();
    // So that a drag moves the end of a line.
    await page.locator('button[aria-pressed="true"]', { hasText: 'Select' }).waitFor();
    const planned = await textOf(page);

    const { legs } = parse(planned) as Written;
    const corners = await studioOutline(page);
    const plan = await planOf(before, { outline: corners, overlap: 0.3, height: 125 });
    expect(legs.length).toBeGreaterThan(1);
    expect(legs).toEqual(plan.legs.map(({ section }) => section));
    expect(shown).toMatchObject({
      Lines: String(plan.lines.length),
      'Density, area': `${plan.density.area.toPrecision(3)} /m²`,
    });
    expect(planned).toContain('# a flight to be planned');
    expect(planned).not.toContain('# to be replaced');

    await page.getByRole('button', { name: /^line 2/ }).click();
    await page.keyboard.press('Delete');
    const shorter = parse(await textOf(page)) as Written;
    expect(shorter.legs.map(({ name }) => name)).toEqual(
      legs.map(({ name }) => name).filter((name) => name !== 'line 2'),
    );
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(planned);
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(before);

    await page.keyboard.press('p');
    await typeNumber(page, 'Above ground', '2');
    await drawPoints(canvas, page, 'point', [[0.45, 0.6], [0.5, 0.45], [0.55, 0.6], [0.6, 0.45]]); // biome-ignore format: points
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^path 2/ }).waitFor();
    const drawn = await textOf(page);
    await comparePath(folder, drawn);
    // It is put higher above the ground as a whole, as one step; over a plain it needs no further points.
    await expect.poll(() => page.getByRole('textbox', { name: 'Height above ground' }).inputValue(), POLL).toBe('2');
    await typeNumber(page, 'Height above ground', '3.5');
    expect((parse(await textOf(page)) as { legs: { path: Vec3[] }[] }).legs[1].path.map(([, , z]) => z)).toEqual(
      Array(4).fill(8.5),
    );
    await page.getByText('Between its points it is at this height.').waitFor();
    await page.getByRole('button', { name: 'Follow the ground' }).click();
    await page.getByText(/path 2 is at this height within 0.25 m already/).waitFor();
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(drawn);

    // The end of the first line is dragged: one step.
    await page.keyboard.press('v');
    await page.getByRole('button', { name: /^path 2/ }).click();
    const cost = page.getByRole('region', { name: 'Leg path 2' }).locator('dl.facts').last();
    await expect.poll(() => facts(cost), POLL).toMatchObject({ 'Points, estimated': expect.stringMatching(/^about/) });
    const costed = await facts(cost);
    await drag(canvas, [0.6, 0.45], [0.58, 0.52], async () => {
      for (const name of ['Length', 'Pulses', 'Time in the field'])
        await expect.poll(async () => (await facts(cost))[name], POLL).not.toBe(costed[name]);
    });
    await expect.poll(() => textOf(page), POLL).not.toBe(drawn);
    const moved = parse(await textOf(page)) as Written;
    const [was, is] = [parse(drawn) as Written, moved].map((survey) => survey.legs[1].path as Vec3[]);
    expect(is.slice(0, 3)).toEqual(was.slice(0, 3));
    expect(is[3][2]).toBe(7);
    expect(Math.hypot(is[3][0] - was[3][0], is[3][1] - was[3][1])).toBeGreaterThan(5);
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(drawn);
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(before);
    expect(studio.complaints).toEqual([]);
  });
});

async function drag(
  canvas: Locator,
  from: readonly [number, number],
  to: readonly [number, number],
  beforeUp: () => Promise<void>,
): Promise<void> {
  const page = canvas.page();
  const box = await canvas.boundingBox();
  const [a, b] = [await placeOn(canvas, from), await placeOn(canvas, to)];
  const [left, top] = [box?.x ?? 0, box?.y ?? 0];
  await page.mouse.move(left + a.x, top + a.y);
  await page.mouse.down();
  for (const t of [0.3, 0.7, 1]) await page.mouse.move(left + a.x + t * (b.x - a.x), top + a.y + t * (b.y - a.y));
  await beforeUp();
  await page.mouse.up();
}

async function typeNumber(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  await field.fill(value);
  await field.press('Enter');
}

/** Names and values of a list of facts. */
async function facts(list: Locator): Promise<Record<string, string>> {
  const [names, values] = await Promise.all([list.locator('dt').allInnerTexts(), list.locator('dd').allInnerTexts()]);
  return Object.fromEntries(names.map((name, k) => [name, values[k]]));
}

/** The corners of the area, as the plan's form has them. */
async function studioOutline(page: Page): Promise<[number, number][]> {
  await page.getByRole('button', { name: 'Plan…' }).click();
  const cells = await page.getByRole('region', { name: 'Corners' }).getByRole('textbox').all();
  const values = await Promise.all(cells.map((cell) => cell.inputValue()));
  const numbers = values.map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, k) => [numbers[2 * k], numbers[2 * k + 1]]);
}

/** The path of a text that is drawn, as the survey's own code makes it. */
async function comparePath(folder: string, text: string): Promise<void> {
  const file = join(folder, 'path.yaml');
  writeFileSync(file, text);
  const {
    path: points,
    speed,
    smooth,
  } = (parse(text) as Written).legs[1] as never as {
    path: Vec3[];
    speed: number;
    smooth: object;
  };
  expect(points).toHaveLength(4);
  expect(points.map(([, , z]) => z)).toEqual([7, 7, 7, 7]);
  const { legs } = await loadSurvey(file, { outputFolder: folder });
  const [, { path }] = legs;
  if (path.kind !== 'recorded') throw new Error(`found a ${path.kind}`);
  expect(path.trajectory).toEqual(pathTrajectory(points, { speed, smooth }));
}
