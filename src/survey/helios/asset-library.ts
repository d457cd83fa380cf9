import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { basename, isInside, relativePath } from '../../base/files/paths.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { parseXml } from '../../base/xml/parse-xml.js';
import { childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quotePath, quoteText } from '../../base/yaml/faults.js';
import { decodeText } from '../../base/yaml/read-text.js';

/** An element of an XML file, and that file, absolute. */
export interface Asset {
  element: XmlElement;
  file: string;
}

/** Kinds of elements that a location names. */
export type AssetKind = 'survey' | 'scene' | 'scanner' | 'platform' | 'scannerSettings' | 'platformSettings';

/** The XML files of a HELIOS++ survey, each read once, and the folders in which its files are searched. */
export class AssetLibrary {
  /** Absolute folders, tried in order. */
  readonly roots: readonly string[];
  private readonly files: Files;
  private readonly documents = new Map<string, Promise<XmlElement>>();

  constructor(files: Files, roots: readonly string[]) {
    this.files = files;
    this.roots = roots;
  }

  /** The root element of an XML file. Throws UserError unless it is a `<document>`. */
  document(file: string): Promise<XmlElement> {
    let document = this.documents.get(file);
    if (document === undefined) {
      document = this.read(file);
      this.documents.set(file, document);
    }
    return document;
  }

  /**
   * The element of a kind at a location: `file.xml#id`, or `id` alone for the document of `from`. Throws UserError if
   * there is none.
   */
  async find(kind: AssetKind, location: string, from: Asset): Promise<Asset> {
    const { place } = from.element;
    const [path, id] = location.includes('#') ? location.split('#', 2) : ['', location];
    const file = path === '' ? from.file : await this.locate(path, place);
    const candidates = childrenOf(await this.document(file), kind);
    const element = candidates.find(({ attributes }) => attributes.get('id') === id);
    if (element !== undefined) return { element, file };
    const ids = candidates.map(({ attributes }) => attributes.get('id') ?? '');
    throw new UserError(`found no <${kind}> with the id ${quoteText(id)} in ${file}${suggest(id, ids)}`, { place });
  }

  /** The absolute path of a file that `place` names. Throws UserError if no asset root has it. */
  async locate(path: string, place: SourcePlace): Promise<string> {
    const found = await this.search(path, place);
    if (found !== undefined) return found;
    throw new UserError(`found no file ${quotePath(path)} in ${this.roots.join(', ')}`, {
      place,
      hint: 'name the folder that it is relative to: --assets DIR, more than once if need be',
    });
  }

  /**
   * The absolute path of a file, or undefined if no root has it. Throws UserError for a path that leads out of the
   * roots, by its names or by links.
   */
  async search(path: string, place: SourcePlace): Promise<string | undefined> {
    const slashed = path.replaceAll('\\', '/');
    const candidates = this.files.isAbsolute(slashed)
      ? [slashed]
      : this.roots.map((root) => this.files.resolve(root, slashed));
    for (const candidate of candidates) {
      const absolute = this.files.resolve(this.files.folder, candidate);
      const isFile = await this.files.stat(absolute).then(
        ({ kind }) => kind === 'file',
        () => false,
      );
      if (!isFile) continue;
      await this.demandInside(absolute, path, place);
      return absolute;
    }
    return undefined;
  }

