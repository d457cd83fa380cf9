// The points of a chunk: their records, and the data that their layers need of earlier layers.

import { allocate, allocateZeros } from './memory';

/** Scanner channels; each has its own models. */
export const CHANNELS: u32 = 4;

/** Offsets in a record of formats 6 to 10. ASPRS LAS Specification 1.4 – R15, tables 15–19. */
export const enum At {
  x = 0,
  y = 4,
  z = 8,
  intensity = 12,
  returns = 14,
  flags = 15,
  classification = 16,
  userData = 17,
  scanAngle = 18,
  pointSource = 20,
  gpsTime = 22,
  end = 30,
}

/** Facts of a point: bits of `turns`. */
export const enum Turn {
  channel = 3,
  /** First of its channel in the chunk. */
  isNew = 4,
  /** Whether time, scan angle and point source differ from those of the last point of its channel. */
  time = 8,
  angle = 16,
  source = 32,
  /** First of its pulse, last of its pulse. */
  isFirst = 64,
  isLast = 128,
}

export let records: usize = 0;
export let stride: usize = 0;
export let count: u32 = 0;

/**
 * Address of the last point of the same channel, u32 a point; for the first of a channel, that of the previous point.
 */
export let lasts: usize = 0;
/** Bits of `Turn`, a byte a point. */
export let turns: usize = 0;
/** Bits of the corrections of x and y, half of their sum, a byte a point. */
export let spreads: usize = 0;

/** Takes the records of a chunk; only the first one if the others are to be decoded. */
export function takePoints(at: usize, bytes: usize, points: u32): void {
  records = at;
  stride = bytes;
  count = points;
  lasts = allocate(4 * <usize>points);
  turns = allocate(points);
  spreads = allocate(points);
}

// @ts-ignore: decorator
@inline
export function turnOf(point: u32): u32 {
  return load<u8>(turns + point);
}

// @ts-ignore: decorator
@inline
export function lastOf(point: u32): usize {
  return load<u32>(lasts + 4 * point);
}

// @ts-ignore: decorator
@inline
export function channelOf(record: usize): u32 {
  return (<u32>load<u8>(record, At.flags) >> 4) & (CHANNELS - 1);
}

// @ts-ignore: decorator
@inline
export function returnOf(record: usize): u32 {
  return <u32>load<u8>(record, At.returns) & 15;
}

// @ts-ignore: decorator
@inline
export function returnsOf(record: usize): u32 {
  return <u32>load<u8>(record, At.returns) >> 4;
}

/** A word for each channel, all 0: addresses of its models. */
export function channelTable(): usize {
  return allocateZeros(4 * CHANNELS);
}
