import { UserError } from '../base/errors.js';
import { createWebFiles, type WebFiles, type WebSource } from '../base/files/web-files.js';
import type { RunStore } from './run-store.js';

/** Runs in a folder of a page's own disk (OPFS), or in memory. Surveys are read from `sources`, which may grow. */
export const webRunStore = (sources: ReadonlyMap<string, WebSource>, root?: FileSystemDirectoryHandle): RunStore =>
  root === undefined ? runsInMemory(sources) : runsOnDisk(sources, root);

function runsOnDisk(sources: ReadonlyMap<string, WebSource>, root: FileSystemDirectoryHandle): RunStore {
  const folderOf = async (run: string) => {
    const folder = await root.getDirectoryHandle(run).catch(() => undefined);
    if (folder === undefined) throw missingRun(run);
    return folder;
  };
  const filesIn = async (run: string) => {
    const found = new Map<string, WebSource>();
    await collect(await folderOf(run), '', found);
    return found;
  };
  return {
    create: async (run) => {
      const folder = await root.getDirectoryHandle(run, { create: true });
      return { files: createWebFiles({ sources, folder }), folder: '.' };
    },
    open: async (run) => ({ files: createWebFiles({ sources: await filesIn(run) }), folder: '.' }),
    list: async () => {
      const names: string[] = [];
      for await (const name of root.keys()) names.push(name);
      return names;
    },
    files: async (run) => [...(await filesIn(run)).keys()].sort(),
    file: async (run, name) => {
      const handle = await fileIn(await folderOf(run), name.split('/')).catch(() => undefined);
      if (handle === undefined) throw missingFile(run, name);
      return handle.getFile();
    },
    remove: (run) => root.removeEntry(run, { recursive: true }),
  };
}

function runsInMemory(sources: ReadonlyMap<string, WebSource>): RunStore {
  const runs = new Map<string, WebFiles>();
  const filesOf = (run: string) => {
    const files = runs.get(run);
    if (files === undefined) throw missingRun(run);
    return files;
  };
  return {
    create: async (run) => {
      const files = createWebFiles({ sources });
      runs.set(run, files);
      return { files, folder: '.' };
    },
    open: async (run) => ({ files: filesOf(run), folder: '.' }),
    list: async () => [...runs.keys()],
    files: async (run) => [...filesOf(run).outputs].sort(),
    file: async (run, name) => {
      const files = filesOf(run);
      if (!files.outputs.includes(name)) throw missingFile(run, name);
      return files.blob(name);
    },
    remove: async (run) => void runs.delete(run),
  };
}

/** Adds the files in a folder and below to `found`, by their paths. */
async function collect(folder: FileSystemDirectoryHandle, path: string, found: Map<string, WebSource>): Promise<void> {
  for await (const [name, handle] of folder.entries())
    if (handle instanceof FileSystemFileHandle) found.set(path + name, await handle.getFile());
    else await collect(handle as FileSystemDirectoryHandle, `${path}${name}/`, found);
}

/** The file at the path of these names. Throws the page's own error if it is not there. */
async function fileIn(root: FileSystemDirectoryHandle, names: readonly string[]): Promise<FileSystemFileHandle> {
  let folder = root;
  for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
  return folder.getFileHandle(names[names.length - 1]);
}

const missingRun = (run: string) =>
  new UserError(`found the run ${run}, which does not exist`, { hint: 'run the survey again' });

const missingFile = (run: string, name: string) =>
  new UserError(`${name}: the run ${run} has no such file`, { hint: 'run the survey again' });
