/*
 * A reader of E57 after the words of ASTM E2807-11, which takes nothing for granted: the sum of every page bit by bit,
 * every packet of a section, padding, and an index whose every entry is a data packet with the point that it says.
 * Numbers are read as whole ones of any width. It shares no code with the reader of the library.
 */
import { expect } from 'vitest';
import { parseXml } from '../../src/base/xml/parse-xml.js';
import type { XmlElement } from '../../src/base/xml/xml-element.js';
import { checkSame } from '../support/quick-checks.js';

export interface StrictScan {
  /** The XML of the scan. */
  element: XmlElement;
  points: number;
  /** The numbers of each element, by its name. */
  numbers: Map<string, number[]>;
  packets: number;
  indexed: number;
}

/** CRC-32C, bit by bit. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** The contents of all pages. */
function contentsOf(file: Buffer): Buffer {
  expect(file.length % 1024).toBe(0);
  const pages: Buffer[] = [];
  for (let at = 0; at < file.length; at += 1024) {
    checkSame(file.readUInt32BE(at + 1020), sumOf(file.subarray(at, at + 1020)), `sum of the page at ${at}`);
    pages.push(file.subarray(at, at + 1020));
  }
  return Buffer.concat(pages);
}

const logicalOf = (physical: number): number => {
  checkSame(physical % 1024 < 1020, true, `byte ${physical} is in the sum of its page`);
  return Math.floor(physical / 1024) * 1020 + (physical % 1024);
};

const child = (element: XmlElement, name: string): XmlElement => {
  const found = element.children.filter((one) => one.name === name);
  expect(found, name).toHaveLength(1);
  return found[0];
};

/** The root of the XML, and the scans with all numbers. */
export function strictE57(file: Buffer): { root: XmlElement; scans: StrictScan[] } {
  const contents = contentsOf(file);
  expect(contents.toString('latin1', 0, 8)).toBe('ASTM-E57');
  expect([contents.readUInt32LE(8), contents.readUInt32LE(12)]).toEqual([1, 0]);
  const [length, xmlAt, xmlLength, pageBytes] = [16, 24, 32, 40].map((at) => Number(contents.readBigUInt64LE(at)));
  expect([length, pageBytes]).toEqual([file.length, 1024]);
  const start = logicalOf(xmlAt);
  const root = parseXml(contents.toString('utf8', start, start + xmlLength), 'xml');
  expect(root.name).toBe('e57Root');
  for (const byte of contents.subarray(start + xmlLength)) checkSame(byte, 0);
  return { root, scans: child(root, 'data3D').children.map((scan) => readScan(contents, scan)) };
}

/** The value of an element itself, 0 without a text, lies between its bounds: libE57Format opens no other. */
function expectOwnValue({ name, attributes, text }: XmlElement): void {
  const bounds = ['minimum', 'maximum'].map((key) => attributes.get(key));
  if (bounds.includes(undefined)) return;
  const [least, most] = bounds.map((bound) => BigInt(bound as string));
  const own = BigInt(text || '0');
  expect(own >= least && own <= most, `${name}: ${own} of ${least} to ${most}`).toBe(true);
}

function readScan(contents: Buffer, element: XmlElement): StrictScan {
  const points = child(element, 'points');
  const count = Number(points.attributes.get('recordCount'));
  const elements = child(points, 'prototype').children;
  for (const one of elements) expectOwnValue(one);
  const start = logicalOf(Number(points.attributes.get('fileOffset')));
  const [length, dataAt, indexAt] = [8, 16, 24].map((at) => Number(contents.readBigUInt64LE(start + at)));
  expect(contents.readBigUInt64LE(start)).toBe(1n);
  const streams: bigint[][] = elements.map(() => []);
  /** First point of each packet, by its place. */
  const firsts = new Map<number, number>();
  let packets = 0;
  let index: Buffer | undefined;
  let at = start + 32;
  expect(at).toBe(logicalOf(dataAt));
  while (at < start + length) {
    const size = contents.readUInt16LE(at + 2) + 1;
    expect([size % 4, contents[at + 1]]).toEqual([0, 0]);
    const packet = contents.subarray(at, at + size);
    if (packet[0] === 1) {
      firsts.set(at, streams[0].length);
      packets++;
      readPacket(packet, elements, streams, count);
    } else {
      expect([packet[0], at]).toEqual([0, logicalOf(indexAt)]);
      index = packet;
    }
    at += size;
  }
  expect(at).toBe(start + length);
  const indexed = checkIndex(index, firsts);
  const numbers = new Map(elements.map((one, k) => [one.name, streams[k].map((raw) => numberOf(one, raw))]));
  for (const column of numbers.values()) expect(column).toHaveLength(count);
  return { element, points: count, numbers, packets, indexed };
}

