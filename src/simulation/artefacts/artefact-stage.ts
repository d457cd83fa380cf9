import type { SourcePlace } from '../../base/errors.js';
import { joinBatches, slicePoints } from '../../cloud/point-batch.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { Physics } from '../../scanner/physics.js';
import type { TracedPoints } from '../points/traced-points.js';
import type { Alter, ArtefactLeg } from './artefact-kind.js';
import { byRange, type Echo, echoesOf, type Stretch } from './echo.js';
import { formulaNoise } from './formula-noise.js';
import { alterations, shotsAround } from './index.js';
import { type MeasuringFrame, measurePoints } from './measure-points.js';
import { rangeGate } from './range-gate.js';
import { chooseReturns } from './return-choice.js';

/** The facts of a leg that the stage needs. */
export interface StageLeg extends ArtefactLeg, MeasuringFrame {
  /** Pulses of all lasers. */
  pulseCount: number;
  /**
   * First pulse of the whole shot with which the chunks begin; absent: the first one. Earlier shots on which it depends
   * count as empty.
   */
  begin?: number;
  lister: PulseLister;
  /** What the limits of range hold for; absent: measured ranges. */
  limits?: Physics['limits'];
  /** Places of formulas, by their text; absent: unknown. */
  formulaPlaces?: Readonly<Record<string, SourcePlace>>;
}

/** Turns the points of a chunk into those that the instrument records; see `createArtefactStage`. */
export type ArtefactStage = (traced: TracedPoints) => TracedPoints;

/**
 * The stage of a leg between device and restrictions: artefacts, noise by a formula, limits of the measured range,
 * choice of returns. Chunks must
 * come in order, from the first pulse (or `begin`) on. Where lasers or shots influence each other, the last shots of a
 * chunk wait for the next chunk, so that results do not depend on how pulses are divided; the chunk that ends the leg
 * returns the rest.
 */
export function createArtefactStage(leg: StageLeg): ArtefactStage {
  const { detection, channels } = leg.scanner;
  const artefacts = detection.artefacts ?? {};
  const alter = alterations(artefacts, leg);
  const noise = noiseOf(leg);
  const around = shotsAround(artefacts);
  const records = rangeGate(leg.scanner);
  const recorded = (echoes: Echo[], pulse: number) =>
    leg.limits === 'true' ? echoes : echoes.filter(({ range }) => records(pulse, range));
  const run = (stretch: Stretch) => {
    for (const change of alter) change(stretch);
    for (const echoes of stretch.echoes) echoes.sort(byRange);
    noise?.(stretch);
    stretch.echoes = stretch.echoes.map((echoes, k) => chooseReturns(recorded(echoes, stretch.first + k), detection));
  };
  if (around === undefined) return (traced) => measure(traced, { ...traced, whole: traced.end }, run, leg);
  return holdingBack({ around, channelCount: channels.length, run, leg });
}

function noiseOf({ scanner: { detection }, key, intensity, formulaPlaces }: StageLeg): Alter | undefined {
  const { rangeNoiseFormula: text } = detection;
  if (text === undefined) return undefined;
  return formulaNoise({ text, place: formulaPlaces?.[text] }, detection, key, intensity);
}

interface HoldingBack {
  /** Shots each way that a shot depends on. */
  around: number;
  channelCount: number;
  run: Alter;
  leg: StageLeg;
}

/** A stage of whole shots, whose last ones wait until the shots that influence them are known. */
function holdingBack({ around, channelCount, run, leg }: HoldingBack): ArtefactStage {
  const reach = around * channelCount;
  let held: TracedPoints | undefined;
  let done = leg.begin ?? 0;
  return (traced) => {
    const known = held === undefined ? traced : joinTraced(held, traced);
    const whole = known.end - (known.end % channelCount);
    const end = known.end === leg.pulseCount ? known.end : Math.max(done, whole - reach);
    const result = measure(known, { first: done, end, whole }, run, leg);
    held = fromPulse(known, Math.max(known.first, end - reach));
    done = end;
    return result;
  };
}

interface Part extends PulseRange {
  /** End of the last whole shot. */
  whole: number;
}

/** The points of pulses `first` … `end` − 1 of `known`, after `run` has worked on all of its whole shots. */
function measure(known: TracedPoints, { first, end, whole }: Part, run: Alter, leg: StageLeg): TracedPoints {
  const { points, pulses } = upTo(known, whole);
  const count = whole - known.first;
  const stretch = {
    first: known.first,
    echoes: echoesOf(points, pulses, known.first, count),
    pulses: leg.lister(known.first, count),
    points,
    bodies: known.bodies,
  };
  run(stretch);
  const listPulses = known.listPulses && (() => leg.lister(first, end - first));
  return { ...known, ...measurePoints(stretch, first, end, leg), first, end, listPulses };
}

/** The points of pulses before `end`. */
function upTo({ points, pulses }: TracedPoints, end: number): Pick<TracedPoints, 'points' | 'pulses'> {
  const count = placeOf(pulses, end);
  return count === pulses.length ? { points, pulses } : { points: slicePoints(points, 0, count), pulses };
}

/** The points of pulse `first` and those after it. */
function fromPulse(traced: TracedPoints, first: number): TracedPoints {
  const from = placeOf(traced.pulses, first);
  return {
    ...traced,
    first,
    points: slicePoints(traced.points, from, traced.points.count),
    pulses: traced.pulses.subarray(from),
    times: traced.times.subarray(from),
    ...(traced.bodies && { bodies: traced.bodies.subarray(from) }),
  };
}

/** Number of points of pulses before `pulse`. */
function placeOf(pulses: Uint32Array, pulse: number): number {
  const place = pulses.findIndex((number) => number >= pulse);
  return place < 0 ? pulses.length : place;
}

function joined<Numbers extends Uint32Array | Float64Array | Int32Array>(
  type: new (length: number) => Numbers,
  before: Numbers,
  after: Numbers,
): Numbers {
  const all = new type(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** The points of two ranges of pulses, one after the other. */
const joinTraced = (before: TracedPoints, after: TracedPoints): TracedPoints => ({
  ...after,
  first: before.first,
  points: joinBatches([before.points, after.points]),
  pulses: joined(Uint32Array, before.pulses, after.pulses),
  times: joined(Float64Array, before.times, after.times),
  ...(before.bodies && after.bodies && { bodies: joined(Int32Array, before.bodies, after.bodies) }),
});
