import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOOLS } from '../../../studio/tools/tools.js';
import { violations } from '../../support/axe.js';
import { describePages } from '../../support/describe-pages.js';
import { addFiles, file, HALL_FILES } from '../../support/hall.js';
import { lasBytes } from '../../support/las-files.js';
import { isLong } from '../../support/long-run.js';
import { openStudio, type StudioPage, savedFile, serveStudio, textOf, typeText } from '../../support/studio-page.js';

/** Pixels of its lower left corner in which a picture has its axes. */
const AXES = 90;

/** Pixels of the saved picture of the view, and the number of highlighted ones. */
async function pictureOf(page: Page) {
  const png = await savedFile(page, () => page.getByRole('button', { name: 'Save a picture of the view' }).click());
  const { width, height, data, channels } = decode(png);
  let marked = 0;
  const colors = new Set<number>();
  for (let k = 0; k < data.length; k += channels) {
    const [red, green, blue] = data.subarray(k, k + 3);
    colors.add((red << 16) | (green << 8) | blue);
    const isOfAxes = (k / channels) % width < AXES && k / channels / width > height - AXES;
    if (!isOfAxes && red > 120 && blue < red / 3 && green > red / 4) marked++;
  }
  return { width, height, colors: colors.size, marked };
}

/** Names of the files that the page keeps. */
const KEPT = `(async () => {
  const names = [];
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('sources');
  for await (const name of folder.keys()) names.push(name);
  return names.sort();
})()`;

/** Opens an empty scene, and puts the hall into it. */
async function openHall(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Empty scene/ }).click();
  await addFiles(page, ...HALL_FILES);
  await page.getByText('4 triangles').waitFor();
}

