import { UserError } from '../errors.js';
import type {
  CheckOutputOptions,
  CreateOptions,
  FileInfo,
  Files,
  InputFile,
  OutputFile,
  OutputSet,
  OutputSetOptions,
} from './files.js';
import { FileAccessError } from './files.js';
import { outputExists, outputFault } from './output-fault.js';
import { dirname, isInside, isUrl, joinPath, normalizePath } from './paths.js';
import { fetchBlob } from './web-fetch.js';
import { HandleTarget, MemoryTarget, WebOutputFile, type WebTarget } from './web-output.js';
import { WebOutputSet } from './web-output-set.js';

/** The content of a page's file: a `File` or other Blob, bytes, text, or the URL from which it is fetched. */
export type WebSource = Blob | Uint8Array | string | URL;

/** Options of `createWebFiles`. */
export interface WebFilesOptions {
  /**
   * Files by name, `/` between folders. Use `webkitRelativePath` as the name of a file in a dropped folder, and any
   * name for a survey's text.
   */
  sources?: Readonly<Record<string, WebSource>> | ReadonlyMap<string, WebSource>;
  /** Base URL for names missing from the sources; absent: they do not exist. */
  base?: string | URL;
  /** Folder of outputs; absent: they are kept in memory, see `blob`. */
  folder?: FileSystemDirectoryHandle;
  /** Handles of outputs by name, with priority over `folder`. */
  handles?: Readonly<Record<string, FileSystemFileHandle>>;
  /** Maximum number of bytes of one fetched file. */
  fetchBytesMax?: number;
  /** Function to fetch with; absent: the page's own. */
  fetch?: typeof fetch;
}

export const WEB_FILES_DEFAULTS = Object.freeze({
  /** A larger file hardly fits in memory beside the data made from it. */
  fetchBytesMax: 2 ** 31,
});

/** Files of a page. */
export interface WebFiles extends Files {
  /** A finished output kept in memory. Throws UserError if the name is unknown. */
  blob(name: string): Blob;
  /** Names of the finished outputs kept in memory. */
  readonly outputs: readonly string[];
  /** Adds a file to the sources, in place of one of the same name. */
  add(name: string, source: WebSource): void;
  /** Removes a file from the sources, if it is one. */
  drop(name: string): void;
}

/**
 * Creates the files of a page: files dropped by the user, files in its memory, and files of a server. Relative names
 * stay within the sources and below `base`, even with `..`. A file is fetched once, whole, and kept.
 *
 * @example
 * ```ts
 * const files = createWebFiles({ sources: { 'survey.yaml': text }, base: 'https://example.org/models/' });
 * ```
 */
export function createWebFiles(options: WebFilesOptions = {}): WebFiles {
  return new PageFiles(options);
}

class PageFiles implements WebFiles {
  readonly folder = '.';
  private readonly options: WebFilesOptions & typeof WEB_FILES_DEFAULTS;
  private readonly sources: Map<string, WebSource>;
  private readonly fetched = new Map<string, Promise<Blob>>();
  private readonly written = new Map<string, Blob>();

  constructor(options: WebFilesOptions) {
    this.options = { ...WEB_FILES_DEFAULTS, ...options };
    const { sources = {} } = options;
    const entries = sources instanceof Map ? [...sources] : Object.entries(sources);
    this.sources = new Map(entries.map(([name, source]) => [normalizePath(name), source]));
  }

  get outputs(): readonly string[] {
    return [...this.written.keys()];
  }

  blob(name: string): Blob {
    const found = this.written.get(this.resolve('.', name));
    if (found) return found;
    throw new UserError('no finished output has this name in memory', {
      place: { file: name },
      hint: `outputs: ${this.outputs.join(', ') || 'none'}`,
    });
  }

  add(name: string, source: WebSource): void {
    this.sources.set(normalizePath(name), source);
  }

  drop(name: string): void {
    this.sources.delete(normalizePath(name));
  }

  isAbsolute(path: string): boolean {
    return path.startsWith('/') || isUrl(path);
  }

  resolve(folder: string, path: string): string {
    if (isUrl(path)) return hrefOf(path);
    if (isUrl(folder)) return hrefOf(path, folder.endsWith('/') ? folder : `${folder}/`);
    return normalizePath(path.startsWith('/') ? path : joinPath(folder, path));
  }

  /** A page has no links. */
  async realPath(path: string): Promise<string> {
    return this.resolve('.', path);
  }

  async stat(path: string): Promise<FileInfo> {
    const name = this.resolve('.', path);
    if (this.isFolder(name)) return { kind: 'folder', size: 0 };
    return { kind: 'file', size: (await this.find(name)).size };
  }

