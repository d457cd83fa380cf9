import { quoteText } from '../../../base/yaml/faults.js';
import { type HeliosReading, showPlace } from '../helios-reading.js';
import type { HeliosSequence } from '../motions-xml.js';
import type { HeliosPart, HeliosScene } from '../scene-xml.js';
import type { HeliosSurvey } from '../survey-xml.js';
import { updateSteps } from '../update-steps.js';
import type { HeliosLegSection } from './leg-section.js';
import { nativeMoves } from './native-moves.js';
import { type StepRun, stepClock, updateTimes } from './step-clock.js';
import type { WrittenPart } from './write-epochs.js';
import type { WrittenPlaces } from './written.js';

/** What the motions of all parts have in common. */
interface MotionContext {
  scene: HeliosScene;
  clock: readonly StepRun[];
  pulseFreq: number;
}

/** A scene that is written, but for its motions. */
interface StandingScene {
  parts: readonly WrittenPart[];
  /** With replacements of parts. */
  epochs?: readonly Record<string, unknown>[];
}

/** Gives the parts that move, and their replacements, a `motion` in our keys. Notes faults of their steps. */
export function addMotions(
  reading: HeliosReading,
  survey: HeliosSurvey,
  { parts, epochs = [] }: StandingScene,
  sections: readonly HeliosLegSection[],
  places: WrittenPlaces,
): void {
  const { scene, legs } = survey;
  const moving = scene.parts.filter(({ motions }) => motions.length > 0);
  if (moving.length === 0 || legs.length === 0 || sections.length === 0) return;
  const context = { scene, clock: stepClock(survey, sections), pulseFreq: legs[0].scanner.pulseFreq };
  const motions = new Map(moving.map((part) => [part, motionOf(reading, part, context)]));
  for (const [k, { helios, section }] of parts.entries()) {
    const found = motions.get(helios);
    if (found === undefined) continue;
    Object.assign(section, { motion: found.motion });
    for (const { parts: replaced = {} } of epochs as { parts?: Record<string, object | null> }[]) {
      const other = replaced[String(section.name)];
      if (other) Object.assign(other, { motion: found.motion });
    }
    setPlaces(places, k, helios, found.order);
  }
  noteJumps(reading, moving);
  if (epochs.length > 0)
    reading.log.warn(
      `${showPlace(moving[0].motions[0].place)}: parts move and parts are swapped: in each play motions begin anew; in HELIOS++ they go on`,
    );
}

interface FoundMotion {
  motion: Record<string, unknown>;
  /** Its sequences, in the order of its updates. */
  order: readonly HeliosSequence[];
}

function motionOf(reading: HeliosReading, part: HeliosPart, { scene, clock, pulseFreq }: MotionContext) {
  const steps = updateSteps(reading, scene.steps, { part: part.steps, place: part.place }, pulseFreq);
  if (steps === undefined) return undefined;
  const { order, next } = inOrder(part.motions);
  warnOfUnreached(reading, part.motions, order);
  const isSteady = reading.dmotion === 'continuous';
  const motion = {
    updates: order.map(({ motions, loop }) => ({ moves: nativeMoves(motions), ...(loop > 1 && { repeat: loop }) })),
    ...(next !== undefined && { next }),
    times: updateTimes(clock, steps),
    ...(steps.shown > 1 && !isSteady && { shown: steps.shown }),
    ...(isSteady && { interpolation: 'linear' }),
  };
  return { motion, order } satisfies FoundMotion;
}

/** The sequences in the order in which a part makes them, and the number of the one that follows the last. */
function inOrder(sequences: readonly HeliosSequence[]): { order: HeliosSequence[]; next?: number } {
  const byId = new Map(sequences.map((sequence) => [sequence.id, sequence]));
  const numbers = new Map<HeliosSequence, number>();
  let current: HeliosSequence | undefined = sequences[0];
  while (current !== undefined && !numbers.has(current)) {
    numbers.set(current, numbers.size);
    // One without end follows itself.
    if (current.loop > 0) current = current.next === undefined ? undefined : byId.get(current.next);
  }
  return { order: [...numbers.keys()], ...(current && { next: numbers.get(current) }) };
}

function warnOfUnreached(
  reading: HeliosReading,
  sequences: readonly HeliosSequence[],
  order: readonly HeliosSequence[],
): void {
  for (const { id, place } of sequences.filter((sequence) => !order.includes(sequence)))
    reading.log.warn(`${showPlace(place)}: no <dmotion> leads to ${quoteText(id)}, which is never made`);
}

function setPlaces(places: WrittenPlaces, part: number, { motions }: HeliosPart, order: readonly HeliosSequence[]) {
  const path = ['scene', 'parts', part, 'motion'];
  places.set(path, motions[0].place);
  for (const [k, { place }] of order.entries()) places.set([...path, 'updates', k], place);
}

/** Notes that parts jump. */
function noteJumps(reading: HeliosReading, moving: readonly HeliosPart[]): void {
  const [{ motions }] = moving;
  const what = moving.length === 1 ? '1 part moves' : `${moving.length} parts move`;
  if (reading.dmotion !== 'continuous')
    reading.quirks.note(39, motions[0].place, `${what} by jumps, each of which rays see until the next`);
}
