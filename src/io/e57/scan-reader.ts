import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { BitCursor, CURSOR_NUMBERS } from './bit-cursor.js';
import type { E57Scan, ElementUse } from './e57-cloud.js';
import { DATA_HEAD_BYTES, DATA_PACKET, INDEX_PACKET, SECTION_HEAD_BYTES, SECTION_OF_POINTS } from './packets.js';
import type { PageReader } from './page-reader.js';
import { logicalOf } from './pages.js';

/** Most bytes of an element that wait for the other elements: writers keep these within a packet or two. */
const BACKLOG_MAX = 16 * 2 ** 20;
const EMPTY_PACKET = 2;

/** An element that is read: its place among the streams of a packet, its numbers, and their use. */
interface ReadStream {
  number: number;
  name: string;
  use: ElementUse;
  cursor: BitCursor;
}

/** Reads the points of a scan in sequence. */
export class ScanReader {
  private readonly pages: PageReader;
  private readonly fault: (found: string) => UserError;
  private readonly scan: E57Scan;
  private readonly streams: ReadStream[];
  /** Logical offsets of the next packet and of the end of the section. */
  private next = 0;
  private end = 0;
  private done = 0;

  private constructor(pages: PageReader, path: string, scan: E57Scan, number: number) {
    this.pages = pages;
    this.scan = scan;
    this.fault = (found) =>
      new UserError(`scan ${number}: ${found}`, { place: { file: path }, hint: 'the file is damaged' });
    this.streams = scan.elements.flatMap(({ name, form, use }, k) =>
      use === undefined ? [] : [{ number: k, name, use, cursor: new BitCursor(form) }],
    );
  }

  /** Opens scan `number`. Throws UserError if its section has no head. */
  static async open(pages: PageReader, path: string, scan: E57Scan, number: number): Promise<ScanReader> {
    const reader = new ScanReader(pages, path, scan, number);
    await reader.readHead();
    return reader;
  }

  /** Points that are not read yet. */
  get left(): number {
    return this.scan.points - this.done;
  }

  /**
   * Writes the cells of the next points, at most `most` and at least one of the remaining, to records of `stride` bytes
   * from `at` on, and returns their number. For a point without a place, all cells in `places` are NaN.
   */
  async read(view: DataView, at: number, stride: number, most: number, places: readonly number[]): Promise<number> {
    const count = Math.min(most, this.left, CURSOR_NUMBERS, await this.available());
    let states: Float64Array | undefined;
    for (const { use, cursor } of this.streams) {
      const numbers = cursor.next(count);
      if (use === 'state') states = numbers;
      else store(view, at + 8 * use.cell, stride, numbers, use);
    }
    for (let i = 0; states && i < count; i++)
      if (states[i] !== 0) for (const cell of places) view.setFloat64(at + i * stride + 8 * cell, Number.NaN, true);
    this.done += count;
    return count;
  }

  private async readHead(): Promise<void> {
    const start = logicalOf(this.scan.sectionAt);
    if (start === undefined) throw this.fault(`its section cannot begin at byte ${this.scan.sectionAt}`);
    const head = new Uint8Array(SECTION_HEAD_BYTES);
    await this.pages.read(head, start);
    const view = viewOf(head);
    const [length, dataAt] = [Number(view.getBigUint64(8, true)), Number(view.getBigUint64(16, true))];
    const data = logicalOf(dataAt);
    if (head[0] !== SECTION_OF_POINTS || data === undefined)
      throw this.fault(`there is no section of points at byte ${this.scan.sectionAt}`);
    this.next = data;
    this.end = start + length;
  }

  /** Number of points of which every element is available, at least one: reads packets until then. */
  private async available(): Promise<number> {
    for (;;) {
      const count = Math.min(...this.streams.map(({ cursor }) => cursor.available));
      if (count > 0) return count;
      if (this.streams.reduce((sum, { cursor }) => sum + cursor.backlog, 0) > BACKLOG_MAX)
        throw this.fault(`the numbers of its elements are more than ${BACKLOG_MAX} bytes apart`);
      await this.readPacket();
    }
  }

  private async readPacket(): Promise<void> {
    if (this.next + 4 > this.end)
      throw this.fault(`its section ends after ${this.done} of ${counted(this.scan.points, 'point')}`);
    const start = new Uint8Array(4);
    await this.pages.read(start, this.next);
    const packet = new Uint8Array(viewOf(start).getUint16(2, true) + 1);
    if (start[0] === DATA_PACKET) {
      if (this.next + packet.length > this.end) throw this.fault('a packet reaches over the end of its section');
      await this.pages.read(packet, this.next);
      this.takeStreams(packet);
    } else if (start[0] !== INDEX_PACKET && start[0] !== EMPTY_PACKET)
      throw this.fault(`found a packet of type ${start[0]}, expected 0, 1 or 2`);
    this.next += packet.length;
  }

  private takeStreams(packet: Uint8Array): void {
    const view = viewOf(packet);
    const count = packet.length < DATA_HEAD_BYTES ? 0 : view.getUint16(4, true);
    let at = DATA_HEAD_BYTES + 2 * count;
    if (at > packet.length)
      throw this.fault(`found a packet of ${counted(packet.length, 'byte')} with ${count} streams`);
    // A packet without streams has no points.
    if (count > 0 && count !== this.scan.elements.length)
      throw this.fault(`found a packet with ${count} streams, expected ${this.scan.elements.length}, one an element`);
    const starts = Array.from({ length: count }, (_, k) => {
      const first = at;
      at += view.getUint16(DATA_HEAD_BYTES + 2 * k, true);
      return first;
    });
    if (at > packet.length) throw this.fault(`found streams of ${counted(at, 'byte')} in a packet of ${packet.length}`);
    if (count > 0)
      for (const { number, cursor } of this.streams)
        cursor.add(packet.subarray(starts[number], starts[number + 1] ?? at));
  }
}

function store(
  view: DataView,
  at: number,
  stride: number,
  numbers: Float64Array,
  { factor, term, isWhole }: Exclude<ElementUse, 'state'>,
): void {
  let to = at;
  if (isWhole)
    for (let i = 0; i < numbers.length; i++, to += stride)
      view.setFloat64(to, Math.round(numbers[i] * factor + term), true);
  else if (factor === 1 && term === 0)
    for (let i = 0; i < numbers.length; i++, to += stride) view.setFloat64(to, numbers[i], true);
  else for (let i = 0; i < numbers.length; i++, to += stride) view.setFloat64(to, numbers[i] * factor + term, true);
}