describePages('labels and outputs in the studio', () => {
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let studio: StudioPage;
  let page: Page;
  beforeAll(async () => {
    server = await serveStudio();
    studio = await openStudio(server.address);
    page = studio.page;
    await openHall(page);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it('places, measures and renames a part of the scene by the keyboard, and looks at it', async () => {
    const before = await textOf(page);
    const survey = page.getByRole('navigation', { name: 'Survey' });
    await survey.getByRole('button', { name: 'hall', exact: true }).press('Enter');
    const form = page.getByRole('region', { name: 'Part hall' });
    const size = form.locator('dt:text-is("Size") + dd');
    const metres = await size.textContent();
    await form.getByLabel('Unit').selectOption('mm');
    await expect.poll(() => size.textContent()).not.toBe(metres);
    await form.getByLabel('Unit').selectOption('m');
    await form.getByLabel('Axis up').selectOption('y');
    // Half-typed values are taken over before the survey is saved.
    const x = form.getByRole('group', { name: 'Moved by' }).getByLabel('x');
    await x.fill('500000');
    const saved = await savedFile(page, () => x.press('Control+s'));
    expect(saved.toString()).toContain('translate: [500000, 0, 0]');
    expect(await x.evaluate((input) => input === document.activeElement)).toBe(true);
    await form
      .getByRole('group', { name: /^Turned/ })
      .getByLabel('z')
      .press('ArrowUp');
    await form.getByLabel('Scale').fill('0');
    await form.getByLabel('Scale').press('Enter');
    await form.getByText('Found 0, expected more than 0, at most 1,000,000').waitFor();
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('Scale').press('Escape');
    await form.getByLabel('Name').fill('barn');
    await form.getByLabel('Name').press('Enter');
    expect(await textOf(page)).toContain(
      '{ name: barn, file: hall.obj, up: y, transform: { rotate: [0, 0, 5], translate: [500000, 0, 0] } }',
    );
    await page
      .getByRole('region', { name: 'Part barn' })
      .getByText(/^500,00\d/)
      .waitFor();
    await page.getByRole('button', { name: 'Look at it' }).press('Enter');
    await expect.poll(async () => (await pictureOf(page)).colors).toBeGreaterThan(50);
    for (const name of ['Rename hall to barn', 'Turn hall', 'Move hall', 'Set up of hall', 'Reset unit of hall'])
      await page.getByRole('button', { name: `Undo: ${name}` }).click();
    await page.getByRole('button', { name: 'Undo: Set unit of hall' }).click();
    expect(await textOf(page)).toBe(before);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
  });

  it('draws what has a place, says what has none, and gives a name that is refused back', async () => {
    const before = await textOf(page);
    const survey = page.getByRole('navigation', { name: 'Survey' });
    const choose = (part: string) => survey.getByRole('button', { name: part, exact: true }).press('Enter');
    const withPart = (part: string, more = '') =>
      before.replace(/^( *)- .*hall\.obj.*\n/m, (hall, indent) => `${hall}${indent}- ${part}\n${more}`);
    const away = 'transform: { translate: [900, 0, 0] }';
    const labels = '  labels:\n    - { part: lamp, class: building }\n';
    await typeText(page, withPart(`{ name: lamp, file: hall.obj, ${away}, on: hall }`, labels));
    await page.getByText('Without the parts at fault').waitFor();
    expect(await page.getByText('4 triangles').count()).toBe(1);
    await choose('lamp');
    const lamp = page.getByRole('region', { name: 'Part lamp' });
    const stands = lamp.locator('.field', { has: page.getByLabel('Stands on') });
    await stands.getByText(/there is nothing of part hall below the middle of its lowest corners, at/).waitFor();
    expect(await lamp.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await lamp.getByLabel('Name').fill('lamp*');
    await lamp.getByLabel('Name').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'lamp* would be a pattern in the labels of lamp' }).waitFor();
    expect(await lamp.getByLabel('Name').inputValue()).toBe('lamp');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await lamp.getByLabel('Stands on').selectOption('');
    await page.getByText('8 triangles').waitFor();

    await typeText(page, withPart('sign.obj'));
    await choose('sign.obj');
    const sign = page.getByRole('region', { name: 'Part sign.obj' });
    await sign.getByText(/^The text has a single value here/).waitFor();
    await sign.getByText(/expected a map with file, with generate, or with carrier/).waitFor();
    await sign.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('4 triangles').waitFor();
    expect(await textOf(page)).toBe(before);
    expect(studio.complaints).toEqual([]);
  });

  it('adds a scanner, names it, has it fire in one leg alone, marks its fault and removes it, by the keyboard', async () => {
    const before = await textOf(page);
    const survey = page.getByRole('navigation', { name: 'Survey' });
    for (const what of ['station', 'station', 'scanner'])
      await survey.getByRole('button', { name: `Add a ${what}` }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Add a scanner' });
    const search = picker.getByLabel('Search scanners');
    await search.fill('hdl-32');
    await picker.getByRole('heading', { name: 'Velodyne HDL-32E' }).waitFor();
    await search.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Scanner velodyne-hdl-32e was added, and is chosen' }).waitFor();
    const name = page.getByRole('region', { name: /^Scanner / }).getByLabel('Name');
    const rename = async (to: string) => {
      await name.fill(to);
      await name.press('Enter');
    };
    await rename('velodyne-vlp-16');
    await page.getByText('Found "velodyne-vlp-16", expected a name that no other scanner has').waitFor();
    expect(await name.inputValue()).toBe('velodyne-hdl-32e');
    await rename('front');

    await survey.getByRole('button', { name: /^station 1/ }).press('Enter');
    const fires = page.getByRole('group', { name: 'Scanners that fire' });
    await fires.getByLabel('front').press('Space');
    expect(await fires.getByLabel('velodyne-vlp-16').isDisabled()).toBe(true);
    await fires.getByText('At least one scanner fires in a leg.').waitFor();
    expect(await violations(page)).toEqual([]);
    await survey.getByRole('button', { name: /^front/ }).press('Enter');
    await rename('back');
    const both = await textOf(page);
    expect(both).toContain(
      'scanners:\n  - scanner: velodyne-vlp-16\n  - name: back\n    scanner: velodyne-hdl-32e\nplatform: tripod\n',
    );
    expect(both).toMatch(/name: station 1, .*, scanners: { back: { active: false } } }\n.*name: station 2, [^{]*}\n/);

    await typeText(page, both.replace('hdl-32e', 'hdl-32'));
    await survey.getByRole('button', { name: /^back.*fault$/ }).waitFor();
    await page.keyboard.press('Control+z');
    await survey.getByRole('button', { name: /^back: velodyne-hdl-32e$/ }).press('Delete');
    await page.getByText('Scanner back was removed, with its settings in station 1. Undo brings it back.').waitFor();
    // Not on the platform, which arrow keys would change.
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('velodyne-vlp-16'));
    const one = await textOf(page);
    expect(one).toContain('scanners:\n  - scanner: velodyne-vlp-16\nplatform: tripod\n');
    await page.getByRole('button', { name: 'Undo: Remove scanner back' }).press('Enter');
    expect(await textOf(page)).toBe(both);

    // One alone that does not fire in a leg can be switched on there.
    await typeText(
      page,
      one.replace(/(name: station 1, .*\]),/, '$1, scanners: { velodyne-vlp-16: { active: false } },'),
    );
    await survey.getByRole('button', { name: /^station 1/ }).press('Enter');
    await fires.getByText('None fires here: the platform passes without pulses.').waitFor();
    await fires.getByLabel('velodyne-vlp-16').press('Space');
    expect(await textOf(page)).toBe(one);
    await typeText(page, before);
    expect(studio.complaints).toEqual([]);
  });

  it('shows what a label fits while it is typed, and what outputs are wrong with, by the keyboard', async () => {
    const before = await textOf(page);
    const plain = await pictureOf(page);
    const canvas = await page.locator('.view canvas').boundingBox();
    expect([plain.width, plain.height]).toEqual([canvas?.width, canvas?.height]);
    expect(plain.colors).toBeGreaterThan(50);
    expect(plain.marked).toBe(0);

    await page.getByRole('button', { name: 'Labels…' }).press('Enter');
    await page.getByRole('button', { name: 'New label' }).press('Enter');
    const pattern = page.getByRole('combobox', { name: 'Pattern' });
    await pattern.pressSequentially('wa*');
    await page.getByText('1 object', { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Objects that it fits' }).textContent()).toBe('hall/wall');
    await pattern.fill('wool');
    await page.getByText(/Fits nothing: .* did you mean "wall"/).waitFor();
    await pattern.fill('wa??');
    await page.getByText('1 object', { exact: true }).waitFor();
    expect((await pictureOf(page)).marked).toBeGreaterThan(500);
    await page.getByLabel('Class').selectOption('building');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add label' }).press('Enter');
    await page.getByRole('button', { name: /^wa\?\? 1 object building/ }).waitFor();
    expect(await textOf(page)).toContain('  labels:\n    - { match: "wa??", class: building }\n');
    await page.getByRole('region', { name: 'Materials' }).locator('summary', { hasText: 'brick' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Undo: Label/ }).click();
    expect(await textOf(page)).toBe(before);

    await page.getByRole('button', { name: 'survey.las', exact: true }).press('Enter');
    await page.getByLabel('Format', { exact: true }).selectOption('laz');
    await page.getByLabel('Point format').selectOption('1');
    await page
      .getByText(/Found 1, expected 6, 7 or 8 in a compressed file/)
      .first()
      .waitFor();
    expect(await page.getByRole('complementary').getByRole('alert').textContent()).toMatch(/in a compressed file/);
    await page.getByLabel('Point format').selectOption('7');
    await page.getByLabel('Files by').selectOption('leg');
    await page.getByLabel('Fields').selectOption('own');
    await page.getByRole('checkbox', { name: 'range', exact: true }).press('Space');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add an output' }).press('Enter');
    expect(await textOf(page)).toContain(
      '  - { file: survey-%s.laz, pointFormat: 7, by: leg, fields: [intensity, range] }\n  - survey.laz\n',
    );
    expect(studio.complaints).toEqual([]);
  });

  it('lists all keys, those of each tool', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    const tools = dialog.getByRole('region', { name: 'Tools' }).getByRole('row');
    expect(await tools.count()).toBe(TOOLS.length);
    for (const { key, name } of TOOLS) await tools.filter({ hasText: `${key.toUpperCase()}${name}` }).waitFor();
    expect(await violations(page)).toEqual([]);
    // Asked for again as soon as it is closed, by the next key that a hand could press.
    await dialog.getByRole('button', { name: 'Close' }).evaluate(async (close: HTMLButtonElement) => {
      close.click();
      await null;
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
      await new Promise((later) => setTimeout(later, 100));
    });
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keys' }).press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect(
      page.getByRole('button', { name: 'Keys' }).evaluate((b) => b === document.activeElement),
    ).resolves.toBe(true);
  });

  it.runIf(isLong)('has the clouds of the user again after a reload, until they are removed', async () => {
    await addFiles(
      page,
      file('mine.las', Buffer.from(lasBytes({ points: [0, 1, 2].map((x) => ({ x, y: 1, z: 9 })) }))),
    );
    const row = page.getByRole('listitem').filter({ hasText: 'mine.las' });
    await row.getByText('3 points', { exact: true }).waitFor();
    await page.reload();
    await row.getByText('3 points', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove mine.las' }).click();
    await expect.poll(() => page.evaluate(KEPT)).toEqual(['hall.mtl', 'hall.obj']);
    await page.reload();
    await page.getByText('4 triangles').waitFor();
    expect(await row.count()).toBe(0);
    expect(studio.complaints).toEqual([]);
  });
});