  /**
   * The files whose folder is `path`'s and whose whole names match the regular expression that is its last part, in
   * order of their names, of all roots. Throws UserError for a pattern that is none, or leads out of the roots.
   */
  async matching(path: string, place: SourcePlace): Promise<string[]> {
    // Behind the last slash, a backslash is part of the pattern.
    const name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, path.length - name.length).replaceAll('\\', '/') || '.';
    const pattern = wholePattern(name, place);
    const found = new Set<string>();
    const folders = this.files.isAbsolute(folder)
      ? [folder]
      : this.roots.map((root) => this.files.resolve(root, folder));
    for (const each of folders) {
      const names = await this.files.list(each).catch(() => []);
      for (const entry of names.filter((entry) => pattern.test(entry)).toSorted()) {
        const file = this.files.resolve(each, entry);
        const { kind } = await this.files.stat(file);
        if (kind !== 'file') continue;
        await this.demandInside(file, path, place);
        found.add(file);
      }
    }
    return [...found];
  }

  /** The folders called `name` in the roots that exist. */
  async folders(name: string): Promise<string[]> {
    const candidates = this.roots.map((root) => this.files.resolve(root, name));
    const kinds = await Promise.all(
      candidates.map((folder) =>
        this.files.stat(folder).then(
          ({ kind }) => kind,
          () => undefined,
        ),
      ),
    );
    return candidates.filter((_, k) => kinds[k] === 'folder');
  }

  /** The first root in which a file lies once links are followed; undefined: none, or there is no such file. */
  async rootOf(file: string): Promise<string | undefined> {
    const real = await this.files.realPath(file).catch(() => undefined);
    if (real === undefined) return undefined;
    for (const root of this.roots) {
      const folder = await this.files.realPath(root).catch(() => root);
      if (isInside(folder, real)) return root;
    }
    return undefined;
  }

  private async read(file: string): Promise<XmlElement> {
    const root = await readXml(this.files, file, relativeName(this.files, file));
    if (root.name === 'document') return root;
    throw new UserError(`found <${root.name}>, expected <document>, the root of a HELIOS++ file`, {
      place: root.place,
    });
  }

  private async demandInside(file: string, written: string, place: SourcePlace): Promise<void> {
    if ((await this.rootOf(file)) !== undefined) return;
    const real = await this.files.realPath(file);
    throw new UserError(`${quotePath(written)} leads out of the asset roots, to ${real}`, {
      place,
      hint: `name its folder if it belongs to the survey: --assets ${real.slice(0, real.length - basename(real).length)}`,
    });
  }
}

/** The name of a file in messages: relative to the current folder where it lies in it. */
const relativeName = (files: Files, file: string): string =>
  isInside(files.folder, file) ? relativePath(files.folder, file) : file;

function suggest(id: string, ids: readonly string[]): string {
  const near = didYouMean(id, ids);
  return near !== '' || ids.length === 0 ? near : `; it has ${ids.slice(0, IDS_LISTED).join(', ')}`;
}

const IDS_LISTED = 8;

/** Longer patterns, or those with more repetitions, could take forever to find that a name does not match. */
const PATTERN_LENGTH_MAX = 200;
const REPETITIONS_MAX = 3;

/** A regular expression for a whole name. */
function wholePattern(name: string, place: SourcePlace): RegExp {
  const refuse = (reason: string): never => {
    throw new UserError(`efilepath: ${quotePath(name)} is no pattern for names of files: ${reason}`, { place });
  };
  const repetitions = name.replace(/\\.|\[[^\]]*\]/g, 'x').match(/[*+{]/g) ?? [];
  if (name.length > PATTERN_LENGTH_MAX) refuse(`it has more than ${PATTERN_LENGTH_MAX} characters`);
  if (repetitions.length > REPETITIONS_MAX) refuse(`it has more than ${REPETITIONS_MAX} repetitions`);
  if (/\)[*+{]/.test(name)) refuse('it repeats a group');
  try {
    return new RegExp(`^(?:${name})$`, 'u');
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The largest scenes that are written as XML have some megabytes. */
const XML_BYTES_MAX = 64 * 2 ** 20;

/**
 * The root element of the XML file at `path`; messages call it `file`. Throws UserError if it cannot be read, is larger
 * than 64 MiB, is not UTF-8, is not well formed, or breaks a bound of `parseXml`.
 */
async function readXml(files: Files, path: string, file = path): Promise<XmlElement> {
  const bytes = await readBounded(files, path, {
    file,
    what: 'an XML file',
    bytesMax: XML_BYTES_MAX,
    hint: 'large geometry belongs into a model file',
  });
  return parseXml(decodeText(bytes, file), file);
}
