import type { NamedFile } from '../backend/backend.js';

/** Files that one drop may have: more are a whole disk dropped by mistake. */
const FILES_MAX = 10_000;

/** All files that a user dropped, those in folders with their paths below. Throws Error for too many. */
async function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  // Both must be asked before the first wait: afterwards the drop is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return namedFiles(data.files);
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

/** Files that a user chose, those in a chosen folder with their paths below. */
export const namedFiles = (files: Iterable<File>): NamedFile[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

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

/** Takes what is dropped anywhere on the page. Returns a function that stops it. */
export function listenForDrops(
  take: (files: NamedFile[]) => Promise<void>,
  fail: (error: unknown) => void,
): () => void {
  const allow = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer) droppedFiles(event.dataTransfer).then(take).catch(fail);
  };
  addEventListener('dragover', allow);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', allow);
    removeEventListener('drop', drop);
  };
}
