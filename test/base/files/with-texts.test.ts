import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { recordInputs } from '../../../src/base/files/record-inputs.js';
import { withTexts } from '../../../src/base/files/with-texts.js';

const folder = await mkdtemp(join(tmpdir(), 'subray-texts-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('files in memory are read like those beside them, and are no inputs', async () => {
  const real = join(folder, 'real.txt');
  await writeFile(real, 'real');
  const recording = recordInputs(nodeFiles);
  const files = withTexts(recording, folder, [{ name: 'made.txt', text: 'mädé' }]);
  const made = join(folder, 'made.txt');
  expect(new TextDecoder().decode(await files.read(made))).toBe('mädé');
  expect(new TextDecoder().decode(await files.read(real))).toBe('real');
  expect(await files.stat(made)).toEqual({ kind: 'file', size: 6 });
  const opened = await files.open(files.resolve(folder, './made.txt'));
  const target = new Uint8Array(4);
  expect(await opened.read(target, 4)).toBe(2);
  expect([...target]).toEqual([...new TextEncoder().encode('é'), 0, 0]);
  await opened.close();
  await expect(files.read(join(folder, 'none.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(files.inputs.has(made)).toBe(false);
  expect(files.inputs.has(real)).toBe(true);
});
