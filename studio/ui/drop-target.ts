import type { NamedFile } from '../backend/backend.js';

/** Files that one drop may have: more are a whole disk dropped by mistake. */
const FILES_MAX = 10_000;

/** All files that a user dropped, those in folders with their paths below. Throws Error for too many. */
export async function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: NamedFile[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (files.length >= FILES_MAX)
      throw new Error(`more than ${FILES_MAX} files were dropped: drop the folder of the model alone`);
    if (entry.isFile) files.push({ name: entry.fullPath.slice(1), file: await fileOf(entry as FileSystemFileEntry) });
    else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child);
  };
  for (const entry of entries) await walk(entry);
  return files;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives some entries at a time, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
