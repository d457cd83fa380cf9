import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorCode, fileError } from '../base/files/file-error.js';
import { nodeFiles } from '../base/files/node-files.js';
import { nodePaths } from '../base/files/node-paths.js';
import { readFileWithin } from '../base/files/read-bounded.js';
import { writeWhole } from '../base/files/text-file.js';
import { YAML_BYTES_MAX } from '../base/yaml/read-text.js';
import { RegularLook } from './regular-look.js';

/** Milliseconds between two looks at the file while somebody listens for changes. */
const LOOK_EVERY_MS = 500;

/** The version of a file that is not there. */
export const NO_FILE = 'none';

/** A survey file at some time. */
export interface DocumentState {
  /** Empty for a file that is not there, or too large. */
  bytes: Buffer;
  /** SHA-256 of the bytes, of one that is too large of its size, times and place; or NO_FILE. */
  version: string;
  /** Reason why it is no text of a survey; absent: it is one. */
  fault?: string;
}

/** The survey file that the studio was opened with, which an editor may change beside it. */
export class WatchedSurvey {
  readonly path: string;
  readonly name: string;
  private readonly looks = new RegularLook<string>(() => this.look(), LOOK_EVERY_MS);
  /** The version that listeners know. */
  private known: string | undefined;
  private looked = '';
  /** Texts are written one after the other. */
  private saving: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
    this.name = basename(path);
  }

  /** Throws UserError if the file exists but cannot be read. */
  async load(): Promise<DocumentState> {
    try {
      const wanted = { what: 'a survey', bytesMax: YAML_BYTES_MAX };
      const facts = await stat(this.path, { bigint: true });
      if (facts.isFile() && facts.size > wanted.bytesMax)
        return {
          bytes: NOTHING,
          version: sha256(factsOf(facts)),
          fault: `found ${facts.size} bytes, expected ${wanted.what} of at most ${wanted.bytesMax} bytes`,
        };
      const bytes = Buffer.from(await readFileWithin(nodeFiles, this.path, wanted));
      const state = { bytes, version: sha256(bytes) };
      return isUtf8(bytes) ? state : { ...state, fault: 'found bytes that are not UTF-8, expected a text file' };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { bytes: NOTHING, version: NO_FILE };
      throw fileError(nodePaths, 'read', this.path, error);
    }
  }

  /**
   * Replaces the file as a whole if it still has the version `expected`. Returns its current version, and whether that
   * is of `bytes`. Throws UserError if it cannot be written.
   */
  save(bytes: Uint8Array, expected: string): Promise<{ version: string; isSaved: boolean }> {
    const saved = this.saving.then(() => this.replace(bytes, expected));
    this.saving = saved.catch(() => {});
    return saved;
  }

  /** Calls `listener` with each new version of the file until the function that it gives is called. */
  onChange(listener: (version: string) => void): () => void {
    return this.looks.onChange(listener);
  }

  private async replace(bytes: Uint8Array, expected: string): Promise<{ version: string; isSaved: boolean }> {
    const { version } = await this.load();
    if (version !== expected) return { version, isSaved: false };
    await writeWhole(nodeFiles, this.path, bytes, { force: version !== NO_FILE });
    const written = sha256(bytes);
    this.notify(written);
    return { version: written, isSaved: true };
  }

  /** Tells of a change since the last look. */
  private async look(): Promise<void> {
    const facts = await stat(this.path, { bigint: true }).then(factsOf, () => NO_FILE);
    if (facts === this.looked) return;
    this.looked = facts;
    const { version } = await this.load();
    if (this.known === undefined) this.known = version;
    this.notify(version);
  }

  private notify(version: string): void {
    if (version === this.known) return;
    this.known = version;
    this.looks.notify(version);
  }
}

const NOTHING = Buffer.alloc(0);

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Properties that change when a file has been written. */
const factsOf = ({ mtimeNs, ctimeNs, size, ino }: BigIntStats): string => [mtimeNs, ctimeNs, size, ino].join(' ');