  async read(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.find(this.resolve('.', path))).arrayBuffer());
  }

  async open(path: string): Promise<InputFile> {
    const blob = await this.find(this.resolve('.', path));
    return {
      info: { kind: 'file', size: blob.size },
      read: async (target, position) => {
        const bytes = new Uint8Array(await blob.slice(position, position + target.length).arrayBuffer());
        target.set(bytes);
        return bytes.length;
      },
      close: () => Promise.resolve(),
    };
  }

  async list(path: string): Promise<string[]> {
    const folder = this.resolve('.', path);
    if (!this.isFolder(folder)) throw missing();
    return this.namesIn(folder);
  }

  /** Missing folders are created. */
  async taken(path: string): Promise<string[]> {
    const folder = this.resolve('.', path);
    const { folder: root } = this.options;
    const onDisk = root === undefined ? [] : await HandleTarget.namesIn(root, folder);
    return [...new Set([...this.namesIn(folder), ...onDisk])];
  }

  async checkOutput(path: string, { force = false }: CheckOutputOptions = {}): Promise<void> {
    const name = this.resolve('.', path);
    if (isUrl(name)) throw outputFault(path, 'it is a URL', 'name a file without one');
    if (!isInside('.', name) || name.startsWith('/'))
      throw outputFault(path, 'it lies outside the folder of the page', 'name a file in it');
    if (this.isFolder(name)) throw outputFault(path, 'it is a folder', 'name a file in it');
    if (this.sources.has(name))
      throw outputFault(path, 'it is a file that was given to be read', 'choose another name');
    if (!force && (this.written.has(name) || (await this.targetOf(name).exists()))) throw outputExists(path);
  }

  async create(path: string, options: CreateOptions = {}): Promise<OutputFile> {
    await this.checkOutput(path, options);
    return WebOutputFile.create(path, this.targetOf(this.resolve('.', path)));
  }

  async remove(path: string): Promise<void> {
    await this.targetOf(this.resolve('.', path)).remove();
  }

  /** A folder in memory goes with its last file. */
  async removeFolder(path: string): Promise<void> {
    const name = this.resolve('.', path);
    if (this.isFolder(name)) throw new FileAccessError('ENOTEMPTY', 'it is not empty');
    await this.targetOf(name).remove();
  }

  /** A page has no links. */
  async identify(path: string): Promise<string> {
    return this.resolve('.', path);
  }

  openSet(options?: OutputSetOptions): OutputSet {
    return new WebOutputSet({
      nameOf: (path) => this.resolve('.', path),
      create: (path) => this.create(path, options),
      remove: (path) => this.remove(path),
      keep: (path) => this.keep(path),
    });
  }

  /** A file of a page gets its name only when it is whole, and goes with the page. */
  async recover(): Promise<void> {}

  private async keep(path: string): Promise<() => Promise<void>> {
    const name = this.resolve('.', path);
    const before = this.written.get(name);
    if (before !== undefined) return async () => void this.written.set(name, before);
    const existed = await this.targetOf(name).exists();
    return async () => {
      if (!existed) await this.remove(path);
    };
  }

  private namesIn(folder: string): string[] {
    const below = [...this.names()].filter((name) => isInside(folder, name));
    return [...new Set(below.map((name) => (folder === '.' ? name : name.slice(folder.length + 1)).split('/')[0]))];
  }

  /** The root always exists. */
  private isFolder(name: string): boolean {
    return name === '.' || [...this.names()].some((file) => file.startsWith(`${name}/`));
  }

  private *names(): Generator<string> {
    yield* this.sources.keys();
    yield* this.written.keys();
  }

  private async find(name: string): Promise<Blob> {
    const known = this.written.get(name) ?? this.sources.get(name);
    if (known instanceof Blob) return known;
    if (known instanceof URL) return this.fetch(known);
    if (known !== undefined) return new Blob([known as BlobPart]);
    if (isUrl(name)) return this.fetch(new URL(name));
    if (!isInside('.', name)) throw new FileAccessError('EOUTSIDE', 'it lies outside the folder that was given');
    if (this.isFolder(name)) throw new FileAccessError('EISDIR', 'it is a folder');
    if (this.options.base === undefined || name.startsWith('/')) throw missing();
    return this.fetch(new URL(name.split('/').map(encodeURIComponent).join('/'), this.base()));
  }

  private base(): URL {
    return new URL(String(this.options.base), globalThis.location?.href);
  }

  private fetch(url: URL): Promise<Blob> {
    const found = this.fetched.get(url.href);
    if (found) return found;
    const { fetchBytesMax, fetch = globalThis.fetch } = this.options;
    const blob = fetchBlob(url, fetchBytesMax, fetch);
    this.fetched.set(url.href, blob);
    // A failed fetch is tried again on the next request.
    blob.catch(() => this.fetched.delete(url.href));
    return blob;
  }

  private targetOf(name: string): WebTarget {
    const { folder, handles = {} } = this.options;
    if (Object.hasOwn(handles, name)) return new HandleTarget(() => Promise.resolve(handles[name]), true);
    if (folder === undefined) return new MemoryTarget(this.written, name);
    return HandleTarget.within(folder, dirname(name), name);
  }
}

/** A text that is not a URL stays unchanged: it will not be found. */
function hrefOf(path: string, base?: string): string {
  try {
    return new URL(path, base).href;
  } catch {
    return path;
  }
}

const missing = () => new FileAccessError('ENOENT', 'it does not exist');
