import { DRAW, draw, type StreamKey, streamKey, uniform } from '../../base/random.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Activity, Interval, Restriction } from '../../survey/restriction.js';
import { azimuthOf, type BeamReader, createBeamReader, elevationOf } from './beam-direction.js';
import { keepPoints, type TracedPoints } from './traced-points.js';

/** The restrictions of one leg of an instrument. */
export interface LegRestrictions {
  restrictions: readonly Restriction[];
  /** Lasers of a shot; pulse numbers count all of them. */
  channelCount: number;
  /** Time from the survey's first pulse to the leg's, seconds. */
  legStart: number;
  /** Key of the drop-outs of this leg. */
  key: StreamKey;
}

/** Whether a restriction depends on the direction of beams. */
export const hidesDirections = ({ azimuth, elevation }: Restriction): boolean => (azimuth ?? elevation) !== undefined;

/**
 * The traced points that restrictions leave; whole pulses are lost or kept. The result depends only on the pulse, not
 * on how the work is divided. Restrictions with a mask need `listPulses` of the traced points.
 */
export function restrictPulses(traced: TracedPoints, leg: LegRestrictions): TracedPoints {
  if (leg.restrictions.length === 0) return traced;
  const restrictionOf = restrictionFinder(traced, leg);
  const kept = new Uint32Array(traced.points.count);
  let count = 0;
  let lost = false;
  for (let i = 0; i < traced.points.count; i++) {
    if (i === 0 || traced.pulses[i] !== traced.pulses[i - 1])
      lost = restrictionOf(traced.pulses[i], traced.times[i]) >= 0;
    if (!lost) kept[count++] = i;
  }
  return count === traced.points.count ? traced : keepPoints(traced, kept.subarray(0, count));
}

type IsLost = (pulse: number, time: number) => boolean;

/**
 * Finds the restriction that a pulse at a time, seconds from the leg's first, is lost by: the index of the first one,
 * or −1. Restrictions with a mask need `listPulses` of the traced points.
 */
export function restrictionFinder(traced: TracedPoints, leg: LegRestrictions): (pulse: number, time: number) => number {
  const beams = leg.restrictions.some(hidesDirections) ? traced.listPulses?.() : undefined;
  const tests = lossesOf(leg, beams && createBeamReader(traced, beams));
  return (pulse, time) => tests.findIndex((test) => test(pulse, time));
}

function lossesOf(leg: LegRestrictions, beamOf: BeamReader | undefined): IsLost[] {
  return leg.restrictions.map((restriction, number): IsLost => {
    const { channels, active } = restriction;
    const isDrawn = drawOf(restriction, leg.key, number);
    return (pulse, time) =>
      (channels === undefined || channels.has(pulse % leg.channelCount)) &&
      isActive(active, leg.legStart + time) &&
      (beamOf === undefined || !hidesDirections(restriction) || liesIn(restriction, beamOf(pulse))) &&
      isDrawn(pulse);
  });
}

function drawOf({ share }: Restriction, key: StreamKey, number: number): (pulse: number) => boolean {
  if (share >= 1) return () => true;
  const words = new Uint32Array(4);
  return (pulse) => {
    draw(key, pulse, number, DRAW.dropout, words);
    return uniform(words[0]) < share;
  };
}

const modulo = (value: number, period: number): number => value - period * Math.floor(value / period);

function isActive(active: Activity, time: number): boolean {
  switch (active.kind) {
    case 'always':
      return true;
    case 'once':
      return time >= active.from && time < active.to;
    case 'periodic':
      return time >= active.phase && modulo(time - active.phase, active.period) < active.on;
    case 'random':
      return isStretchDrawn(active, Math.floor(time / active.duration));
  }
}

function isStretchDrawn({ seed, probability }: Extract<Activity, { kind: 'random' }>, stretch: number): boolean {
  const words = new Uint32Array(4);
  draw(streamKey(seed), stretch >>> 0, 0, DRAW.activity, words);
  return uniform(words[0]) < probability;
}

const TURN = 2 * Math.PI;

function liesIn({ azimuth, elevation }: Restriction, direction: Vec3): boolean {
  if (azimuth && modulo(azimuthOf(direction) - azimuth.from, TURN) > azimuth.to - azimuth.from) return false;
  return elevation === undefined || isWithin(elevation, elevationOf(direction));
}

const isWithin = ({ from, to }: Interval, angle: number): boolean => angle >= from && angle <= to;
