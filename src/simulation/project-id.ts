import { RandomStream } from '../base/random-stream.js';
import type { Survey } from '../survey/survey.js';

/**
 * The GUID of a survey's files, which says that they belong together: 16 bytes in the order of LAS, a UUID of version 8
 * (RFC 9562, section 5.8). It follows from the seed, the scanners and the first leg, and so is the same for the same
 * survey, wherever its file lies, and for the pieces that it is cut into.
 */
export function projectId({
  seed,
  instruments,
  legs: [first],
}: Pick<Survey, 'seed' | 'instruments' | 'legs'>): Uint8Array {
  const about = [first?.name, first?.startTime, first?.pointSourceId, ...instruments.map(({ name }) => name)];
  const random = new RandomStream(seed, JSON.stringify(about));
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 4) view.setUint32(at, random.bits(), true);
  // The third part, of 16 bits, begins with the version, the fourth, of bytes, with the variant.
  view.setUint16(6, (view.getUint16(6, true) & 0x0fff) | 0x8000, true);
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes;
}
