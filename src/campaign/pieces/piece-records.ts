import { createHash } from 'node:crypto';
import { AbortedError, UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import {
  decodeHeader,
  encodeHeader,
  encodeOlderHeader,
  HEADER_BYTES,
  type LasHeader,
} from '../../io/las/las-header.js';
import { sha256 } from '../node-sha256.js';
import type { FinishedPiece } from './finished-pieces.js';
import { joinHeaders } from './join-headers.js';

/** Bytes that are read at once, about. */
const BLOCK = 4 << 20;

/** Everything before the first record of a LAS file. */
export interface LasHead {
  header: LasHeader;
  /** Behind the header. */
  records: Uint8Array;
}

/** The bytes of a head. */
export function headBytes({ header, records }: LasHead): Uint8Array {
  const own = header.versionMinor >= 4 ? encodeHeader(header) : encodeOlderHeader(header);
  const bytes = new Uint8Array(own.length + records.length);
  bytes.set(own);
  bytes.set(records, own.length);
  return bytes;
}

/** Options of walks through all records of pieces. */
interface WalkOptions {
  signal?: AbortSignal;
  /** Receives the number of further records. */
  onRecords?(count: number): void;
}

/**
 * Reads all records of pieces in their order, block by block, and gives them to `write`, which must have used them when
 * it resolves. Throws UserError for a piece that is no longer the file that was written; AbortedError.
 */
export async function walkRecords(
  pieces: readonly FinishedPiece[],
  write: (records: Uint8Array, count: number) => Promise<void>,
  { signal, onRecords }: WalkOptions = {},
): Promise<void> {
  for (const piece of pieces)
    await withPiece(piece, async (file) => {
      const hash = createHash('sha256');
      const { recordLength, pointCount, pointDataOffset } = (await readHead(file)).header;
      const head = new Uint8Array(pointDataOffset);
      hash.update(head.subarray(0, await file.read(head, 0)));
      const block = new Uint8Array(Math.max(1, Math.floor(BLOCK / recordLength)) * recordLength);
      const end = head.length + recordLength * pointCount;
      for (let at = head.length; at < end; at += block.length) {
        if (signal?.aborted) throw new AbortedError();
        const records = block.subarray(0, await file.read(block.subarray(0, Math.min(block.length, end - at)), at));
        hash.update(records);
        const count = records.length / recordLength;
        await write(records, count);
        onRecords?.(count);
      }
      if (file.info.size !== end || hash.digest('hex') !== piece.sha256) throw changed(piece);
    });
}

/** The file of labels of all pieces, as the first one wrote it. Throws UserError if it has changed. */
export async function labelsOf([piece]: readonly FinishedPiece[]): Promise<Uint8Array> {
  const bytes = await nodeFiles.read(piece.labels);
  if (sha256(bytes) !== piece.labelsSha256) throw changed(piece, piece.labels);
  return bytes;
}

const changed = ({ cloud, index }: FinishedPiece, file = cloud): UserError =>
  new UserError(`is not the file that piece ${index} wrote: its content has changed`, {
    place: { file },
    hint: 'remove its folder, and run the piece again',
  });

/**
 * The head of the file of all pieces. Throws UserError for a piece whose head differs from that of the first in scales,
 * fields or systems.
 */
export async function joinedHead(pieces: readonly FinishedPiece[]): Promise<LasHead> {
  let first: LasHead | undefined;
  const headers: LasHeader[] = [];
  for (const piece of pieces) {
    const head = await withPiece(piece, readHead);
    first ??= head;
    if (!isSame(commonBytes(first), commonBytes(head)))
      throw new UserError(
        `the head of piece ${piece.index} says something else than that of piece ${pieces[0].index}`,
        {
          place: { file: piece.cloud },
          hint: 'a file that the survey reads has changed between them: remove tasks, and run all pieces again',
        },
      );
    headers.push(head.header);
  }
  if (!first) throw new UserError('the plan has no pieces');
  return { header: joinHeaders(headers), records: first.records };
}

/** The bytes of a head, apart from those that depend on points. */
const commonBytes = ({ header, records }: LasHead): Uint8Array =>
  headBytes({
    header: { ...header, pointCount: 0, pointsByReturn: header.pointsByReturn.map(() => 0), bounds: NO_BOUNDS },
    records,
  });

const NO_BOUNDS: LasHeader['bounds'] = { min: [0, 0, 0], max: [0, 0, 0] };

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, k) => byte === b[k]);

async function readHead(file: InputFile): Promise<LasHead> {
  const start = new Uint8Array(HEADER_BYTES.v14);
  await file.read(start, 0);
  const header = decodeHeader(start);
  const records = new Uint8Array(header.pointDataOffset - header.headerSize);
  await file.read(records, header.headerSize);
  return { header, records };
}

async function withPiece<T>({ cloud }: FinishedPiece, use: (file: InputFile) => Promise<T>): Promise<T> {
  const file = await nodeFiles.open(cloud);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
