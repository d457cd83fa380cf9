/*
 * Points of the formats 0 to 3, compressed one after the other, decoded by laz-perf (WebAssembly; Apache-2.0). It loads
 * the whole file into its memory, so the file's size bounds the allocation. It trusts the file's content and allocates
 * whatever the sizes of a chunk's layers ask for, so everything is checked first and its memory is bounded.
 */

import { Decoder } from '../../base/decoders/decoder.js';
import { invariant } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import { counted } from '../../base/text.js';
import { POINTS_PER_BYTE_MAX } from '../laz/chunk-table.js';
import { COMPRESSOR, type LaszipRecord, VARIABLE_CHUNKS } from '../laz/laszip-record.js';
import type { RecordSource } from '../records/record-source.js';
import { brokenLaz } from './broken-laz.js';
import { readChunkCount } from './chunk-index.js';
import type { LasFile } from './las-file.js';

/** The used parts of laz-perf; its own types depend on a package that it does not include. */
interface LazPerf {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  LASZip: new () => {
    open(data: number, bytes: number): void;
    getPoint(target: number): void;
    delete(): void;
  };
}

const LAZ_PERF = new Decoder<LazPerf>(() => import('../../base/decoders/laz-perf.generated.js'));

/** Points decoded between two copies from WebAssembly's memory. */
const DECODED_POINTS = 256;

/**
 * Memory of the decoder besides the file and a copy of its layers: coders and their adaptive models of each channel.
 */
const DECODER_BYTES_MAX = 2 ** 26;

/** In laz-perf, WebAssembly memory is limited to 2 GiB, part of which the decoder needs. */
const FILE_BYTES_MAX = 1_900_000_000;

/** The records of a file with points, in sequence. Throws UserError if it cannot be decoded. */
export async function openPointwiseRecords(file: LasFile, laszip: LaszipRecord): Promise<RecordSource> {
  if (file.bytes > FILE_BYTES_MAX)
    throw brokenLaz(
      file,
      `a compressed file of ${counted(file.bytes, 'byte')}; up to ${FILE_BYTES_MAX} can be read`,
      'unpack it',
    );
  checkCoding(file, laszip);
  checkChunks(file, laszip, await readChunkCount(file));
  const lazPerf = await LAZ_PERF.start(2 * file.bytes + DECODER_BYTES_MAX);
  const decoder = openDecoder(file, lazPerf, await readWhole(file));
  const { recordLength } = file.header;
  let next = 0;
  return {
    read: async (first, count, target) => {
      invariant(first === next, `point ${first} of a compressed file is asked for where ${next} comes`);
      for (let i = 0; i < count; i += DECODED_POINTS)
        decoder.next(target, i * recordLength, Math.min(DECODED_POINTS, count - i));
      next += count;
    },
    close: async () => {},
  };
}

/** The types of the items of each format that laz-perf decodes: point, time, colour. */
const ITEM_TYPES: readonly (readonly number[])[] = [[6], [6, 7], [6, 8], [6, 7, 8]];
/** The type of extra bytes, an item that any format may end with. */
const BYTES_TYPE = 0;
/** The version of all of them. */
const ITEM_VERSION = 2;

/** Refuses what laz-perf would decode as if it were coded otherwise: it looks at none of this. */
function checkCoding(file: LasFile, { compressor, coder, items }: LaszipRecord): void {
  const unpack = 'unpack it with LASzip: laszip -i OLD.laz -o NEW.las';
  if (coder !== 0) throw brokenLaz(file, `coder ${coder}; 0 (arithmetic) can be read`);
  if (compressor === COMPRESSOR.pointwise)
    throw brokenLaz(file, 'points compressed in one piece, as LASzip 1 did; those in chunks can be read', unpack);
  if (compressor !== COMPRESSOR.chunked)
    throw brokenLaz(file, `compressor ${compressor}; 2 (chunks) can be read in this format of points`);
  const { pointFormat } = file.header;
  const wanted = ITEM_TYPES[pointFormat] ?? [];
  const types = items.map(({ type }) => type);
  const isKnown = wanted.every((type, k) => types[k] === type) && types.length <= wanted.length + 1;
  if (!isKnown || types.slice(wanted.length).some((type) => type !== BYTES_TYPE))
    throw brokenLaz(
      file,
      `compressed items ${types.join(', ')}; points of the format ${pointFormat} have ${wanted.join(', ')} and at most ${BYTES_TYPE}`,
    );
  const other = items.find(({ version }) => version !== ITEM_VERSION);
  if (other)
    throw brokenLaz(
      file,
      `compression of version ${other.version}; ${ITEM_VERSION} can be read in this format of points`,
      unpack,
    );
}

/** Refuses files that laz-perf would decode endlessly. */
function checkChunks(file: LasFile, { chunkSize }: LaszipRecord, chunkCount: number): void {
  const { pointCount } = file.header;
  // Its decoder knows one number of points for all chunks.
  if (chunkSize === 0) throw brokenLaz(file, 'compressed chunks of 0 points');
  const most = Math.min(
    chunkSize === VARIABLE_CHUNKS ? Infinity : chunkCount * chunkSize,
    file.bytes * POINTS_PER_BYTE_MAX,
  );
  if (pointCount > most)
    throw brokenLaz(
      file,
      `the header announces ${counted(pointCount, 'point')}, ${chunkCount} compressed chunks hold ${most} at most`,
    );
}

async function readWhole({ files, path }: LasFile): Promise<Uint8Array> {
  return files.read(path).catch((error: unknown) => {
    throw fileError(files, 'read', path, error);
  });
}

/** A decoder of one file. It is discarded with its memory, since a fault leaves it unusable. */
function openDecoder(file: LasFile, lazPerf: LazPerf, data: Uint8Array) {
  const { recordLength } = file.header;
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch {
      throw brokenLaz(file, 'its compressed points cannot be decoded', 'the file is damaged or cut off');
    }
  };
  let pointer = 0;
  let target = 0;
  const decoder = new lazPerf.LASZip();
  attempt(() => {
    pointer = lazPerf._malloc(data.length);
    target = lazPerf._malloc(DECODED_POINTS * recordLength);
    lazPerf.HEAPU8.set(data, pointer);
    decoder.open(pointer, data.length);
  });
  return {
    next(records: Uint8Array, at: number, count: number): void {
      attempt(() => {
        for (let i = 0; i < count; i++) decoder.getPoint(target + i * recordLength);
      });
      records.set(lazPerf.HEAPU8.subarray(target, target + count * recordLength), at);
    },
  };
}
