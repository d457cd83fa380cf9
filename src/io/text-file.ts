import { readFile, stat } from 'node:fs/promises';
import { AtomicFile } from './atomic-file.js';
import { outputExists } from './output-path.js';

/**
 * Writes a text file, whole or not at all; nothing happens where it is there already with the same text.
 * Throws UserError where it cannot be written, or is there with another text and `force` is not given.
 */
export async function writeTextFile(path: string, text: string, options: { force?: boolean } = {}): Promise<void> {
  if ((await textOf(path)) === text) return;
  const file = await AtomicFile.create(path, options);
  try {
    await file.append(Buffer.from(text));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** Throws UserError where writeTextFile would refuse to write this text over another. */
export async function checkTextFile(path: string, text: string, { force = false } = {}): Promise<void> {
  const found = await textOf(path);
  if (!force && found !== undefined && found !== text)
    throw outputExists(path, 'it says something else: choose another folder');
}

/** Undefined where no regular file is there: a pipe would keep whoever opens it waiting. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
