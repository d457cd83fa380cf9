/*
 * E57 (ASTM E2807-11), one cloud: headers, packets of points, and the XML behind them, whose place the headers state.
 * Memory is bounded by some blocks of packets for any number of points.
 */

import type { ThreadCrew } from '../../base/threads/thread-crew.js';
import { type Box3, emptyBox, joinBox, type Vec3 } from '../../base/vec3.js';
import { ELEMENT_BYTES } from '../../cloud/columns/number-arrays.js';
import type { BlockBuffer } from '../bytes/block-buffer.js';
import { viewOf } from '../bytes/byte-fields.js';
import { BlockQueue } from '../records/block-queue.js';
import type { CloudEncoder } from '../records/cloud-file.js';
import type { CodedPoints } from '../records/coded-points.js';
import { type ColumnBlock, ColumnBlocks } from '../records/column-blocks.js';
import type { CloudHeader, Loss } from '../records/point-sink.js';
import type { CodedPackets, PacketWork } from './code-packets.js';
import { e57Xml } from './e57-xml.js';
import { bitsOf, type E57Element } from './number-form.js';
import {
  indexPacket,
  packetLength,
  packetPoints,
  putPlaces,
  SECTION_HEAD_BYTES,
  SECTION_OF_POINTS,
} from './packets.js';
import { PageWriter } from './page-writer.js';
import { PAGE_BYTES, PAGE_CONTENT, physicalOf } from './pages.js';
import { cellElements, type PointElement } from './point-elements.js';

const FILE_HEAD_BYTES = 48;
const HEAD_BYTES = FILE_HEAD_BYTES + SECTION_HEAD_BYTES;

/** Logical offsets of the data behind the points, and of its end. */
interface Layout {
  indexAt: number;
  xmlAt: number;
  end: number;
}

const FAR = 'is far from that of the first point, and rounded';
const HELD =
  'is beyond what its bits hold, and written as the nearest value, or no number, and written as 0 (fields: all has more)';

/** Packets that are coded as a block. */
const BLOCK_PACKETS = 16;

/**
 * Encodes a file with a number for each of `elements` in every point, and with their cells if the header has a grid.
 */
export class E57Encoder implements CloudEncoder {
  private readonly header: CloudHeader;
  private readonly elements: readonly PointElement[];
  private readonly cells: readonly E57Element[];
  private readonly packet: { points: number; bytes: number };
  private readonly blocks: ColumnBlocks;
  private readonly queue: BlockQueue<PacketWork, CodedPackets, BlockBuffer>;
  private readonly pages = new PageWriter(HEAD_BYTES);
  private readonly box: Box3 = emptyBox();
  /** Number of inexact values of each element. */
  private readonly inexact: number[];
  /** The origin of the stored times; undefined before the first point, and without times. */
  private timeStart: number | undefined;
  /** Points, and packets, handed over for coding. */
  private points = 0;
  private packets = 0;
  private layout: Layout = { indexAt: 0, xmlAt: FILE_HEAD_BYTES, end: FILE_HEAD_BYTES };

  constructor(header: CloudHeader, elements: readonly PointElement[], coders: ThreadCrew<PacketWork, CodedPackets>) {
    this.header = header;
    this.elements = elements;
    this.cells = header.grid ? cellElements(header.grid) : [];
    const bits = [...elements, ...this.cells].map(({ form }) => bitsOf(form));
    const points = packetPoints(bits);
    this.packet = { points, bytes: packetLength(bits, points) };
    this.blocks = new ColumnBlocks(
      elements.map(({ attribute: { type } }) => ELEMENT_BYTES[type]),
      BLOCK_PACKETS * points,
    );
    this.queue = new BlockQueue(coders, (coded, buffer) => this.addPackets(coded, buffer));
    this.inexact = elements.map(() => 0);
  }

  head(): Uint8Array {
    const { indexAt, xmlAt, end } = this.layout;
    const fileLength = PAGE_BYTES * Math.ceil(this.pages.length / PAGE_CONTENT);
    const head = new Uint8Array(HEAD_BYTES);
    const view = viewOf(head);
    head.set(new TextEncoder().encode('ASTM-E57'));
    view.setUint32(8, 1, true);
    putPlaces(view, 16, [fileLength, physicalOf(xmlAt), end - xmlAt, PAGE_BYTES]);
    head[FILE_HEAD_BYTES] = SECTION_OF_POINTS;
    putPlaces(view, FILE_HEAD_BYTES + 8, [xmlAt - FILE_HEAD_BYTES, physicalOf(HEAD_BYTES), physicalOf(indexAt)]);
    return this.pages.firstPage(head);
  }

  append(points: CodedPoints, buffer: BlockBuffer): Promise<void> {
    this.timeStart ??= this.startOf(points);
    return this.blocks.add(points, (block) => this.code(block, buffer));
  }

  async end(buffer: BlockBuffer): Promise<void> {
    // A section has at least one packet, even without points.
    if (this.blocks.filled > 0 || this.points === 0) await this.code(this.blocks.take(), buffer);
    await this.queue.drain();
    const { pages, packet } = this;
    const indexAt = pages.length;
    const index = indexPacket(this.packets, (k) => [k * packet.points, physicalOf(this.placeOf(k))]);
    await pages.write(index, buffer);
    const xmlAt = pages.length;
    await pages.write(this.xml(), buffer);
    this.layout = { indexAt, xmlAt, end: pages.length };
    await pages.end(buffer);
  }

  losses(): Loss[] {
    const losses = this.elements.flatMap(({ attribute: { name }, form }, k) => {
      const what = form.type === 'ScaledInteger' ? HELD : FAR;
      return this.inexact[k] > 0 ? [{ of: name, what, points: this.inexact[k] }] : [];
    });
    return losses.sort((a, b) => Number(a.what === FAR) - Number(b.what === FAR));
  }

  /**
   * The whole second before the first point, so that times are exact, and small enough for f32; 0 for times of a week.
   */
  private startOf({ count, bytes }: CodedPoints): number | undefined {
    const k = this.elements.findIndex(({ attribute }) => attribute.key === 'gpsTime');
    if (k < 0 || count === 0) return undefined;
    const first = viewOf(bytes[k]).getFloat64(0, true);
    return this.header.weekTime || !Number.isFinite(first) ? 0 : Math.floor(first);
  }

  /** Queues packets for coding. All but the last are full, so that their places follow from their numbers. */
  private code(block: ColumnBlock, buffer: BlockBuffer): Promise<ArrayBuffer | undefined> {
    const { elements, packet, timeStart = 0, points: point } = this;
    const { grid } = this.header;
    const at = this.placeOf(this.packets);
    this.packets += Math.ceil(Math.max(block.count, 1) / packet.points);
    this.points += block.count;
    const place = { packetPoints: packet.points, timeStart, point, at };
    return this.queue.add({ format: 'e57', ...block, elements, grid, ...place }, buffer);
  }

  /** Logical offset of a packet. */
  private placeOf(packet: number): number {
    return HEAD_BYTES + packet * this.packet.bytes;
  }

  private async addPackets(coded: CodedPackets, buffer: BlockBuffer): Promise<void> {
    joinBox(this.box, coded.box);
    for (const k of this.inexact.keys()) this.inexact[k] += coded.inexact[k];
    await this.pages.writePaged(coded, buffer);
  }

  /** The XML, with identifiers derived from all other contents of the file. */
  private xml(): Uint8Array<ArrayBuffer> {
    const facts = {
      elements: [...this.elements, ...this.cells],
      points: this.points,
      box: this.storedBox(),
      timeStart: this.header.weekTime ? undefined : this.timeStart,
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
