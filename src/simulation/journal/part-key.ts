import type { Files } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { latin1 } from '../../base/latin1.js';
import { PART_HEAD_BYTES, PART_MAGIC } from './part-layout.js';
import { startOfPart } from './part-names.js';

/** The keys of the manifests that the parts in `folder` name as theirs; unreadable parts name none. */
export async function keysOfParts(files: Files, folder: string): Promise<Set<string>> {
  const names = await files.list(folder).catch(() => []);
  const keys = new Set<string>();
  for (const name of names.filter(startOfPart)) {
    const key = await keyOf(files, joinPath(folder, name)).catch(() => undefined);
    if (key !== undefined) keys.add(key);
  }
  return keys;
}

async function keyOf(files: Files, path: string): Promise<string | undefined> {
  const file = await files.open(path);
  try {
    const head = new Uint8Array(PART_HEAD_BYTES);
    const read = file.info.kind === 'file' ? await file.read(head, 0) : 0;
    const text = latin1(head);
    return read === PART_HEAD_BYTES && text.startsWith(PART_MAGIC) ? text.slice(PART_MAGIC.length) : undefined;
  } finally {
    await file.close();
  }
}
