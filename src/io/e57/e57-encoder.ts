/*
 * E57 (ASTM E2807-11), one cloud: headers, packets of points, and the XML behind them, whose place the headers say. Memory is
 * that of a packet, however many points there are.
 */

import { turnTaker } from '../../base/steps.js';
import { type Box3, emptyBox, growBox, type Vec3 } from '../../base/vec3.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';
import type { BlockBuffer } from '../block-buffer.js';
import type { CloudEncoder } from '../cloud-file.js';
import type { CodedPoints } from '../coded-points.js';
import { codedBatch } from '../column-coder.js';
import { viewOf } from '../las/bytes.js';
import type { CloudHeader, Loss } from '../point-sink.js';
import { type ByteStream, byteStreams, TimeStart } from './byte-streams.js';
import { e57Xml } from './e57-xml.js';
import { dataPacket, PacketIndex, packetPoints, SECTION_HEAD_BYTES, sectionHead } from './packets.js';
import { PageWriter } from './page-writer.js';
import { PAGE_BYTES, PAGE_CONTENT, physicalOf } from './pages.js';
import { cellElements, type PointElement, pointBits } from './point-elements.js';

const FILE_HEAD_BYTES = 48;
const HEAD_BYTES = FILE_HEAD_BYTES + SECTION_HEAD_BYTES;

/** Lengths and places that headers say, in bytes: of contents, and of the file. */
interface Layout {
  sectionLength: number;
  indexAt: number;
  xmlAt: number;
  xmlLength: number;
}

/** The arrays of a batch that hold `elements`; points come with these (see `batchCoder`). */
export const arrayKeys = (elements: readonly PointElement[]): PointKey[] => [
  ...new Set(elements.map(({ attribute }) => attribute.key)),
];

/** Encodes a file with a number for each of `elements` in every point, and with their cells if the header has a grid. */
export class E57Encoder implements CloudEncoder {
  private readonly header: CloudHeader;
  private readonly elements: readonly PointElement[];
  private readonly streams: readonly ByteStream[];
  private readonly times: TimeStart;
  private readonly packetPoints: number;
  private readonly pages = new PageWriter(HEAD_BYTES);
  private readonly index = new PacketIndex();
  private readonly box: Box3 = emptyBox();
  /** Points in the packets that are written, and in the one that is not. */
  private written = 0;
  private filled = 0;
  private layout: Layout = { sectionLength: 0, indexAt: 0, xmlAt: 0, xmlLength: 0 };

  constructor(header: CloudHeader, elements: readonly PointElement[]) {
    const cells = header.grid ? Object.values(cellElements(header.grid)) : [];
    this.header = header;
    this.elements = elements;
    this.packetPoints = packetPoints(elements.length + cells.length, pointBits([...elements, ...cells]));
    this.times = new TimeStart(header.weekTime ? 0 : undefined);
    this.streams = byteStreams(elements, header.grid, this.times, this.packetPoints);
  }

  head(): Uint8Array {
    const { sectionLength, indexAt, xmlAt, xmlLength } = this.layout;
    const fileLength = PAGE_BYTES * Math.ceil(this.pages.length / PAGE_CONTENT);
    const head = new Uint8Array(HEAD_BYTES);
    const view = viewOf(head);
    head.set(new TextEncoder().encode('ASTM-E57'));
    view.setUint32(8, 1, true);
    for (const [k, value] of [fileLength, xmlAt, xmlLength, PAGE_BYTES].entries())
      view.setBigUint64(16 + 8 * k, BigInt(value), true);
    head.set(sectionHead(sectionLength, physicalOf(HEAD_BYTES), indexAt), FILE_HEAD_BYTES);
    return this.pages.firstPage(head);
  }

  async append(points: CodedPoints, buffer: BlockBuffer): Promise<void> {
    const takeTurns = turnTaker();
    const batch = codedBatch(arrayKeys(this.elements), points) as PointBatch;
    this.growBox(batch);
    for (let first = 0; first < batch.count; ) {
      if (this.filled === this.packetPoints) {
        await this.writePacket(buffer);
        await takeTurns();
      }
      const count = Math.min(batch.count - first, this.packetPoints - this.filled);
      const part = { batch, first, count, point: this.written + this.filled };
      for (const stream of this.streams) stream.take(part, this.filled);
      this.filled += count;
      first += count;
    }
  }

  async end(buffer: BlockBuffer): Promise<void> {
    // A section has a packet, if of no points.
    if (this.filled > 0 || this.written === 0) await this.writePacket(buffer);
    const indexAt = physicalOf(this.pages.length);
    await this.pages.write(this.index.packet(), buffer);
    const sectionLength = this.pages.length - FILE_HEAD_BYTES;
    const xmlAt = physicalOf(this.pages.length);
    const xml = this.xml();
    await this.pages.write(xml, buffer);
    await this.pages.end(buffer);
    this.layout = { sectionLength, indexAt, xmlAt, xmlLength: xml.length };
  }

  losses(): Loss[] {
    return [...this.streams, this.times].flatMap((part) => part.loss?.() ?? []);
  }

  private async writePacket(buffer: BlockBuffer): Promise<void> {
    this.index.add(this.written, physicalOf(this.pages.length));
    await this.pages.write(dataPacket(this.streams, this.filled), buffer);
    this.written += this.filled;
    this.filled = 0;
  }

  private growBox({ count, x, y, z }: PointBatch): void {
    // A cell without a point grows nothing: comparisons with NaN are false.
    for (let i = 0; i < count; i++) growBox(this.box, x[i], y[i], z[i]);
  }

  /** The XML, with identifiers that follow from all that is in the file. */
  private xml(): Uint8Array {
    const facts = {
      elements: this.streams.map(({ element }) => element),
      points: this.written,
      box: this.storedBox(),
      timeStart: this.header.weekTime ? undefined : this.times.start,
      sectionAt: physicalOf(FILE_HEAD_BYTES),
      xmlAt: this.pages.length,
    };
    const lanes = this.pages.digest(e57Xml(this.header, facts, ['', '']));
    return e57Xml(this.header, facts, [guidOf(lanes, 0), guidOf(lanes, 1)]);
  }

  /** The box of the coordinates as a reader computes them. */
  private storedBox(): Box3 {
    const stored = (corner: Vec3) =>
      corner.map((value, axis) => {
        const { form } = this.elements[axis];
        return form.type === 'ScaledInteger' ? Math.floor(value / form.scale + 0.5) * form.scale : value;
      }) as [number, number, number];
    return { min: stored(this.box.min), max: stored(this.box.max) };
  }
}

/** An identifier of 128 bits, the last of which is `number`: a UUID of version 8 (RFC 9562). */
function guidOf(lanes: Uint32Array, number: 0 | 1): string {
  const digits = [...lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('');
  const end = ((Number.parseInt(digits[31], 16) & 14) | number).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return `{${[...parts, digits.slice(20, 31) + end].join('-').toUpperCase()}}`;
}
