import { emptyPulseList, type PulseList } from '../../engine/cpu/list-pulses.js';

/** Every `step`-th pulse of `list`, from its first on. */
export function thin(list: PulseList, step: number): PulseList {
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
export function joinLists(lists: readonly PulseList[]): PulseList {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const joined = emptyPulseList(count);
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
