/*
 * Frames one behind the other, for a program at the other end of a pipe: records of a header in JSON and columns of
 * numbers, little endian, as docs/frame-stream.md describes them. Every part of a record has a multiple of eight bytes,
 * so that a reader can take columns as arrays where they lie.
 */
import type { Rigid } from '../../base/rigid.js';
import type { ElementType } from '../../cloud/point-schema.js';
import type { CloudGrid } from '../records/point-sink.js';

/** The letters SBF1. */
const MAGIC = 0x31464253;
const HEAD_BYTES = 8;
const ALIGN = 8;

/** The first record of a stream. */
export interface StreamStart {
  kind: 'start';
  version: 1;
  software: string;
  survey: string;
  scanners: readonly string[];
  /** Names of label ids, as in NAME.labels.json. */
  labels: unknown;
}

/** A column of a frame: a number of each point. */
export interface StreamField {
  name: string;
  type: ElementType;
}

/** A frame, before its columns. */
export interface StreamFrame {
  kind: 'frame';
  frame: number;
  scanner: string;
  leg: number;
  /** Its start: UTC, nanoseconds since 1970, as a text since numbers of JSON are too coarse. */
  stamp: string;
  startTime: number;
  endTime: number;
  coordinates: 'world' | 'sensor';
  axes: 'rfu' | 'flu';
  /** Sensor to world at its start. */
  pose: Rigid;
  count: number;
  /** Of organised frames. */
  grid?: CloudGrid;
  fields: readonly (StreamField & { offset: number })[];
}

/** The last record of a stream that is whole. */
export interface StreamEnd {
  kind: 'end';
  frames: number;
}

/** The first bytes of a record, with its header; `bytes` follow it. */
export function recordHead(header: StreamStart | StreamFrame | StreamEnd, bytes = 0): Uint8Array {
  const text = JSON.stringify({ ...header, bytes });
  const encoded = new TextEncoder().encode(text);
  const head = new Uint8Array(HEAD_BYTES + roundToAlign(encoded.length)).fill(SPACE);
  const view = new DataView(head.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, head.length - HEAD_BYTES, true);
  head.set(encoded, HEAD_BYTES);
  return head;
}

const SPACE = 0x20;

const roundToAlign = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

/** Offsets of columns of `count` numbers each, and the bytes of all. */
export function placeStreamColumns<Field extends { bytes: number }>(
  fields: readonly Field[],
  count: number,
): { offsets: number[]; bytes: number } {
  let bytes = 0;
  const offsets = fields.map((field) => {
    const at = bytes;
    bytes += roundToAlign(field.bytes * count);
    return at;
  });
  return { offsets, bytes };
}

/** The bytes between a column of `bytes` and the next one. */
export const paddingBehind = (bytes: number): Uint8Array => new Uint8Array(roundToAlign(bytes) - bytes);
