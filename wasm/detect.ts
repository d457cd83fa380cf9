// detect: the recorded waveform of a pulse becomes the returns that the instrument reports.

import { instrument, pulses, receiver, returns, run } from './addresses.generated';
import { openAlarms, reportAlarms, skipAlarms } from './alarms';
import { ticksPerMetre } from './clock';
import { findEchoes } from './echoes';
import { findExtent } from './extent';
import { fitGaussians } from './gaussians';
import { countLoss, openLosses } from './losses';
import { partAt } from './parts';
import { countDark, countInPart, openCounts } from './photons';
import {
  DETECT_GAUSSIAN, DETECT_GEIGER, Instrument, PART_CUT, Point, Pulse, Receiver, RETURNS_CUT, Run, WaveformPart,
} from './records.generated';
import { partCount } from './recording';
import { echoesFound, hasRoom, leavePart, openReports, reported } from './reports';
import { numberReturns } from './returns';
import { openWave, waveCount, waveStart } from './wave';
import { hitsOf, raysOf } from './work';

/** Makes the returns of the `count` pulses from place 0, Point records; returns their number. */
export function detect(first: u32, count: i32): i32 {
  const most = <i32>min<u32>(load<u32>(instrument, Instrument.maxReturns), load<u32>(run, Run.maxReturns));
  const counting = load<u32>(receiver, Receiver.detector) >= DETECT_GEIGER;
  let made = 0, part = 0;
  openLosses();
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE, hits = hitsOf(p), out = returns + <usize>made * Point.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const begin = part, number = load<u32>(pulse, Pulse.number);
    while (part < partCount && load<u32>(partAt(part), WaveformPart.pulse) == number) part++;
    openReports(pulse, raysOf(p), hits, findExtent(pulse, hits), most, out);
    openTimes(pulse);
    if (counting) countPhotons(number, begin, part);
    else findInParts(number, begin, part);
    countLoss(hits, echoesFound);
    numberReturns(out, reported, cutOf(begin, part));
    made += reported;
  }
  return made;
}

/** RETURNS_CUT if the last part of a pulse is cut, else 0. */
@inline
function cutOf(begin: i32, end: i32): u32 {
  return begin < end && load<u32>(partAt(end - 1), WaveformPart.flags) == PART_CUT ? RETURNS_CUT : 0;
}

/** The gate of the pulse, in intervals after the emission. */
let gateFrom: f64 = 0, gateTo: f64 = 0;

function openTimes(pulse: usize): void {
  gateFrom = <f64>load<f32>(pulse, Pulse.rangeMin) * ticksPerMetre();
  gateTo = <f64>load<f32>(pulse, Pulse.rangeMax) * ticksPerMetre();
}

/** Reports the finds of a detector in the parts of a pulse, and false alarms between them. */
function findInParts(pulse: u32, begin: i32, end: i32): void {
  const gaussian = load<u32>(receiver, Receiver.detector) == DETECT_GAUSSIAN;
  openAlarms(pulse, gateFrom);
  for (let k = begin; k < end; k++) {
    openWave(partAt(k));
    reportAlarms(min<f64>(<f64>waveStart, gateTo));
    if (gaussian) fitGaussians();
    else findEchoes();
    leavePart();
    skipAlarms(<f64>(waveStart + waveCount));
  }
  reportAlarms(gateTo);
}

/** Reports the counts of a detector of single photons. */
function countPhotons(pulse: u32, begin: i32, end: i32): void {
  openCounts(pulse, gateFrom);
  for (let k = begin; k < end && hasRoom(); k++) {
    openWave(partAt(k));
    countDark(<f64>waveStart - 0.5);
    countInPart();
  }
  countDark(gateTo);
}
