/*
 * LAS files whose records, and everything that describes them, are copied from another file: flags, user data, extra
 * bytes of any kind, waveforms, records of other programs.
 */
import { UserError } from '../../base/errors.js';
import type { Files, InputFile } from '../../base/files/files.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import { viewOf } from '../bytes/byte-fields.js';
import { withFile } from '../bytes/read-head.js';
import { GLOBAL_ENCODING } from '../las/las-header.js';
import { copyRecords, type PointData } from '../las/point-data.js';
import { RecordTally } from '../las/record-tally.js';
import { decodeVlrHeader, EVLR_HEADER_BYTES } from '../las/vlr.js';
import { isWaveformData } from '../las/waveform-descriptor.js';
import { waveformPath } from '../las/waveform-path.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { RecordBatch } from '../records/record-source.js';
import {
  type CopiedHeadOptions,
  copiedHead,
  isCopied,
  LEGACY_COUNT_MAX,
  readCopiedHead,
  recordHeaderBytes,
} from './copied-head.js';
import type { LasFile, VlrEntry } from './las-file.js';

/**
 * Makes encoders of files that copy the head of `file`, one for each file; `dataOf` makes their stores of records.
 * Throws UserError if it cannot be read.
 */
export async function copiedRecords(
  file: LasFile,
  options: CopiedHeadOptions,
  dataOf: () => PointData,
): Promise<() => CloudEncoder<RecordBatch>> {
  const { head, evlrs } = await withFile(file.files, file.path, async (handle) => ({
    head: await readCopiedHead(file, handle, options),
    evlrs: (await extendedRecords(file, handle)).filter((entry) => isCopied(entry, options)),
  }));
  const beside = await besideFile(file);
  const { pointFormat, recordLength } = file.header;
  return () => {
    const tally = new RecordTally(pointFormat);
    const data = dataOf();
    const headOf = copiedHead(head, options, data, tailPlaces(evlrs));
    let isBesideWritten = false;
    return {
      head: () => headOf(tally),
      append: async ({ records, count }, buffer, { beside: target } = {}) => {
        tally.add(viewOf(records), count, recordLength);
        checkCount(file, tally.points);
        await data.append({ count }, buffer, copyRecords(records, recordLength));
        if (!target || !beside || isBesideWritten) return;
        isBesideWritten = true;
        await copyPart(file.files, beside.path, { from: beside.head.length, to: beside.bytes }, target);
      },
      end: async (buffer) => {
        await data.end(buffer);
        for (const entry of evlrs) await copyPart(file.files, file.path, placeOf(entry), buffer);
      },
      beside: beside && { path: waveformPath, head: () => beside.head },
    };
  };
}

const COPIED_BYTES = 4 * 2 ** 20;

interface BytePart {
  from: number;
  to: number;
}

const placeOf = (entry: VlrEntry): BytePart => ({
  from: entry.dataOffset - recordHeaderBytes(entry),
  to: entry.dataOffset + entry.dataLength,
});

/** Appends a part of a file. */
async function copyPart(files: Files, path: string, { from, to }: BytePart, buffer: BlockBuffer): Promise<void> {
  await withFile(files, path, async (handle) => {
    const piece = new Uint8Array(Math.min(COPIED_BYTES, to - from));
    for (let at = from; at < to; at += piece.length) {
      const wanted = piece.subarray(0, Math.min(piece.length, to - at));
      if ((await handle.read(wanted, at)) < wanted.length)
        throw new UserError('the file has become shorter', { place: { file: path } });
      await buffer.append(wanted);
    }
  });
}

/** The extended records of a file; LAS 1.3 has no list of them, and at most one. */
async function extendedRecords(file: LasFile, handle: InputFile): Promise<VlrEntry[]> {
  const listed = file.vlrs.filter(({ extended }) => extended);
  const { versionMinor, waveformOffset, globalEncoding } = file.header;
  const isInternal = (globalEncoding & GLOBAL_ENCODING.internalWaveforms) !== 0;
  if (versionMinor !== 3 || !isInternal || waveformOffset === 0) return listed;
  const head = new Uint8Array(EVLR_HEADER_BYTES);
  if ((await handle.read(head, waveformOffset)) < head.length) return listed;
  const entry = { ...decodeVlrHeader(head, true), extended: true, dataOffset: waveformOffset + head.length };
  // The length of this record may be left 0: then it reaches to the end of the file.
  const dataLength = Math.min(entry.dataLength || Infinity, file.bytes - entry.dataOffset);
  return [...listed, { ...entry, dataLength }];
}

function tailPlaces(evlrs: readonly VlrEntry[]): { evlrCount: number; waveformsAt?: number } {
  let at = 0;
  let waveformsAt: number | undefined;
  for (const entry of evlrs) {
    if (isWaveformData(entry)) waveformsAt ??= at;
    at += placeOf(entry).to - placeOf(entry).from;
  }
  return { evlrCount: evlrs.length, waveformsAt };
}

/** The existing file of waveforms beside a cloud, if any. */
async function besideFile({ files, path, header }: LasFile) {
  if ((header.globalEncoding & GLOBAL_ENCODING.externalWaveforms) === 0) return undefined;
  const beside = waveformPath(path);
  const info = await files.stat(beside).catch(() => undefined);
  if (info?.kind !== 'file') return undefined;
  const head = new Uint8Array(Math.min(EVLR_HEADER_BYTES, info.size));
  await withFile(files, beside, (handle) => handle.read(head, 0));
  return { path: beside, head, bytes: info.size };
}

function checkCount({ path, header }: LasFile, points: number): void {
  if (header.versionMinor >= 4 || points <= LEGACY_COUNT_MAX) return;
  throw new UserError(`LAS 1.${header.versionMinor} counts ${LEGACY_COUNT_MAX} points at most, and there are more`, {
    place: { file: path },
    hint: 'cut the cloud into tiles with --tile',
  });
}
