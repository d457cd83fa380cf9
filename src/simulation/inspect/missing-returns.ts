import { FWHM_PER_SIGMA, Pulse } from '../../device/records.generated.js';
import type { PulseBuffers } from '../../engine/cpu/pulse-tracer.js';
import { restrictionsOf } from '../points/leg-points.js';
import { restrictionFinder } from '../points/restrict-pulses.js';
import type { LegInspection } from './leg-inspection.js';
import { echoesIn } from './pulse-echoes.js';
import type { PointsOfPulse } from './pulse-points.js';
import type { MissingReason, MissingReturn, PulseEcho } from './pulse-trace.js';
import { powerAt, timeOfRange, type WaveformOfPulse } from './pulse-waveform.js';

/** Facts of a pulse in which the search for missing returns looks. */
interface PulseFacts extends PointsOfPulse {
  of: LegInspection;
  pulse: number;
  /** Seconds from the leg's first pulse. */
  time: number;
  buffers: PulseBuffers;
  echoes: readonly PulseEcho[];
  waveform: WaveformOfPulse;
}

/** The returns of a pulse that its cloud lacks, and the reasons, as far as they are known. */
export function missingReturns(facts: PulseFacts): MissingReturn[] {
  const { buffers } = facts;
  if (buffers.pulse.words[Pulse.silent / 4] !== 0) return [{ reason: 'silent' }];
  return [...nothingMet(buffers), ...missingEchoes(facts), ...missingPoints(facts), ...restricted(facts)];
}

/** Reason for pulses without any light coming back. */
function nothingMet({ hits: { distance, energy } }: PulseBuffers): MissingReturn[] {
  if (!distance.some((range) => range >= 0)) return [{ reason: 'nothing-met' }];
  return energy.some((joules) => joules > 0) ? [] : [{ reason: 'nothing-comes-back' }];
}

/** Echoes of the light that the receiver did not find. */
function missingEchoes(facts: PulseFacts): MissingReturn[] {
  const { buffers, echoes, of } = facts;
  const light = echoesIn(buffers.unlimited);
  const nearest = Math.min(...light.map(({ range }) => range));
  const isLost = of.numbers.blindZone > 0 && nearest < limitOf(buffers, Pulse.rangeMin) + of.numbers.blindZone;
  return unmatched(light, echoes, toleranceOf(of)).map((echo) =>
    isLost && echoes.length === 0 ? { reason: 'blind-zone', ...placeOf(echo) } : missingEcho(echo, facts),
  );
}

function missingEcho(echo: PulseEcho, facts: PulseFacts): MissingReturn {
  const { buffers, echoes, of } = facts;
  const [rangeMin, rangeMax] = [limitOf(buffers, Pulse.rangeMin), limitOf(buffers, Pulse.rangeMax)];
  const place = placeOf(echo);
  if (echo.range < rangeMin) return { reason: 'below-range-min', ...place, found: echo.range, limit: rangeMin };
  if (echo.range > rangeMax) return { reason: 'beyond-range-max', ...place, found: echo.range, limit: rangeMax };
  const { maxReturns } = of.numbers;
  if (echoes.length >= maxReturns && echo.range > echoes[echoes.length - 1].range)
    return { reason: 'too-many-returns', ...place, found: echoes.length + 1, limit: maxReturns };
  const strength = strengthOf(echo, facts);
  if (strength === undefined) return { reason: 'not-detected', ...place };
  if (strength.found < strength.limit) return { reason: 'below-threshold', ...place, ...strength };
  return { reason: overLimit(echo, of, rangeMin, rangeMax) ?? 'merged', ...place };
}

/** The limit over which noise may have moved a range, the nearer one if it reaches both; undefined: none. */
function overLimit(
  { range }: PulseEcho,
  { numbers: { gate } }: LegInspection,
  rangeMin: number,
  rangeMax: number,
): MissingReason | undefined {
  const [above, below] = [range - rangeMin, rangeMax - range];
  if (Math.min(above, below) >= gate.reach + gate.growth * range) return undefined;
  return above < below ? 'below-range-min' : 'beyond-range-max';
}

/**
 * Strength of an echo, in the unit that the receiver compares; undefined of a sampling receiver, whose noise and
 * detector decide.
 */
function strengthOf(echo: PulseEcho, { of, waveform }: PulseFacts): { found: number; limit: number } | undefined {
  const { method, minEnergy, minPower, peakRate } = of.numbers;
  if (method === 'clusters') return { found: echo.energy, limit: minEnergy };
  if (method === 'bins') return { found: echo.energy * peakRate, limit: minPower };
  if (waveform.kind !== 'received') return undefined;
  return { found: powerAt(waveform, timeOfRange(echo.range)), limit: minPower };
}

/** Returns that artefacts or the choice of returns take away. */
function missingPoints({ of, buffers, measured }: PulseFacts): MissingReturn[] {
  const { detection } = of.scanner;
  const reason = Object.keys(detection.artefacts ?? {}).length > 0 ? 'artefacts' : 'return-choice';
  const left = Array.from(measured.points.range, (range, k) => ({
    range,
    energy: measured.points.energy[k],
    subrays: 0,
  }));
  return unmatched(echoesIn(buffers.outputs.points), left, toleranceOf(of)).map((echo) => ({
    reason,
    ...placeOf(echo),
  }));
}

/** Whether a restriction drops the pulse; its returns are those measured. */
function restricted({ of, pulse, time, measured }: PulseFacts): MissingReturn[] {
  const { scan, at, survey, lister } = of;
  const whole = { ...measured, first: pulse, end: pulse + 1, listPulses: () => lister(pulse, 1) };
  const found = restrictionFinder(whole, restrictionsOf(scan, at.leg))(pulse, time);
  if (found < 0) return [];
  const restriction = survey.restrictions.indexOf((scan.restrictions ?? [])[found]);
  const { range, energy, count } = measured.points;
  if (count === 0) return [{ reason: 'restricted', restriction }];
  return Array.from(range, (metres, k) => ({ reason: 'restricted', restriction, range: metres, energy: energy[k] }));
}

/** Echoes of `all` without a counterpart in `found`: each of these stands for the nearest one within the tolerance. */
function unmatched(all: readonly PulseEcho[], found: readonly PulseEcho[], tolerance: number): PulseEcho[] {
  const left = [...all];
  for (const { range } of found) {
    const apart = left.map((echo) => Math.abs(echo.range - range));
    const nearest = apart.indexOf(Math.min(...apart));
    if (nearest >= 0 && apart[nearest] <= tolerance) left.splice(nearest, 1);
  }
  return left;
}

/** Largest distance of an echo's range from that of the light, metres. */
const toleranceOf = ({ numbers: { pulseSpread, rangeResolution, method } }: LegInspection): number =>
  Math.max(FWHM_PER_SIGMA * pulseSpread, method === 'clusters' ? rangeResolution : 0);

const placeOf = ({ range, energy }: PulseEcho): Pick<MissingReturn, 'range' | 'energy'> => ({ range, energy });

const limitOf = ({ pulse }: PulseBuffers, field: number): number => pulse.floats[field / 4];
