import { JITTER_NORMAL, JITTER_UNIFORM, Jitter as Record } from '../device/records.generated.js';
import { clipped, type Jitter, type JitterSource } from '../platform/jitter.js';
import { RecordWriter } from './record-writer.js';

/** Greater than any number that is drawn. */
const UNBOUNDED = 1e30;

/** The records of a jitter without numbers that the whole survey shares, position first; none without jitter. */
export function jitterRecords(jitter: Jitter | undefined): ArrayBuffer {
  if (jitter === undefined) return new ArrayBuffer(0);
  const sources = [...jitter.position, ...jitter.attitude];
  const writer = new RecordWriter(sources.length * Record.SIZE);
  sources.forEach((source, k) => {
    writeSource(writer, k * Record.SIZE, source);
  });
  return writer.buffer;
}

function writeSource(writer: RecordWriter, at: number, source: JitterSource): void {
  const { of, clip = [-UNBOUNDED, UNBOUNDED], hold } = source;
  const [middle, spread] = of.kind === 'normal' ? [of.mean, of.sigma] : [(of.min + of.max) / 2, of.max - of.min];
  // The device draws nothing without a spread, and bounds nothing then.
  writer.f32(at + Record.middle, spread === 0 ? clipped(source, middle) : middle);
  writer.f32(at + Record.spread, spread);
  writer.f32(at + Record.least, clip[0]);
  writer.f32(at + Record.most, clip[1]);
  writer.u32(at + Record.hold, hold);
  writer.u32(at + Record.form, of.kind === 'normal' ? JITTER_NORMAL : JITTER_UNIFORM);
}
