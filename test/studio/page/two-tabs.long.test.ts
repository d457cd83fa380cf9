import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { describePages } from '../../support/describe-pages.js';
import { isLong } from '../../support/long-run.js';
import { openStudio, serveStudio, textOf, typeText } from '../../support/studio-page.js';

/** A survey without a scene, whose text says whose it is. */
const survey = (owner: string) => `# of ${owner}\nscene: { parts: [] }\nscanner: velodyne-vlp-16\nlegs: []\n`;

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Empty scene/ }).click();
  await typeText(page, text);
  // Longer than until the text is kept.
  await page.waitForTimeout(700);
}

describePages('two tabs of the studio', () => {
  it('keep a text each, that no other tab writes over, and a new tab has the last that was left', async () => {
    await using server = await serveStudio();
    await using first = await openStudio(server.address);
    await write(first.page, survey('one'));
    const second = await first.page.context().newPage();
    await second.goto(server.address);
    await second.getByText('Your survey is open in another tab; this tab keeps a survey of its own.').waitFor();
    await write(second, survey('two'));
    await second.reload();
    expect(await textOf(second)).toBe(survey('two'));
    // Also text typed just now.
    await typeText(second, survey('two, again'));
    await second.reload();
    expect(await textOf(second)).toBe(survey('two, again'));
    await first.page.reload();
    expect(await textOf(first.page)).toBe(survey('one'));
    expect(await first.page.locator('.notice').textContent()).toBe('');

    await typeText(second, survey('two, at last'));
    await second.close({ runBeforeUnload: true });
    await second.waitForEvent('close');
    const third = await first.page.context().newPage();
    await third.goto(server.address);
    await third.getByText('Your survey is open in another tab; this one was kept before.').waitFor();
    expect(await textOf(third)).toBe(survey('two, at last'));

    // Text typed without a pause is kept meanwhile; the browser may ask before the page is left.
    third.on('dialog', (dialog) => dialog.accept());
    await third.locator('.cm-content').click();
    await third.keyboard.press('Control+End');
    await third.keyboard.type('# on and on and on', { delay: 50 });
    await third.reload();
    expect(await textOf(third)).toContain(`${survey('two, at last')}# on`);
    expect(first.complaints).toEqual([]);
  });

  it.runIf(isLong)('number their runs on from each other', async () => {
    await using server = await serveStudio();
    await using first = await openStudio(server.address);
    const second = await first.page.context().newPage();
    await second.goto(server.address);
    for (const [number, page] of [first.page, second].entries()) {
      await page.getByRole('button', { name: /^Room/ }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page
        .getByText(`run ${number + 1}`, { exact: true })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    }
  });
});
