/* Points of an E57 file as data packets (ASTM E2807-11, clause 9.4), and these in pages. */
import type { MovedResult } from '../../base/threads/thread-crew.js';
import { type Box3, emptyBox, growBox } from '../../base/vec3.js';
import { numbersIn } from '../../cloud/columns/number-arrays.js';
import type { BlockWork } from '../records/blocks.js';
import { type PackedElements, packersOf } from './element-packers.js';
import { packetLength, putPacket } from './packets.js';
import { type PagedBytes, pagesOf } from './pages.js';

/**
 * Points to be coded as packets, all but the last of which are full. Their memory is the coder's until it returns it.
 */
export interface PacketWork extends PackedElements, BlockWork<CodedPackets> {
  format: 'e57';
  count: number;
  /** Numbers of each element's attribute, in one memory. */
  columns: readonly Uint8Array<ArrayBuffer>[];
  /** Logical offset of the first packet. */
  at: number;
}

/** Coded packets, with the memory of their points for reuse. */
export interface CodedPackets extends PagedBytes {
  /** Box of the points. */
  box: Box3;
  /** Number of inexact values of each element. */
  inexact: number[];
  memory: ArrayBuffer;
}

/** Codes packets, at least one; `takeTurns` is awaited after each. */
export async function codePackets(
  work: PacketWork,
  takeTurns: () => Promise<void>,
): Promise<MovedResult<CodedPackets>> {
  const { count, columns, elements, packetPoints, at } = work;
  const numbers = columns.map((column, k) => numbersIn(elements[k].attribute.type, column));
  const packers = packersOf(work, numbers);
  const bits = packers.map((packer) => packer.bits);
  const rest = count % packetPoints;
  const full = (count - rest) / packetPoints;
  const length = full * packetLength(bits, packetPoints) + (rest > 0 || full === 0 ? packetLength(bits, rest) : 0);
  const content = new Uint8Array(length);
  const inexact = packers.map(() => 0);
  for (let end = 0, first = 0; end < length; first += packetPoints) {
    end += putPacket(packers, first, Math.min(packetPoints, count - first), content.subarray(end), inexact);
    await takeTurns();
  }
  const paged = pagesOf(content, at);
  const memory = columns[0].buffer;
  return { result: { ...paged, box: boxOf(numbers, count), inexact, memory }, memory: [paged.pages.buffer, memory] };
}

/** The box of the points, whose first three numbers are their coordinates. */
function boxOf([x, y, z]: readonly ArrayLike<number>[], count: number): Box3 {
  const box = emptyBox();
  // A cell without a point does not grow the box: comparisons with NaN are false.
  for (let i = 0; i < count; i++) growBox(box, x[i], y[i], z[i]);
  return box;
}
