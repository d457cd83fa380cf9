import type { Page } from 'playwright-core';

/** A floor of 20 m by 20 m, half a metre above zero, and a wall. */
export const HALL = Object.freeze({
  'hall.obj': `mtllib hall.mtl
o floor
v -10 -10 0.5
v 10 -10 0.5
v 10 10 0.5
v -10 10 0.5
usemtl concrete
f 1 2 3 4
o wall
v -10 9 0.5
v 10 9 0.5
v 10 9 4
v -10 9 4
usemtl brick
f 5 6 7 8
`,
  'hall.mtl': 'newmtl concrete\nKd 0.5 0.5 0.5\nnewmtl brick\nKd 0.6 0.3 0.2\n',
});

/** A file as a user chooses it. */
export const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

export const HALL_FILES = Object.entries(HALL).map(([name, content]) => file(name, content));

/** Adds files to the studio by its dialog. */
export async function addFiles(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByRole('button', { name: 'Add to the scene' }).click();
  await page.getByLabel('Choose files').setInputFiles(files);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
