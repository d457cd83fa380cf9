/** Folder of the page's own disk for runs; undefined where there is none, as in some private windows. */
export async function runFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle('runs', { create: true });
  } catch {
    return undefined;
  }
}
