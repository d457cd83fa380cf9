import type { CreateOptions, Files } from './files.js';

/**
 * Writes a text file, whole or not at all; does nothing if it exists with the same text. Throws UserError if it cannot
 * be written, or exists with another text and `force` is not set.
 */
export async function writeTextFile(
  files: Files,
  path: string,
  text: string,
  options: CreateOptions = {},
): Promise<void> {
  if ((await textOf(files, path)) === text) return;
  await writeWhole(files, path, new TextEncoder().encode(text), options);
}

/** Writes a file with these bytes, whole or not at all. Throws UserError if it cannot be written. */
export async function writeWhole(
  files: Pick<Files, 'create'>,
  path: string,
  bytes: Uint8Array,
  options: CreateOptions = {},
): Promise<void> {
  const file = await files.create(path, options);
  try {
    await file.append(bytes);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** Undefined unless the path has a regular file: a pipe would block the reader. */
async function textOf(files: Files, path: string): Promise<string | undefined> {
  const isFree = await files.checkOutput(path).then(
    () => true,
    () => false,
  );
  if (isFree) return undefined;
  try {
    if ((await files.stat(path)).kind !== 'file') return undefined;
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.read(path));
  } catch {
    return undefined;
  }
}
