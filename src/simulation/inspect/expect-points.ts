import { AbortedError } from '../../base/errors.js';
import { turnTaker } from '../../base/steps.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { createPulseLister } from '../../engine/cpu/pulse-lister.js';
import type { PulseTracer } from '../../engine/cpu/pulse-tracer.js';
import { firingLegs, pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import type { Survey } from '../../survey/survey.js';
import { evenPulses } from '../beam-sample.js';
import { type InstrumentScan, programOf } from '../instrument-scan.js';
import { instrumentScansOf } from '../instrument-scans.js';
import { createLegPoints, needsOrder, needsPulses } from '../points/leg-points.js';
import { type SceneFacts, sceneFacts } from '../points/scene-facts.js';
import { standLegsOn } from '../stand-legs.js';
import { pulsesAround } from './pulse-points.js';
import type { SceneInspector } from './scene-inspector.js';

/** Estimated numbers of points of a survey. */
export interface ExpectedPoints {
  points: number;
  /** Points of each scanner, and of each leg. */
  scanners: number[];
  legs: number[];
  /** Pulses that were fired for the estimate. */
  fired: number;
}

export interface ExpectOptions {
  /** About so many pulses are fired, evenly over the pulses of all legs; absent: 12,000. */
  pulses?: number;
  signal?: AbortSignal;
}

/** Pulses of each leg at the least, as far as there are enough for all. */
const LEG_PULSES = 200;
/** Pulses that are traced together, before others may have their turn: a few milliseconds. */
const BLOCK = 32;

/** A scanner in a leg, with the pulses to fire. */
interface Shooting {
  scan: InstrumentScan;
  leg: number;
  settings: RunSettings;
  program: PulseProgram;
  facts: SceneFacts;
  module: WebAssembly.Module;
}

/**
 * The points that a survey of the inspected scene is expected to have, by firing some of its pulses as a run does,
 * artefacts, choice of returns and restrictions included. The standard error of some thousand pulses is one or two
 * percent of the points. Throws UserError for a leg that has no ground below it, and for one that does not fit into
 * memory; AbortedError.
 */
export async function expectPoints(
  survey: Survey,
  inspector: SceneInspector,
  { pulses = 12_000, signal }: ExpectOptions = {},
): Promise<ExpectedPoints> {
  if (signal?.aborted) throw new AbortedError();
  const standing = await standLegsOn(survey, (area, place) => inspector.groundOver(area, place, signal));
  const scans = instrumentScansOf(standing);
  const fires = scans.flatMap((scan, scanner) => firingLegs(scan, scan.legs).map((leg) => ({ scan, scanner, leg })));
  const counts = fires.map(({ scan, leg }) => pulsesIn(scan, scan.legs, leg));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const least = Math.min(LEG_PULSES, pulses / Math.max(1, fires.length));
  const facts = sceneFacts(inspector.scene);
  const settings = scans.map((scan) => inspector.settingsOf(scan));
  const expected: ExpectedPoints = {
    points: 0,
    scanners: scans.map(() => 0),
    legs: standing.legs.map(() => 0),
    fired: 0,
  };
  for (const [k, { scan, scanner, leg }] of fires.entries()) {
    const program = programOf(scan, leg, inspector.scene);
    const most = Math.ceil(Math.max(least, (pulses * counts[k]) / total));
    const shooting = { scan, leg, settings: settings[scanner], program, facts, module: inspector.module };
    const { points, fired } = await shoot(inspector, shooting, most, signal);
    const ofLeg = fired === 0 ? 0 : (points * program.pulseCount) / fired;
    expected.points += ofLeg;
    expected.scanners[scanner] += ofLeg;
    expected.legs[leg] += ofLeg;
    expected.fired += fired;
  }
  return expected;
}

/** Fires up to `most` pulses of a scanner in a leg, and counts their points. */
async function shoot(
  inspector: SceneInspector,
  shooting: Shooting,
  most: number,
  signal: AbortSignal | undefined,
): Promise<{ points: number; fired: number }> {
  const takeTurn = turnTaker(signal);
  const count = pointCounter(shooting);
  const chosen = [...new Set(evenPulses(shooting.program.pulseCount, most))];
  let points = 0;
  for (let k = 0; k < chosen.length; k += BLOCK) {
    points += count(inspector, chosen.slice(k, k + BLOCK));
    await takeTurn();
  }
  return { points, fired: chosen.length };
}

/** Counts the points of some pulses of a scanner in a leg, in their order. */
type PointCounter = (inspector: SceneInspector, pulses: readonly number[]) => number;

function pointCounter(shooting: Shooting): PointCounter {
  const { scan, leg } = shooting;
  return needsPulses(scan, leg) || needsOrder(scan, leg) ? countEach(shooting) : countTogether(shooting);
}

/** Counts pulses that do not influence each other. */
function countTogether(shooting: Shooting): PointCounter {
  const { scan, leg: index, facts: scene } = shooting;
  const points = createLegPoints({ scan, index, scene });
  return (inspector, pulses) => {
    const outputs = inspector.pulses(shooting).traceEach(pulses);
    const range = { first: pulses[0], end: pulses[pulses.length - 1] + 1 };
    return points.make({ ...range, outputs }, true).traced.points.count;
  };
}

/**
 * Counts the points of listed pulses. Where artefacts of shots act on each other, those around each are fired as well.
 */
function countEach(shooting: Shooting): PointCounter {
  const { scan, leg: index, program, facts: scene, module } = shooting;
  const scanner = scannerIn(scan, index);
  const lister = createPulseLister(program, module);
  const isSerial = needsOrder(scan, index);
  const pointsFrom = (begin?: number) => createLegPoints({ scan, index, scene, lister, begin });
  const anywhere = isSerial ? undefined : pointsFrom();
  const countOf = (tracer: PulseTracer, pulse: number) => {
    const range = isSerial ? pulsesAround(scanner, program, pulse) : { first: pulse, end: pulse + 1 };
    const points = anywhere ?? pointsFrom(range.first);
    let found = 0;
    tracer.trace(range, (piece) => {
      for (const number of points.make(piece, true).traced.pulses) if (number === pulse) found++;
    });
    return found;
  };
  return (inspector, pulses) => {
    const tracer = inspector.pulses(shooting);
    return pulses.reduce((found, pulse) => found + countOf(tracer, pulse), 0);
  };
}
