// The order in which the pulses of a block are grouped. Scanners of one beam fire neighbours one after the other; a
// head of many lasers fires them across its whole field, and neighbours are pulses of one laser, or of lasers of like
// elevation, some firings apart. So where runs of pulses reach far, pulses are sorted along the axis on which the block
// is widest, by buckets. Hits do not depend on it.

import { pulses } from './addresses.generated';
import { BLOCK_PULSES, Pulse } from './records.generated';
import { orderRoom } from './scratch';
import { raysOf, stride } from './work';

/** Pulses of a run whose reach is measured. */
const RUN: i32 = 16;
/**
 * Largest reach of all runs together, in reaches of the whole block: a line of pulses has one, or two if another
 * begins.
 */
const REACH_MOST: f32 = 2.5;
const BUCKETS: i32 = 128;

/** The order so far, and room to sort: places as u32, then ends of buckets. */
@inline
function places(): usize { return orderRoom(); }
@inline
function sorted(): usize { return orderRoom() + BLOCK_PULSES * 4; }
@inline
function ends(): usize { return orderRoom() + BLOCK_PULSES * 8; }

/** Address of the order of the last block: places of pulses, u32. */
export let order: usize = 0;

/** Puts the pulses of the block that are not silent in order; returns their number. */
export function orderPulses(count: i32): i32 {
  const fired = listFired(count);
  order = places();
  const infinity = f32x4.splat(Infinity), minusInfinity = f32x4.splat(-Infinity);
  let reach = f32x4.splat(0), least = infinity, most = minusInfinity;
  for (let from = 0; from < fired; from += RUN) {
    const to = min<i32>(from + RUN, fired);
    let leastOfRun = infinity, mostOfRun = minusInfinity;
    for (let k = from; k < to; k++) {
      const direction = directionOf(k);
      leastOfRun = f32x4.pmin(leastOfRun, direction);
      mostOfRun = f32x4.pmax(mostOfRun, direction);
    }
    reach = f32x4.add(reach, f32x4.sub(mostOfRun, leastOfRun));
    least = f32x4.pmin(least, leastOfRun);
    most = f32x4.pmax(most, mostOfRun);
  }
  const extent = f32x4.sub(most, least);
  if (sumOf(reach) > REACH_MOST * sumOf(extent)) sortAlong(widestOf(extent), least, extent, fired);
  return fired;
}

/** Lists the places of pulses that are not silent; returns their number. */
@inline
function listFired(count: i32): i32 {
  let to = places();
  for (let p = 0; p < count; p++) {
    if (load<u32>(pulses + <usize>p * Pulse.SIZE, Pulse.silent)) continue;
    store<u32>(to, p);
    to += 4;
  }
  return <i32>(to - places()) >> 2;
}

/** The first direction of pulse k of the list: x, y, z, 0. */
@inline
function directionOf(k: i32): v128 {
  const ray = raysOf(load<i32>(places() + (<usize>k << 2)));
  return v128.load32_lane(ray + 2 * stride, v128.load32_lane(ray + stride, v128.load32_zero(ray), 1), 2);
}

@inline
function sumOf(v: v128): f32 { return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2); }

/** Number of the axis along which a vector is longest. */
@inline
function widestOf(v: v128): i32 {
  const x = f32x4.extract_lane(v, 0), y = f32x4.extract_lane(v, 1), z = f32x4.extract_lane(v, 2);
  return x > y && x > z ? 0 : y > z ? 1 : 2;
}

/** Sorts the list along an axis, as finely as buckets are. */
function sortAlong(axis: i32, leasts: v128, extents: v128, fired: i32): void {
  v128.store(ends(), leasts);
  v128.store(ends(), extents, 16);
  const least = load<f32>(ends() + (<usize>axis << 2));
  const scale = <f32>(BUCKETS - 1) / load<f32>(ends() + (<usize>axis << 2), 16);
  memory.fill(ends(), 0, BUCKETS * 4);
  for (let k = 0; k < fired; k++) {
    const end = bucketOf(along(k, axis), least, scale);
    store<u32>(end, load<u32>(end) + 1);
  }
  let sum: u32 = 0;
  for (let end = ends(); end < ends() + BUCKETS * 4; end += 4) {
    const size = load<u32>(end);
    store<u32>(end, sum);
    sum += size;
  }
  for (let k = 0; k < fired; k++) {
    const end = bucketOf(along(k, axis), least, scale);
    const to = load<u32>(end);
    store<u32>(sorted() + (<usize>to << 2), load<u32>(places() + (<usize>k << 2)));
    store<u32>(end, to + 1);
  }
  order = sorted();
}

/** The first direction of pulse k of the list, along an axis. */
@inline
function along(k: i32, axis: i32): f32 {
  return load<f32>(raysOf(load<i32>(places() + (<usize>k << 2))) + <usize>axis * stride);
}

/** The end so far of the bucket of a direction's component. */
@inline
function bucketOf(x: f32, least: f32, scale: f32): usize {
  const place = (x - least) * scale, last = BUCKETS - 1;
  const bucket = place > 0 ? (place < <f32>last ? <i32>place : last) : 0;
  return ends() + (<usize>bucket << 2);
}
