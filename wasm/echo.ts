// echo: the hits of one pulse become the returns that the instrument records, up to the number that it stores: the
// peaks of the waveform that its receiver sees, clusters of hits along range, or bins of HELIOS++'s waveform.

import { instrument, pulses, returns, run } from './addresses.generated';
import { findBins } from './bins';
import { findClusters } from './clusters';
import { findExtent } from './extent';
import { findPeaks } from './peaks';
import { countLoss, openLosses } from './losses';
import { echoesSoFar } from './limits';
import { CLUSTERS, Instrument, PEAKS, Point, Pulse, Run } from './records.generated';
import { numberReturns } from './returns';
import { hitsOf, raysOf } from './work';

/** Returns of the block. */
export let returnCount: i32 = 0;

/** Makes the returns of the `count` pulses from place 0, Point records; returns their number. */
export function echo(first: u32, count: i32): i32 {
  const method = load<u32>(instrument, Instrument.method);
  const most = <i32>min<u32>(load<u32>(instrument, Instrument.maxReturns), load<u32>(run, Run.maxReturns));
  let made: i32 = 0;
  openLosses();
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    const hits = hitsOf(p), out = returns + <usize>made * Point.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    let found = 0;
    if (findExtent(pulse, hits)) {
      if (method == PEAKS) found = findPeaks(pulse, raysOf(p), hits, most, out);
      else if (method == CLUSTERS) found = findClusters(pulse, raysOf(p), hits, most, out);
      else found = findBins(pulse, raysOf(p), hits, most, out);
    }
    countLoss(hits, found + echoesSoFar);
    numberReturns(out, found, 0);
    made += found;
  }
  returnCount = made;
  return made;
}
