import { UserError } from '../base/errors.js';
import { createWebFiles, type WebFiles, type WebSource } from '../base/files/web-files.js';
import type { RunStore } from './run-store.js';

const missing = (run: string, name: string) =>
  new UserError(`${name}: the run ${run} has no such file`, { hint: 'run the survey again' });

function fileInMemory(files: WebFiles | undefined, run: string, name: string): Blob {
  if (!files?.outputs.includes(name)) throw missing(run, name);
  return files.blob(name);
}

/** The file at the path of these names. Throws what the page does if it is not there. */
async function fileIn(root: FileSystemDirectoryHandle, names: readonly string[]): Promise<FileSystemFileHandle> {
  let folder = root;
  for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
  return folder.getFileHandle(names[names.length - 1]);
}

/** Runs in a folder of a page's own disk (OPFS), or in memory. Surveys are read from `sources`, which may grow. */
export function webRunStore(sources: ReadonlyMap<string, WebSource>, root?: FileSystemDirectoryHandle): RunStore {
  const inMemory = new Map<string, WebFiles>();
  return {
    open: async (run) => {
      const folder = await root?.getDirectoryHandle(run, { create: true });
      const files = createWebFiles({ sources, folder });
      if (folder === undefined) inMemory.set(run, files);
      return { files, folder: '.' };
    },
    list: async () => {
      if (root === undefined) return [...inMemory.keys()];
      const names: string[] = [];
      for await (const name of root.keys()) names.push(name);
      return names;
    },
    file: async (run, name) => {
      if (root === undefined) return fileInMemory(inMemory.get(run), run, name);
      const handle = await fileIn(root, [run, ...name.split('/')]).catch(() => undefined);
      if (handle === undefined) throw missing(run, name);
      return handle.getFile();
    },
    remove: async (run) => {
      inMemory.delete(run);
      await root?.removeEntry(run, { recursive: true });
    },
  };
}
