import { expect, it } from 'vitest';
import { violations } from '../../support/axe.js';
import { describePages } from '../../support/describe-pages.js';
import { openStudio, serveStudio, textOf, typeText } from '../../support/studio-page.js';

describePages('before a run in the studio', () => {
  it('tells what to expect, takes an engine, copies the command, and asks where it is too much for a tab', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /^Room/ }).click();
    const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
    const expected = Number(((await fact('Points, estimated').textContent()) ?? '').replace(/about|,/g, ''));
    const megabytes = /^about ([\d.]+) MB$/.exec((await fact('LAS, estimated').textContent()) ?? '')?.[1];

    await page.getByRole('button', { name: 'How to run' }).click();
    const menu = page.getByRole('dialog', { name: 'How to run' });
    await menu.getByRole('radio', { name: /^CPU/ }).check();
    const gpu = menu.getByRole('radio', { name: /^GPU (this browser|')/ });
    expect(await gpu.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await menu.getByRole('button', { name: 'Copy' }).click();
    await menu.getByRole('status').getByText('Copied. Save the survey first (Ctrl+S).').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('subray run room.yaml --engine cpu');
    expect(await page.getByRole('button', { name: 'How to run: CPU' }).isVisible()).toBe(true);
    await menu.getByRole('radio', { name: /^Automatic/ }).check();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = (await page.getByRole('button', { name: /^Save room\.las/ }).textContent()) ?? '';
    expect(Math.abs(Number(megabytes) / Number(/([\d.]+) MB$/.exec(las)?.[1]) - 1)).toBeLessThan(0.03);
    const row = await page
      .getByRole('listitem')
      .filter({ hasText: 'run 1' })
      .getByText(/points$/)
      .textContent();
    const points = Number(row?.replace(/[^\d]/g, ''));
    expect(Math.abs(expected / points - 1)).toBeLessThan(0.03);
    await page.getByRole('button', { name: 'How to run' }).click();
    await menu.getByText(/^took the CPU, (\d+ threads|one thread), last time$/).waitFor();
    await page.keyboard.press('Escape');

    await typeText(page, (await textOf(page)).replaceAll('0.8', '0.02'));
    await page.getByText(/^about [\d.]+ M$/).waitFor();
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'A large run' });
    await question.getByText(/^About 2\d\d M points/).waitFor();
    await question.getByText('A tab draws 20 M points well').waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true);
    expect(await page.getByText('run 2').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Run here anyway' }).click();
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await stop.waitFor();
    const [leaving] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(leaving.type()).toBe('beforeunload');
    await leaving.dismiss();
    await stop.click();
    expect(studio.complaints).toEqual([]);
  });
});
