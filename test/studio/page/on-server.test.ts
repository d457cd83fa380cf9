import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { SURVEY, TestStudio } from '../../server/studio.js';
import { violations } from '../../support/axe.js';
import { describePages } from '../../support/describe-pages.js';
import { openStudio, typeText } from '../../support/studio-page.js';

describePages('the studio on its server', () => {
  it('opens with the survey file, runs it there and saves the LAS of subray run, and hides its token', async () => {
    const server = await TestStudio.open({}, SURVEY.replace('cloud.las, clouds/cloud.csv', 'cloud.las'));
    await using studio = await openStudio(server.server.address);
    const { page } = studio;
    await page.getByText('2 triangles').waitFor();
    expect(page.url()).toBe(`http://127.0.0.1:${server.port}/`);
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const save = page.getByRole('button', { name: /^Save cloud\.las/ });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const las = readFileSync(await download.path());
    const saveAll = page.getByRole('button', { name: "Save all of run 1 to the survey's folder" });
    await saveAll.click();
    await page.getByText("Saved to the survey's folder: cloud.labels.json, cloud.las").waitFor();
    const saved = join(server.folder, 'cloud.las');
    expect(las.equals(readFileSync(saved))).toBe(true);
    writeFileSync(saved, 'another');
    await saveAll.click();
    const asked = page.getByRole('dialog', { name: 'Replace files?' });
    await asked.getByText('cloud.las').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(readFileSync(saved, 'utf8')).toBe('another');
    await saveAll.click();
    await asked.getByRole('button', { name: 'Replace them' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(las.equals(readFileSync(saved))).toBe(true);
    for (const name of ['cloud.las', 'cloud.labels.json']) rmSync(join(server.folder, name));
    await page.reload();
    await page.getByText('2 triangles').waitFor();
    await saveAll.waitFor();
    // A model that another program changes is read again; one that is gone is a fault at the place of its name.
    const model = join(server.folder, 'ground.obj');
    const was = readFileSync(model, 'utf8');
    writeFileSync(model, `${was}v 1 1 1\nf 1 2 5\n`);
    await page.getByText('ground.obj changed on disk, and is read again.').waitFor();
    await page.getByText('3 triangles').waitFor();
    rmSync(model);
    await page.getByText('ground.obj is gone from the disk.').waitFor();
    const fault = page
      .getByRole('list', { name: 'Faults' })
      .getByRole('button', { name: /ground\.obj: there is no such file/ });
    await fault.click();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    writeFileSync(model, was);
    await page.getByText('2 triangles').waitFor();
    // A survey that another program changes while there are changes here is asked about, with the differences.
    const text = readFileSync(server.survey, 'utf8');
    await typeText(page, `${text}# mine\n`);
    writeFileSync(server.survey, `# theirs\n${text}`);
    await page.getByText('survey.yaml was changed by another program; Save shows').waitFor();
    await page.keyboard.press('Control+s');
    const differs = page.getByRole('dialog').getByRole('region', { name: 'What differs' });
    await differs.waitFor();
    expect(await differs.locator('ins, del').allTextContents()).toEqual(['1+# theirs\n', '5−# mine\n']);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Take theirs/ }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.cm-content').textContent()).toContain('# theirs');
    expect(readFileSync(server.survey, 'utf8')).toBe(`# theirs\n${text}`);
    // One that is gone leaves a text that is not saved; one that is no text any more is asked about.
    rmSync(server.survey);
    await page.getByText('survey.yaml was removed by another program; Save writes it anew').waitFor();
    await page.getByTitle('not saved').waitFor();
    writeFileSync(server.survey, Uint8Array.of(0xff, 0xfe, 0x41));
    await page.getByText('survey.yaml: found bytes that are not UTF-8').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Leave the file as it is' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Keep mine/ }).press('Enter');
    await page.getByText('survey.yaml was saved').waitFor();
    expect(readFileSync(server.survey, 'utf8')).toBe(`# theirs\n${text}`);
    // Its text is taken when the page is loaded again; with changes, it is asked about.
    await page.goto('about:blank');
    writeFileSync(server.survey, `# theirs, again\n${text}`);
    await page.goBack();
    await page.locator('.cm-content').getByText('# theirs, again').waitFor();
    expect(await page.getByTitle('not saved').count()).toBe(0);
    await typeText(page, `${text}# mine\n`);
    await page.goto('about:blank');
    writeFileSync(server.survey, text);
    await page.goBack();
    await page.getByText('survey.yaml was changed by another program; Save shows').waitFor();
    await page.keyboard.press('Control+s');
    await differs.waitFor();
    expect(await differs.locator('ins, del').allTextContents()).toEqual(['5−# mine\n']);
    expect(readFileSync(server.survey, 'utf8')).toBe(text);
    // The browser tells of each answer that files are in the way.
    const statuses = [409, 409, 412, 404, 422, 412, 422, 412];
    expect(studio.complaints).toEqual(statuses.map((status) => expect.stringMatching(String(status))));

    const outputFolder = server.folder;
    const report = await runSurvey(await loadSurvey(server.survey, { outputFolder }), { engine: 'cpu', threads: 2 });
    expect(report.points).toBeGreaterThan(500);
    expect(las.equals(readFileSync(join(server.folder, 'cloud.las')))).toBe(true);
  });

  it('opens without a survey file, and says what to do where the token is missing', async () => {
    const server = await TestStudio.open({ survey: undefined });
    await using started = await openStudio(server.server.address);
    await started.page.getByRole('button', { name: /^Street/ }).waitFor();
    expect(started.complaints).toEqual([]);
    await using without = await openStudio(`http://127.0.0.1:${server.port}/`);
    await without.page.getByRole('button', { name: /^Street/ }).click();
    await without.page.getByRole('tab', { name: 'Log' }).click();
    await without.page
      .getByText(/open the address that subray studio printed/)
      .first()
      .waitFor();
  });
});
