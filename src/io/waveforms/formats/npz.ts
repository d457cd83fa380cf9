import type { OutputFile } from '../../../base/files/files.js';
import type { PointBatch } from '../../../cloud/point-batch.js';
import type { WaveformBatch } from '../../../cloud/waveform-batch.js';
import { BlockBuffer } from '../../bytes/block-buffer.js';
import { crc32, joinedCrc32 } from '../../npz/crc32.js';
import { NPY_ITEM_BYTES, npyHead } from '../../npz/npy-head.js';
import { centralDirectory, localHeader, type StoredFile } from '../../npz/zip-records.js';
import { NPZ_COLUMNS, type NpzColumn } from '../npz-columns.js';
import type { WaveformFormat, WaveformSink, WrittenWaveforms } from '../waveform-format.js';

/**
 * Arrays of NumPy in one archive (numpy.load). The samples of all waveforms, one after the other, are written as they
 * arrive; the arrays behind them, with a row per waveform or return, stay in memory until the end: some 75 bytes a
 * waveform.
 */
export const NPZ_WAVEFORMS: WaveformFormat = {
  endings: ['.npz'],
  bytesPerSample: 4,
  bytesPerPart: 100,
  create: async (path, options) => {
    const sink = new NpzSink(await options.files.create(path, options));
    await sink.begin();
    return sink;
  },
};

const SAMPLES = 'samples.npy';

/** An array kept until the end. */
interface KeptArray {
  column: NpzColumn;
  parts: Uint8Array[];
  bytes: number;
}

class NpzSink implements WaveformSink {
  private readonly file: OutputFile;
  private readonly buffer: BlockBuffer;
  private readonly kept: KeptArray[] = NPZ_COLUMNS.map((column) => ({ column, parts: [], bytes: 0 }));
  private waveforms = 0;
  private samples = 0;
  /** Sum of the samples alone. */
  private crc = 0;

  constructor(file: OutputFile) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
  }

  /** Reserves the place of the head of the samples, which contains their number. */
  begin(): Promise<void> {
    return this.buffer.append(this.sampleHead());
  }

  async write(waveforms: WaveformBatch, points: PointBatch): Promise<void> {
    for (const array of this.kept) {
      const bytes = littleEndian(array.column.rows(waveforms, points, this.samples)).slice();
      array.parts.push(bytes);
      array.bytes += bytes.length;
    }
    const samples = littleEndian(waveforms.samples);
    this.crc = crc32(samples, this.crc);
    this.samples += waveforms.samples.length;
    this.waveforms += waveforms.count;
    await this.buffer.append(samples);
  }

  async finish(): Promise<WrittenWaveforms> {
    try {
      const head = this.sampleHead();
      const entries = [{ ...this.sampleEntry(), at: 0 }];
      let at = head.length + this.samples * Float32Array.BYTES_PER_ELEMENT;
      for (const array of this.kept) {
        const entry = { ...(await this.appendArray(array)), at };
        entries.push(entry);
        at += localHeader(entry).length + entry.bytes;
      }
      await this.buffer.append(centralDirectory(entries, at));
      await this.buffer.drain();
      await this.file.writeAt(head, 0);
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, waveforms: this.waveforms, bytes: this.file.size };
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }

  private sampleEntry(): Omit<StoredFile, 'at'> {
    const head = npyHead('<f4', this.samples);
    const bytes = this.samples * Float32Array.BYTES_PER_ELEMENT;
    return { name: SAMPLES, crc: joinedCrc32(crc32(head), this.crc, bytes), bytes: head.length + bytes };
  }

  private sampleHead(): Uint8Array {
    const header = localHeader(this.sampleEntry());
    const head = npyHead('<f4', this.samples);
    const bytes = new Uint8Array(header.length + head.length);
    bytes.set(header);
    bytes.set(head, header.length);
    return bytes;
  }

  private async appendArray({ column, parts, bytes }: KeptArray): Promise<Omit<StoredFile, 'at'>> {
    const { name, type, columns } = column;
    const head = npyHead(type, bytes / (columns * NPY_ITEM_BYTES[type]), columns);
    const crc = parts.reduce((sum, part) => crc32(part, sum), crc32(head));
    const entry = { name: `${name}.npy`, crc, bytes: head.length + bytes };
    for (const part of [localHeader(entry), head, ...parts]) await this.buffer.append(part);
    return entry;
  }
}

/** The bytes of an array; all machines on which subray runs are little endian. */
const littleEndian = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
