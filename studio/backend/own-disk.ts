/** The page's own disk (OPFS): what is kept there is there after a reload. Where there is none, nothing is kept. */

/** Folder `name` of the page's own disk; undefined where there is none, as in some private windows. */
export async function ownFolder(name: string): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(name, { create: true });
  } catch {
    return undefined;
  }
}

/** Files that surveys may name, by their names. */
export async function keptFiles(): Promise<Map<string, Blob>> {
  const folder = await ownFolder('sources');
  const files = new Map<string, Blob>();
  if (folder === undefined) return files;
  for await (const [name, handle] of folder.entries())
    if (handle instanceof FileSystemFileHandle) files.set(decodeURIComponent(name), await handle.getFile());
  return files;
}

/** Names of the files that are kept, in their order. */
export async function keptNames(): Promise<string[]> {
  const folder = await ownFolder('sources');
  const names: string[] = [];
  for await (const name of folder?.keys() ?? []) names.push(decodeURIComponent(name));
  return names.sort();
}

/** Keeps a file no longer. */
export async function dropFile(name: string): Promise<void> {
  const folder = await ownFolder('sources');
  await folder?.removeEntry(encodeURIComponent(name)).catch(() => {});
}

/** Keeps a file that surveys may name. Throws where the disk is full. */
export const keepFile = async (name: string, file: Blob): Promise<void> =>
  write(await ownFolder('sources'), encodeURIComponent(name), file);

/** The texts that were kept, by their names. */
export async function keptTexts(): Promise<Map<string, File>> {
  const texts = new Map<string, File>();
  for await (const [name, handle] of (await ownFolder('drafts'))?.entries() ?? [])
    if (handle instanceof FileSystemFileHandle) texts.set(name, await handle.getFile());
  return texts;
}

/** Keeps a text of this name, in place of the one before. */
export const keepText = async (name: string, text: string): Promise<void> =>
  write(await ownFolder('drafts'), name, new Blob([text]));

/** Writes a file whole or not at all. */
async function write(folder: FileSystemDirectoryHandle | undefined, name: string, content: Blob): Promise<void> {
  if (folder === undefined) return;
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
}
