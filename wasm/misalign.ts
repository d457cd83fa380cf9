// misalign: an instrument with systematic errors aims its beam beside the direction that it reads. The reading is kept
// for misread. Two consecutive pulses have their angles side by side.

import { azimuth } from './angles';
import { channels, deviations, instrument, program, pulses, readings } from './addresses.generated';
import { deflect } from './deflect.generated';
import { beamY, beamZ } from './deflectors/beam';
import { loadPair, pairOf, quotient, remainderOf, wordsOf } from './pairs';
import { Channel, Deviation, Instrument, PER_TURN, Pulse, PulseProgram, Reading } from './records.generated';
import { schedule } from './schedule';
import { combined, cosine, crossOf, ofUnitLength, setAngle, sine, storeVector } from './turns';

/** Turns the `count` pulses from number `first` on to their true directions; returns their number. */
export function misalign(first: u32, count: i32): i32 {
  const cells = load<u32>(program, PulseProgram.errorCells);
  for (let k = 0; k < count; k += 2) {
    if (cells > 0) setAngles(first + k);
    misalignPulse(k, cells, f32x4.extract_lane(angles, 0));
    if (k + 1 < count) misalignPulse(k + 1, cells, f32x4.extract_lane(angles, 1));
  }
  return count;
}

/** Angles of two beams about x of their deflectors' frames, from the undeflected one: lanes 0 and 1. */
let angles: v128 = f32x4.splat(0);

/** Sets the angles of the pulse of this number and the next one. */
function setAngles(number: u32): void {
  const numbers = pairOf(<f64>number, <f64>number + 1);
  const channelCount = load<u32>(program, PulseProgram.channelCount);
  const shot = quotient(numbers, channelCount);
  const channel = wordsOf(remainderOf(numbers, shot, channelCount));
  const first = channels + <usize>i32x4.extract_lane(channel, 0) * Channel.SIZE;
  const second = channels + <usize>i32x4.extract_lane(channel, 1) * Channel.SIZE;
  schedule(shot, loadPair(first, second, Channel.fireTime));
  deflect(first, second);
  angles = azimuth(f32x4.demote_f64x2_zero(beamZ), f32x4.demote_f64x2_zero(beamY));
}

/** Keeps the instrument's reading of a pulse, and turns the pulse. */
function misalignPulse(place: i32, cells: u32, angle: f32): void {
  const pulse = pulses + <usize>place * Pulse.SIZE, reading = readings + <usize>place * Reading.SIZE;
  storeVector(reading + Reading.right, v128.load(pulse, Pulse.right));
  storeVector(reading + Reading.direction, v128.load(pulse, Pulse.direction));
  store<f32>(reading, 0, Reading.rangeError);
  if (cells == 0) return;
  const error = deviationAt(angle, cells);
  const rangeError = f32x4.extract_lane(error, 0);
  store<f32>(reading, rangeError, Reading.rangeError);
  if (load<u32>(instrument, Instrument.measuredLimits)) shiftLimits(pulse, rangeError);
  const deflection = f32x4.extract_lane(error, 1), head = f32x4.extract_lane(error, 2);
  if (deflection != 0) raise(pulse, deflection);
  if (head != 0) turnAside(pulse, head);
}

/** Limits hold for the reading of a range: its error is not yet in the ranges of hits. */
@inline
function shiftLimits(pulse: usize, rangeError: f32): void {
  store<f32>(pulse, load<f32>(pulse, Pulse.rangeMin) - rangeError, Pulse.rangeMin);
  store<f32>(pulse, load<f32>(pulse, Pulse.rangeMax) - rangeError, Pulse.rangeMax);
}

/** A Deviation at an angle. */
@inline
function deviationAt(angle: f32, cells: u32): v128 {
  const place = (angle * PER_TURN + 0.5) * <f32>cells;
  const cell = min(<u32>max(place, 0), cells - 1);
  const at = deviations + <usize>cell * Deviation.SIZE;
  const start = v128.load(at);
  return f32x4.add(start, f32x4.mul(f32x4.splat(place - <f32>cell), f32x4.sub(v128.load(at, Deviation.SIZE), start)));
}

/** Turns the beam upwards, about its right-hand direction. */
function raise(pulse: usize, angle: f32): void {
  const x = v128.load(pulse, Pulse.right), y = v128.load(pulse, Pulse.direction);
  setAngle(angle);
  storeVector(pulse + Pulse.direction, ofUnitLength(combined(y, cosine, crossOf(x, y), sine)));
}

/** Turns the beam clockwise about the axis of the head. */
function turnAside(pulse: usize, angle: f32): void {
  const axis = v128.load(pulse, Pulse.headAxis);
  setAngle(angle);
  turnVector(pulse + Pulse.right, axis);
  turnVector(pulse + Pulse.direction, axis);
}

/**
 * A vector turned about an axis by the angle set last, by Rodrigues' formula (1840): v cos − (k × v) sin + k (k · v) (1
 * − cos).
 */
function turnVector(at: usize, axis: v128): void {
  const v = v128.load(at);
  const products = f32x4.mul(axis, v);
  const along = f32x4.extract_lane(products, 0) + f32x4.extract_lane(products, 1) + f32x4.extract_lane(products, 2);
  const across = combined(v, cosine, crossOf(axis, v), -sine);
  storeVector(at, ofUnitLength(f32x4.add(across, f32x4.mul(axis, f32x4.splat(along * (1 - cosine))))));
}