const BITS = { single: 32, double: 64 };

function bitsOf({ attributes }: XmlElement): number {
  if (attributes.get('type') === 'Float') return BITS[attributes.get('precision') as 'single' | 'double'];
  const states = BigInt(attributes.get('maximum') as string) - BigInt(attributes.get('minimum') as string) + 1n;
  let bits = 0;
  while (1n << BigInt(bits) < states) bits++;
  return bits;
}

/** The numbers of a packet; all but the last packet have whole bytes of eight points. */
function readPacket(packet: Buffer, elements: readonly XmlElement[], streams: bigint[][], count: number): void {
  expect(packet.readUInt16LE(4)).toBe(elements.length);
  let from = 6 + 2 * elements.length;
  const before = streams[0].length;
  let points: number | undefined;
  elements.forEach((element, k) => {
    const length = packet.readUInt16LE(6 + 2 * k);
    const bits = bitsOf(element);
    const whole = Math.min(Math.floor((8 * length) / bits), count - before);
    points ??= whole;
    expect(whole, element.name).toBe(points);
    expect(Math.ceil((whole * bits) / 8)).toBe(length);
    const bytes = packet.subarray(from, from + length);
    for (let i = 0; i < whole; i++) streams[k].push(bitsAt(bytes, i * bits, bits));
    from += length;
  });
  if (before + (points ?? 0) < count) expect((points ?? 0) % 8).toBe(0);
  expect(packet.length - from).toBeLessThan(4);
  for (const byte of packet.subarray(from)) checkSame(byte, 0);
}

function bitsAt(bytes: Buffer, bit: number, bits: number): bigint {
  let value = 0n;
  const end = Math.ceil((bit + bits) / 8);
  for (let at = end - 1; at >= bit >> 3; at--) value = (value << 8n) | BigInt(bytes[at]);
  return (value >> BigInt(bit & 7)) & ((1n << BigInt(bits)) - 1n);
}

function numberOf({ attributes }: XmlElement, raw: bigint): number {
  const type = attributes.get('type');
  if (type === 'Float') {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, raw, true);
    return attributes.get('precision') === 'single' ? view.getFloat32(0, true) : view.getFloat64(0, true);
  }
  const whole = Number(raw + BigInt(attributes.get('minimum') as string));
  if (type === 'Integer') return whole;
  expect(type).toBe('ScaledInteger');
  return whole * Number(attributes.get('scale')) + Number(attributes.get('offset'));
}

/** Number of entries of an index packet, all of which are packets, in order, from the first on. */
function checkIndex(index: Buffer | undefined, firsts: ReadonlyMap<number, number>): number {
  expect(index).toBeDefined();
  if (!index) return 0;
  const count = index.readUInt16LE(4);
  expect([index.length, index[6], count > 0 && count <= 2048]).toEqual([16 + 16 * count, 0, true]);
  for (const byte of index.subarray(7, 16)) expect(byte).toBe(0);
  let before = -1;
  for (let k = 0; k < count; k++) {
    const [point, place] = [0, 8].map((at) => Number(index.readBigUInt64LE(16 + 16 * k + at)));
    expect(firsts.get(logicalOf(place))).toBe(point);
    expect(place).toBeGreaterThan(before);
    before = place;
  }
  return count;
}
