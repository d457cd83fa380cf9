import type { Log } from '../../base/log.js';
import type { BlockCoders } from '../../io/records/blocks.js';
import type { DataSet, NamedFile } from './data-set.js';

/** The content of a file, piece by piece. */
export type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A file of the data set as a whole. */
export interface DataSetFile {
  /** Below the campaign's folder, with `/`. */
  path: string;
  /** Media type. */
  mediaType: string;
  describe: string;
  content(): Content;
}

/** A file that was written. */
export interface MergedFile extends NamedFile, Pick<DataSetFile, 'mediaType' | 'describe'> {}

/** Inputs besides the data set. */
export interface FileRequest {
  /** Bytes of a tar; absent: none are written. */
  tarBytes?: number;
  /** They unpack large clouds. */
  coders: BlockCoders;
  log: Log;
  signal?: AbortSignal;
}

/** A kind of files that a merge writes. */
export interface MergeKind {
  /** Folder of its files, below that of the campaign; absent: they lie in this. */
  folder?: string;
  /** The files of this kind; `written` are those of the kinds before. Throws UserError if they cannot be made. */
  files(dataSet: DataSet, written: readonly MergedFile[], request: FileRequest): Iterable<DataSetFile>;
}

/** JSON with two spaces and a line end, as all files of a campaign have it. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
