import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { glb, sceneOf } from '../../scene/read/gltf/gltf-files.js';
import { TestStudio } from '../../server/studio.js';
import { describePages } from '../../support/describe-pages.js';
import { HALL } from '../../support/hall.js';
import { dropFiles, dropPaths } from '../../support/journeys/drop-files.js';
import { mySceneJourney } from '../../support/journeys/my-scene.js';
import { isLong } from '../../support/long-run.js';
import { openStudio, serveStudio, textOf } from '../../support/studio-page.js';

/** A triangle. */
const GLB = glb(sceneOf([{ attributes: { POSITION: 0 } }]), [
  { values: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), type: 'VEC3', more: { min: [0, 0, 0], max: [1, 1, 0] } },
]);

/** Files with a fault each, and its message: the file and, in a text that is no JSON, the line. */
const BROKEN: readonly [name: string, content: string | Uint8Array, said: RegExp][] = [
  ['broken.obj', 'v 0 0 0\nv 1 0 x\nf 1 2 3\n', /broken\.obj:2/],
  ['broken.gltf', '{ "asset": { "version": "2.0" },\n  "meshes": [ }\n', /broken\.gltf/],
  ['broken.glb', GLB.subarray(0, 60), /broken\.glb/],
  ['broken.ply', 'ply\nformat ascii 1.0\nelement vertex x\nend_header\n', /broken\.ply:3/],
  ['broken.stl', 'solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 x\n', /broken\.stl:4/],
  ['broken.off', 'OFF\n3 1 0\n0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n', /broken\.off:4/],
  ['broken.asc', 'ncols 2\nnrows x\n', /broken\.asc:2/],
  ['broken.city.json', '{ "type": "CityJSON",\n  "version": }\n', /broken\.city\.json/],
  ['broken.vox', 'VOXEL SPACE\n#min_corner: x\n', /broken\.vox:2/],
  ['broken.tif', 'II*\0', /broken\.tif/],
];

/** The faults that the page lists. */
const faultsOf = (page: Page) => page.getByRole('list', { name: 'Faults' });

describePages('a scene of my own in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));

  it('takes a dropped model, a scanner by the keyboard, and a station on the floor; undo leaves every byte', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    await mySceneJourney(studio);
  });

  it.runIf(isLong)('does all of it on a server, too', async () => {
    const { server } = await TestStudio.open({ survey: undefined });
    await using studio = await openStudio(server.address);
    await mySceneJourney(studio);
  });

  it('takes a folder that the mouse drops, with what its models name, and files beside it', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    mkdirSync(join(folder, 'models/materials'), { recursive: true });
    const hall = HALL['hall.obj'].replace('hall.mtl', 'materials/hall.mtl');
    writeFileSync(join(folder, 'models/hall.obj'), hall);
    writeFileSync(join(folder, 'models/materials/hall.mtl'), HALL['hall.mtl']);
    writeFileSync(join(folder, 'sign.glb'), GLB);
    await dropPaths(page, [join(folder, 'models'), join(folder, 'sign.glb')]);
    await page.getByText('5 triangles').waitFor();
    const text = await textOf(page);
    expect(text).toContain('file: models/hall.obj');
    expect(text).toContain('file: sign.glb');
    expect(await faultsOf(page).count()).toBe(0);
    expect(studio.complaints).toEqual([]);
  });

  it('says what a model lacks, takes it later, and takes a model again in place of itself', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Empty scene/ }).click();
    await dropFiles(page, { 'hall.obj': HALL['hall.obj'] });
    await page.getByRole('alert').filter({ hasText: 'material library "hall.mtl" left out' }).waitFor();
    const before = await textOf(page);
    await dropFiles(page, { 'hall.mtl': HALL['hall.mtl'] });
    await page.getByRole('status').filter({ hasText: 'hall.mtl: the scene is read with it from now on' }).waitFor();
    // Its messages are gone.
    await page.getByRole('alert').filter({ hasText: 'left out' }).waitFor({ state: 'detached' });
    await dropFiles(page, HALL);
    await page.getByRole('status').filter({ hasText: '2 files: the scene is read with them' }).waitFor();
    await page.getByText('4 triangles').waitFor();
    expect(await textOf(page)).toBe(before);
    expect(studio.complaints).toEqual([]);
  });

  it.runIf(isLong)('says what is wrong with a broken model of any format, and where, and loses nothing', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Empty scene/ }).click();
    await dropFiles(page, HALL);
    await page.getByText('4 triangles').waitFor();
    const before = await textOf(page);
    for (const [name, content, said] of BROKEN) {
      await dropFiles(page, { [name]: content });
      await faultsOf(page).getByText(said).first().waitFor({ timeout: 5000 });
      await page.keyboard.press('Control+z');
      await faultsOf(page).getByText('broken').waitFor({ state: 'detached' });
    }
    await page.getByText('4 triangles').waitFor();
    expect(await textOf(page)).toBe(before);

    // Several at once: each at the line that names it, until there is no survey.
    await dropFiles(page, Object.fromEntries(BROKEN.slice(0, 2)));
    for (const [name] of BROKEN.slice(0, 2)) await faultsOf(page).getByText(name).waitFor();
    expect(await faultsOf(page).getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d+:\d+\s*broken\.obj:2: /),
      expect.stringMatching(/^\d+:\d+\s*broken\.gltf/),
    ]);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await faultsOf(page).waitFor({ state: 'detached' });
    for (const _ of [1, 2, 3]) await page.keyboard.press('Control+z');
    await page.getByText('4 triangles').waitFor();
    expect(await textOf(page)).toBe(before);

    await dropFiles(page, { 'broken.yaml': 'scene: [\n' });
    await faultsOf(page)
      .getByText(/end with a \]/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(before);
    await dropFiles(page, { 'broken.las': 'LASF', 'notes.txt': 'of the field' });
    await page.getByRole('alert').filter({ hasText: 'broken.las' }).waitFor();
    await dropFiles(page, { 'notes.txt': 'of the field' });
    await page.getByText('notes.txt: nothing of it is a survey, a model or a cloud').waitFor();
    expect(await textOf(page)).toBe(before);
    expect(studio.complaints).toEqual([]);
  });
});
