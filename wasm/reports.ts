// The returns that a sampling receiver reports of a pulse: echoes of the hits under each find, and false alarms.

import { receiver } from './addresses.generated';
import { metresPerTick } from './clock';
import { farthestHit, nearestBeyond, nearestHit } from './extent';
import { admits } from './gate';
import { FWHM_PER_SIGMA, NONE, Point, Pulse, Receiver } from './records.generated';
import { copyPulse, makeReturn, onAxis } from './returns';
import { meanRange, sumBetween } from './sums';
import { waveCount, waveStart } from './wave';

/** Returns of the pulse so far, and whether there is room for more. */
export let reported: i32 = 0;
/** Echoes of the pulse so far, recorded or not. */
export let echoesFound: u32 = 0;
let most: i32 = 0;
let pulse: usize = 0, rays: usize = 0, hits: usize = 0, out: usize = 0;
let hasHits: bool = false;
/** Time up to which the receiver is blind, in intervals after the emission. */
let blindUntil: f32 = 0;
/** Range up to which hits belong to parts before the open one. */
let seenTo: f32 = 0;

/**
 * Begins the returns of a pulse, `room` at most, at `to`; `isHit` says whether it has hits,
 * whose extent has been found.
 */
export function openReports(ofPulse: usize, ofRays: usize, ofHits: usize, isHit: bool, room: i32, to: usize): void {
  pulse = ofPulse;
  rays = ofRays;
  hits = ofHits;
  hasHits = isHit;
  most = room;
  out = to;
  reported = 0;
  echoesFound = 0;
  blindUntil = -1;
  seenTo = 0;
}

/** Ends the finds of the open part: its hits are none of the next one. */
export function leavePart(): void { seenTo = rangeOfHit(waveCount - 1); }

@inline
export function hasRoom(): bool { return reported < most; }

/** Whether the receiver is blind at a place, in intervals after the emission. */
@inline
export function isBlind(place: f32): bool { return place < blindUntil; }

/** Makes the receiver blind for a time after a place. */
@inline
export function blindFor(time: f32, place: f32): void {
  blindUntil = max<f32>(blindUntil, place + time);
}

/**
 * Reports a find at a place of the open part, in intervals from its first sample on: an echo of the hits whose
 * responses have their greatest values between two samples of it, or a false alarm if there are none. Energy in joules,
 * width in intervals.
 */
export function reportFound(place: f32, before: i32, after: i32, received: f32, width: f32): void {
  const range = rangeAt(waveStart, <f64>place - <f64>load<f32>(receiver, Receiver.zero));
  const from = before < 0 ? seenTo : rangeOfHit(before), to = rangeOfHit(after);
  const nearest: f32 = hasHits ? nearestBeyond(hits, from) : <f32>Infinity;
  if (nearest <= to) reportEcho(range, nearest, to, received, width);
  else reportAlarm(range, received, width);
}

/** The range of a hit whose response has its greatest value at a sample of the open part. */
@inline
function rangeOfHit(sample: i32): f32 {
  return <f32>rangeAt(waveStart, <f64>sample - <f64>load<f32>(receiver, Receiver.peakDelay));
}

/** The range of a place, in intervals after sample `start`. */
@inline
export function rangeAt(start: i32, place: f64): f64 { return (<f64>start + place) * metresPerTick(); }

/** Reports an echo of the hits between two ranges. */
export function reportEcho(range: f64, from: f32, to: f32, received: f32, width: f32): void {
  echoesFound++;
  const point = out + <usize>reported * Point.SIZE;
  sumBetween(pulse, rays, hits, from, to);
  makeReturn(pulse, hits, from, to, range - (<f64>from + meanRange), point);
  report(point, received, width);
}

/** Reports a return that no surface sent back, on the beam's axis. */
export function reportAlarm(range: f64, received: f32, width: f32): void {
  const point = out + <usize>reported * Point.SIZE;
  memory.fill(point, 0, Point.SIZE);
  store<f32>(point, <f32>range, Point.range);
  for (let axis: usize = 0; axis < 12; axis += 4)
    store<f32>(point + axis, <f32>onAxis(pulse, axis, range), Point.position);
  store<u32>(point, NONE, Point.surface);
  copyPulse(pulse, point);
  report(point, received, width);
}

/** Completes a return by the receiver's measurements; one beyond the limits of range gives its place to the next. */
@inline
function report(point: usize, received: f32, width: f32): void {
  store<f32>(point, received, Point.energy);
  store<f32>(point, secondsOf(width), Point.echoWidth);
  reported += i32(admits(point));
}

/** The hit nearest to a range; the pulse must have one. */
export function hitNear(range: f32): f32 {
  let found = nearestHit;
  for (let r = nearestHit; r <= range && r <= farthestHit; r = nearestBeyond(hits, r)) found = r;
  const behind = nearestBeyond(hits, found);
  return behind - range < range - found ? behind : found;
}

/** Seconds of a width in intervals; that of the response itself if it could not be measured. */
@inline
function secondsOf(width: f32): f32 {
  const plain = <f32>FWHM_PER_SIGMA * load<f32>(receiver, Receiver.spread);
  return load<f32>(receiver, Receiver.interval) * (width < 0 ? plain : width);
}
