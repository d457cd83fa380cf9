// Converts device records of points to columns of points in the world.
import { Point } from '../wasm/records.generated';

/** Columns, in the order of their addresses. */
export const enum Column {
  x,
  y,
  z,
  range,
  gpsTime,
  times,
  normal,
  incidenceAngle,
  scanAngle,
  energy,
  echoWidth,
  hitSubrays,
  instance,
  material,
  semantic,
  classification,
  pulses,
  returnNumber,
  returnCount,
  channel,
}

/** Labels of a surface: u32, u16, u16, u8. */
export namespace Labels {
  export const SIZE: usize = 12;
  export const instance: usize = 0;
  export const material: usize = 4;
  export const semantic: usize = 6;
  export const classification: usize = 8;
}

let columns: usize = 0;
let before: u32 = 0;

/** Address of the first number to fill in a column with `bytes` bytes a point. */
// @ts-ignore: decorator
@inline
function column(which: Column, bytes: u32): usize {
  return load<u32>(columns + ((<usize>which) << 2)) + before * bytes;
}

// @ts-ignore: decorator
@inline
function record(records: usize, i: u32): usize {
  return records + i * Point.SIZE;
}

/**
 * Unpacks `count` records into the columns whose addresses are at `addresses`, u32 each, from point `first` on. Labels
 * of `surfaces` surfaces are at `labels`, followed by the label of returns from no surface.
 */
export function unpack(
  records: usize,
  first: u32,
  count: u32,
  addresses: usize,
  x: f64,
  y: f64,
  z: f64,
  startTime: f64,
  labels: usize,
  surfaces: u32,
): void {
  columns = addresses;
  before = first;
  unpackPlaces(records, count, x, y, z);
  unpackTimes(records, count, startTime);
  unpackNormals(records, count);
  unpackAngles(records, count);
  unpackEchoes(records, count);
  unpackLabels(records, count, labels, surfaces);
  unpackReturns(records, count);
}

/** Places in the world; `x`, `y`, `z` is the origin of the device's coordinates. */
function unpackPlaces(records: usize, count: u32, x: f64, y: f64, z: f64): void {
  const xs = column(Column.x, 8);
  const ys = column(Column.y, 8);
  const zs = column(Column.z, 8);
  const ranges = column(Column.range, 8);
  for (let i: u32 = 0; i < count; i++) {
    const from = record(records, i);
    store<f64>(xs + (i << 3), x + <f64>load<f32>(from, Point.position));
    store<f64>(ys + (i << 3), y + <f64>load<f32>(from, Point.position + 4));
    store<f64>(zs + (i << 3), z + <f64>load<f32>(from, Point.position + 8));
    store<f64>(ranges + (i << 3), <f64>load<f32>(from, Point.range));
  }
}

/** Times from the leg's first pulse, stored in two numbers each, and the same plus the time of that pulse. */
function unpackTimes(records: usize, count: u32, startTime: f64): void {
  const gpsTimes = column(Column.gpsTime, 8);
  const times = column(Column.times, 8);
  for (let i: u32 = 0; i < count; i++) {
    const from = record(records, i);
    // Both are 48 bits together, so their sum is not rounded: that with the time of the first pulse is, once.
    const time = <f64>load<f32>(from, Point.timeHigh) + <f64>load<f32>(from, Point.timeLow);
    store<f64>(times + (i << 3), time);
    store<f64>(gpsTimes + (i << 3), startTime + time);
  }
}

function unpackNormals(records: usize, count: u32): void {
  let to = column(Column.normal, 12);
  for (let i: u32 = 0; i < count; i++, to += 12) {
    const from = record(records, i);
    store<u64>(to, load<u64>(from, Point.normal));
    store<u32>(to, load<u32>(from, Point.normal + 8), 8);
  }
}

function unpackAngles(records: usize, count: u32): void {
  const incidences = column(Column.incidenceAngle, 4);
  for (let i: u32 = 0; i < count; i++)
    store<f32>(incidences + (i << 2), <f32>Math.acos(<f64>load<f32>(record(records, i), Point.incidenceCosine)));
  const scans = column(Column.scanAngle, 4);
  for (let i: u32 = 0; i < count; i++)
    store<f32>(scans + (i << 2), load<f32>(record(records, i), Point.scanAngle));
}

function unpackEchoes(records: usize, count: u32): void {
  const energies = column(Column.energy, 4);
  const widths = column(Column.echoWidth, 4);
  const subrays = column(Column.hitSubrays, 2);
  for (let i: u32 = 0; i < count; i++) {
    const from = record(records, i);
    store<f32>(energies + (i << 2), load<f32>(from, Point.energy));
    store<f32>(widths + (i << 2), load<f32>(from, Point.echoWidth));
    store<u16>(subrays + (i << 1), load<u16>(from, Point.hitSubrays));
  }
}

function unpackLabels(records: usize, count: u32, labels: usize, surfaces: u32): void {
  const instances = column(Column.instance, 4);
  const materials = column(Column.material, 2);
  const semantics = column(Column.semantic, 2);
  const classes = column(Column.classification, 1);
  for (let i: u32 = 0; i < count; i++) {
    // The number of no surface exceeds all others.
    const from = labels + min(load<u32>(record(records, i), Point.surface), surfaces) * Labels.SIZE;
    store<u32>(instances + (i << 2), load<u32>(from, Labels.instance));
    store<u16>(materials + (i << 1), load<u16>(from, Labels.material));
    store<u16>(semantics + (i << 1), load<u16>(from, Labels.semantic));
    store<u8>(classes + i, load<u8>(from, Labels.classification));
  }
}

/** Pulse and returns. The highest bit of a number of returns, which marks missing ones, is cut off with others. */
function unpackReturns(records: usize, count: u32): void {
  const pulses = column(Column.pulses, 4);
  const numbers = column(Column.returnNumber, 1);
  const totals = column(Column.returnCount, 1);
  const channels = column(Column.channel, 1);
  for (let i: u32 = 0; i < count; i++) {
    const from = record(records, i);
    store<u32>(pulses + (i << 2), load<u32>(from, Point.pulse));
    store<u8>(numbers + i, load<u8>(from, Point.returnNumber));
    store<u8>(totals + i, load<u8>(from, Point.returnCount));
    store<u8>(channels + i, load<u8>(from, Point.channel));
  }
}
