import type { Leg } from '../../platform/leg.js';

/** Pulses as they leave the instrument, in order. */
export interface Pulses {
  count: number;
  /** Points where the beams leave, x y z, metres. */
  origins: Float64Array;
  /** Unit vectors of the beams' axes, x y z. */
  directions: Float32Array;
  /** Seconds from the start of the leg. */
  times: Float64Array;
  channels: Uint32Array;
  /** 1 if the instrument does not fire. */
  silent: Uint8Array;
}

/** Lists pulses of a leg of one scanner: `count` of them from number `first` on. */
export type ListLeg = (leg: Leg) => Promise<(first: number, count: number) => Pulses>;

/** Every `step`-th pulse of `list`, from its first on. */
export function thin(list: Pulses, step: number): Pulses {
  const kept = Array.from({ length: Math.ceil(list.count / step) }, (_, k) => k * step);
  return {
    count: kept.length,
    origins: Float64Array.from(kept.flatMap((k) => [...list.origins.subarray(3 * k, 3 * k + 3)])),
    directions: Float32Array.from(kept.flatMap((k) => [...list.directions.subarray(3 * k, 3 * k + 3)])),
    times: Float64Array.from(kept, (k) => list.times[k]),
    channels: Uint32Array.from(kept, (k) => list.channels[k]),
    silent: Uint8Array.from(kept, (k) => list.silent[k]),
  };
}

/** One list after the other. */
export function joinLists(lists: readonly Pulses[]): Pulses {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const joined: Pulses = {
    count,
    origins: new Float64Array(3 * count),
    directions: new Float32Array(3 * count),
    times: new Float64Array(count),
    channels: new Uint32Array(count),
    silent: new Uint8Array(count),
  };
  let at = 0;
  for (const list of lists) {
    joined.origins.set(list.origins, 3 * at);
    joined.directions.set(list.directions, 3 * at);
    joined.times.set(list.times, at);
    joined.channels.set(list.channels, at);
    joined.silent.set(list.silent, at);
    at += list.count;
  }
  return joined;
}
