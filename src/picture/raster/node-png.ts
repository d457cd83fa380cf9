/*
 * PNG by Node's own zlib, in its own threads, four times as fast as fast-png (bench/results/looking.md). W3C, "Portable
 * Network Graphics (PNG) Specification (Third Edition)"; RFC 1950 for the stream.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { Raster } from './raster.js';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** 8 bits a channel; red, green and blue; the only compression and filter method; not interlaced. */
const HEADER_END = [8, 2, 0, 0, 0];
/** Head of a zlib stream: deflate with a window of 32 KiB, zlib's default. */
const STREAM_HEAD = Uint8Array.of(0x78, 0x9c);
const WINDOW_BYTES = 32_768;
/** Bytes that one thread compresses at a time. They depend only on the picture, so the file does too. */
const BAND_BYTES = 2 ** 20;
const LEVEL = 6;

const compress = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** The bytes of a PNG file (RGB, 8 bits a channel) that shows `raster`. */
export async function encodePngInThreads(raster: Raster): Promise<Uint8Array> {
  const rows = scanLines(raster);
  const starts = Array.from({ length: Math.ceil(rows.length / BAND_BYTES) }, (_, band) => band * BAND_BYTES);
  const compressing = Promise.all(starts.map((start) => compressBand(rows, start)));
  // This thread sums while others compress.
  const sum = adler32(rows);
  const bands = await compressing;
  const header = new Uint8Array([...bigEndian(raster.width), ...bigEndian(raster.height), ...HEADER_END]);
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', [header]),
    ...chunk('IDAT', [STREAM_HEAD, ...bands, bigEndian(sum)]),
    ...chunk('IEND', []),
  ]);
}

/** Rows in PNG's form, each preceded by the number of its filter: none. */
function scanLines({ width, height, data }: Raster): Uint8Array {
  const rows = new Uint8Array((1 + 3 * width) * height);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    to++;
    for (let x = 0; x < width; x++, from += 4, to += 3) {
      rows[to] = data[from];
      rows[to + 1] = data[from + 1];
      rows[to + 2] = data[from + 2];
    }
  }
  return rows;
}

/** A part of the stream, which may refer to data before it, and ends at a whole byte. */
const compressBand = (rows: Uint8Array, start: number): Promise<Buffer> =>
  compress(rows.subarray(start, start + BAND_BYTES), {
    level: LEVEL,
    dictionary: start === 0 ? undefined : rows.subarray(start - WINDOW_BYTES, start),
    finishFlush: start + BAND_BYTES < rows.length ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
  });

function chunk(type: string, parts: readonly Uint8Array[]): Uint8Array[] {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const checked = [Buffer.from(type, 'latin1'), ...parts];
  return [bigEndian(bytes), ...checked, bigEndian(checked.reduce((crc, part) => crc32(part, crc), 0))];
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const ADLER_BASE = 65_521;
/** Number of bytes that can be summed in 32 bits before a remainder is needed. */
const ADLER_RUN = 3800;

/** The checksum of a zlib stream. */
function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(bytes.length, start + ADLER_RUN);
    for (let i = start; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return b * 65_536 + a;
}
