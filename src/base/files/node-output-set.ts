import { link, lstat, open, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { invariant } from '../errors.js';
import { errorCode, fileError } from './file-error.js';
import type { OutputFile, OutputSet, OutputSetOptions } from './files.js';
import { commitPaths } from './node-commit.js';
import type { Commit } from './node-commit-record.js';
import { identify } from './node-identify.js';
import { makeFolders, removeEmptyFolders } from './node-make-folders.js';
import { checkOutputPath } from './node-output-path.js';
import { nodePaths, slashes } from './node-paths.js';
import { decide, makeStaging, stagingName } from './node-staging.js';
import { forgetTemporary, noteEmptyFolder, noteTemporary } from './node-temporary.js';
import { syncFolder, UnnamedFile } from './node-unnamed-file.js';
import { outputFault } from './output-fault.js';

/** A file of a set: complete after `commit`, and named after that of the set. */
class StagedFile extends UnnamedFile implements OutputFile {
  async commit(): Promise<void> {
    try {
      await this.seal();
    } catch (error) {
      await this.abort();
      throw fileError(nodePaths, 'write', this.path, error);
    }
  }

  abort(): Promise<void> {
    return this.discard();
  }
}

/** Changes of a set in one folder. */
interface FolderWork {
  files: string[];
  removed: string[];
  /** Fulfilled when its staging folder is there: files may be begun side by side. */
  staged: Promise<void>;
}

/** A set of files on a disk; see node-commit.ts for their joint appearance. */
export class NodeOutputSet implements OutputSet {
  private readonly force: boolean;
  private readonly inputs: readonly string[];
  /** Name of the staging folders. */
  private readonly staging = stagingName();
  /** Work by the folder's real path; the first folder has the record. */
  private readonly folders = new Map<string, FolderWork>();
  /** Final real paths, with the paths that lead to them. */
  private readonly targets = new Map<string, string>();
  private readonly open = new Set<StagedFile>();
  /** Existing folders of outputs, by the names given. */
  private readonly known = new Set<string>();
  /** Folders made for outputs, outermost first. */
  private readonly made: string[] = [];
  private inputIds: Promise<ReadonlyMap<string, string>> | undefined;
  private ended = false;

  constructor({ force = false, inputs = [] }: OutputSetOptions = {}) {
    this.force = force;
    this.inputs = inputs;
  }

  async create(path: string): Promise<OutputFile> {
    invariant(!this.ended, 'the set is not finished');
    await this.makeFolder(path);
    await checkOutputPath(path, { force: this.force });
    const target = await targetOf(path);
    await this.checkTarget(path, target);
    try {
      const work = await this.workIn(dirname(target));
      const { from } = commitPaths(dirname(target), this.staging, basename(target));
      const file = new StagedFile(path, from, await open(from, 'wx'));
      this.targets.set(target, path);
      work.files.push(basename(target));
      this.open.add(file);
      return file;
    } catch (error) {
      throw fileError(nodePaths, 'write', path, error);
    }
  }

  async remove(path: string): Promise<void> {
    const folder = await realpath(dirname(resolve(path)));
    (await this.workIn(folder)).removed.push(basename(path));
  }

  async commit(): Promise<void> {
    this.ended = true;
    const [home] = this.folders.keys();
    if (home !== undefined)
      try {
        decide(await this.prepare(home), home, this.staging);
      } catch (error) {
        await this.discard();
        throw fileError(nodePaths, 'write', this.targets.values().next().value ?? home, error);
      }
    for (const folder of this.made) forgetTemporary(folder);
    await this.removeStaging();
  }

  async abort(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    await this.discard();
  }

  private async discard(): Promise<void> {
    await Promise.all([...this.open].map((file) => file.abort()));
    await this.removeStaging();
    await removeEmptyFolders(this.made);
    for (const folder of this.made) forgetTemporary(folder);
  }

  private async removeStaging(): Promise<void> {
    for (const folder of this.folders.keys()) {
      await rm(join(folder, this.staging), { recursive: true, force: true }).catch(() => {});
      forgetTemporary(join(folder, this.staging));
    }
  }

  private async makeFolder(path: string): Promise<void> {
    const folder = dirname(resolve(path));
    if (this.known.has(folder)) return;
    try {
      const made = await makeFolders(folder);
      made.forEach(noteEmptyFolder);
      this.made.push(...made);
    } catch (error) {
      throw fileError(nodePaths, `make the folder ${folder}`, path, error);
    }
    this.known.add(folder);
  }

  private async checkTarget(path: string, target: string): Promise<void> {
    const other = this.targets.get(target);
    if (other !== undefined) throw outputFault(path, `it leads to the same file as ${other}`, 'choose another name');
    if (!this.force || this.inputs.length === 0) return;
    if ((await stat(target).catch(() => undefined)) === undefined) return;
    this.inputIds ??= Promise.all(this.inputs.map(async (input) => [await identify(input), input] as const)).then(
      (entries) => new Map(entries),
    );
    const input = (await this.inputIds).get(await identify(target));
    if (input !== undefined)
      throw outputFault(path, `it leads to ${input}, which the survey reads`, 'choose another name');
  }

  /** The work in a folder, with its staging folder. */
  private async workIn(folder: string): Promise<FolderWork> {
    const work = this.folders.get(folder) ?? this.beginIn(folder);
    await work.staged;
    return work;
  }

  private beginIn(folder: string): FolderWork {
    const [home = folder] = this.folders.keys();
    noteTemporary(join(folder, this.staging));
    const work: FolderWork = { files: [], removed: [], staged: makeStaging(folder, this.staging, home) };
    this.folders.set(folder, work);
    return work;
  }

  /** Makes everything durable that the record relies on. */
  private async prepare(home: string): Promise<Commit> {
    const commit: Commit = { force: this.force, folders: [] };
    for (const [folder, { files, removed }] of this.folders) {
      const entry: Commit['folders'][number] = { path: slashes(relative(home, folder)) || '.', files: [], removed };
      for (const name of files) entry.files.push({ name, replaces: this.force && (await this.keepOld(folder, name)) });
      for (const inner of ['new', 'old', '.']) await syncFolder(join(folder, this.staging, inner));
      await syncFolder(folder);
      commit.folders.push(entry);
    }
    return commit;
  }

  /** Links the file that is about to be replaced, so that it can be restored. */
  private async keepOld(folder: string, name: string): Promise<boolean | 'aside'> {
    const { to, old } = commitPaths(folder, this.staging, name);
    const found = await lstat(to).catch(() => undefined);
    if (found === undefined) return false;
    if (!found.isFile()) throw outputFault(to, 'it is no longer a regular file', 'choose another name');
    try {
      await link(to, old);
      return true;
    } catch (error) {
      // Not all file systems have links.
      return errorCode(error) === 'ENOENT' ? false : 'aside';
    }
  }
}

/** The file at `path` with links resolved, or the path of the file to be made. */
async function targetOf(path: string): Promise<string> {
  const there = await realpath(path).catch(() => undefined);
  return there ?? join(await realpath(dirname(resolve(path))), basename(path));
}
