import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes } from '../bytes/read-head.js';
import { FORMAT_6 } from '../las/point-layout.js';
import { RecordTally } from '../las/record-tally.js';
import { LazCodec } from '../laz/laz-codec.js';
import { isLayeredFormat, packedLayout } from '../laz/packed-layout.js';
import type { CopcPart, DecodedNode, FoundEntry } from './copc-rules.js';
import type { ChunkFacts, LazPart } from './laz-rules.js';

/** Memory of the records of a chunk. */
const RECORD_BYTES_MAX = 2 ** 30;

/**
 * Decodes layered chunks one by one, and collects their faults and, for nodes of an octree, the extents of their
 * points.
 */
export class ChunkReader {
  readonly chunks: ChunkFacts[] = [];
  readonly nodes: DecodedNode[] = [];
  private readonly handle: InputFile;
  private readonly part: LazPart;
  private readonly codec: LazCodec;
  private readonly entries: ReadonlyMap<number, FoundEntry>;

  private constructor(handle: InputFile, part: LazPart | CopcPart, codec: LazCodec) {
    this.handle = handle;
    this.part = part;
    this.codec = codec;
    const entries = 'entries' in part ? part.entries : [];
    this.entries = new Map(entries.filter(({ points }) => points > 0).map((entry) => [entry.offset, entry]));
  }

  static async open(handle: InputFile, part: LazPart | CopcPart): Promise<ChunkReader> {
    return new ChunkReader(handle, part, await LazCodec.create());
  }

  /** The records of a chunk, valid until the next call; undefined if they cannot be decoded. */
  async read(chunk: ChunkFacts): Promise<Uint8Array | undefined> {
    const { pointFormat, recordLength } = this.part.header;
    if (!isLayeredFormat(pointFormat)) return undefined;
    if (chunk.points * recordLength > RECORD_BYTES_MAX)
      throw new UserError(
        `a chunk of ${counted(chunk.points, 'point')} at byte ${chunk.at} takes more than 1 GiB of memory`,
      );
    const bytes = await readBytes(this.handle, chunk.at, chunk.bytes);
    const records = this.codec.decode(
      bytes,
      chunk.points,
      packedLayout(pointFormat, recordLength, this.part.laszip?.items[0]?.version),
    );
    const fault = typeof records === 'string' ? records : undefined;
    this.chunks.push({ ...chunk, fault });
    if (typeof records === 'string') return undefined;
    this.noteNode(chunk, records);
    return records;
  }

  private noteNode({ at, points }: ChunkFacts, records: Uint8Array): void {
    const entry = this.entries.get(at);
    if (!entry) return;
    const { header } = this.part;
    const tally = new RecordTally(header.pointFormat);
    const view = viewOf(records);
    tally.add(view, points, header.recordLength);
    let [gpsTimeMin, gpsTimeMax] = [Infinity, -Infinity];
    for (let i = 0, from: number = FORMAT_6.gpsTime; i < points; i++, from += header.recordLength) {
      const time = view.getFloat64(from, true);
      // NaN is neither.
      if (time < gpsTimeMin) gpsTimeMin = time;
      if (time > gpsTimeMax) gpsTimeMax = time;
    }
    this.nodes.push({ entry, bounds: tally.bounds(header), gpsTimeMin, gpsTimeMax });
  }
}
