import type { Locator, Page } from 'playwright-core';
import { newSurvey } from '../../../studio/document/new-survey.js';
import { savedFile } from '../studio-page.js';
import { dropFiles } from './drop-files.js';

/** A new survey with fewer triangles, and pulses `step` degrees apart: two cores have it in a second. */
const smallSurvey = (kind: 'street' | 'room', step: number, triangles: number): string =>
  newSurvey(kind)
    .replaceAll(/(?<=Step: )[\d.]+/g, String(step))
    .replace(/(?<=triangles: )\d+/, String(triangles));

/** Drops a small room, scanned in steps of `step` degrees. */
export async function openSmallRoom(page: Page, step = 1.6): Promise<void> {
  await dropSurvey(page, 'room.yaml', smallSurvey('room', step, 60_000));
}

/** Drops a small street, scanned in steps of `step` degrees. Returns its text. */
export async function openSmallStreet(page: Page, step = 1.3): Promise<string> {
  const text = smallSurvey('street', step, 20_000);
  await dropSurvey(page, 'street.yaml', text);
  return text;
}

/** Drops a survey once the page listens, and waits for its scene. */
async function dropSurvey(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Empty scene/ }).waitFor();
  await dropFiles(page, { [name]: text });
  await page.getByText(/^[\d,]+ triangles$/).waitFor();
}

/** A street as another scanner sees it, whose beam is wide. */
export const withWideBeam = (street: string): string =>
  street.replace('  id: riegl-vz-400', '  id: riegl-vz-400\n  divergence: { mrad: 20 }');

/** The row of a cloud. */
export const cloudRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name }).first();

/** Runs the survey; done when the cloud `name` is whole. */
export async function run(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await cloudRow(page, name)
    .getByRole('button', { name: /^Save \S+\.las/ })
    .waitFor();
}

/** The LAS file of a cloud. */
export const lasOf = (page: Page, name: string): Promise<Buffer> =>
  savedFile(page, () =>
    cloudRow(page, name)
      .getByRole('button', { name: /^Save \S+\.las/ })
      .click(),
  );

/** The number of points of a cloud, as its row says it. */
export async function pointsOf(page: Page, name: string): Promise<number> {
  const text = await cloudRow(page, name)
    .getByText(/^[\d,]+ points$/)
    .textContent();
  return Number.parseInt(String(text).replaceAll(',', ''), 10);
}
