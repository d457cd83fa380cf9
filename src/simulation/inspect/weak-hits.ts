import { formatCount } from '../../base/format-count.js';
import { Point } from '../../device/records.generated.js';
import type { PulseBuffers, PulseTracer } from '../../engine/cpu/pulse-tracer.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import { evenPulses } from '../beam-sample.js';
import { type InstrumentScan, programOf } from '../instrument-scan.js';
import { sceneFacts } from '../points/scene-facts.js';
import { type InstrumentNumbers, instrumentNumbers } from './instrument-numbers.js';
import type { SceneInspector } from './scene-inspector.js';

/** Pulses that are looked at, one by one. */
const PULSES = 200;
/** Materials that are named. */
const NAMED = 3;

/** Pulses without a return whose strongest echo is on one material. */
interface WeakMaterial {
  pulses: number;
  /** Decibels by which the echo of each of them is too weak; none of those that get no light back at all. */
  missing: number[];
}

/**
 * On which materials the strongest echoes are, and by how many decibels these are too weak, of some pulses of a leg
 * without a return that met something within the limits of range. Other echoes of a pulse are not counted. Undefined if
 * there are no such pulses.
 */
export function describeWeakHits(inspector: SceneInspector, scan: InstrumentScan, leg: number): string | undefined {
  const found = new Map<string, WeakMaterial>();
  const program = programOf(scan, leg, inspector.scene);
  const tracer = inspector.pulses({ settings: inspector.settingsOf(scan), program });
  const scanner = scannerIn(scan, leg);
  const numbers = instrumentNumbers(program);
  const { labels, materials } = sceneFacts(inspector.scene);
  for (const pulse of evenPulses(program.pulseCount, PULSES)) {
    const met = strongestOf(tracer, pulse, scanner, numbers);
    if (met === undefined) continue;
    const name = materials[labels.material[met.surface]]?.name ?? 'no material';
    const all = found.get(name) ?? { pulses: 0, missing: [] };
    found.set(name, all);
    all.pulses++;
    if (met.missing < Infinity) all.missing.push(Math.max(0, met.missing));
  }
  return found.size === 0 ? undefined : weakText(found, scanner);
}

/**
 * The strongest echo of a pulse without returns; Infinity: it is dark. Undefined: it has a return, or no hit, or noise
 * moves an echo that is strong enough out of the limits of range.
 */
function strongestOf(
  tracer: PulseTracer,
  shot: number,
  { detection: { rangeMin, rangeMax }, pulse: { duration }, sampling }: Scanner,
  numbers: InstrumentNumbers,
): { surface: number; missing: number } | undefined {
  const { found, hits, unlimited } = tracer.look(shot);
  if (found.count > 0) return undefined;
  const words = Point.SIZE / 4;
  let best: { surface: number; missing: number } | undefined;
  for (let k = 0; k < unlimited.count; k++) {
    const at = (field: number) => k * words + field / 4;
    const range = unlimited.floats[at(Point.range)];
    if (range < rangeMin || range > rangeMax) continue;
    const stretch = unlimited.floats[at(Point.echoWidth)] / duration;
    const missing = missingDecibels(unlimited.floats[at(Point.energy)], stretch, numbers);
    if (best === undefined || missing < best.missing) best = { surface: unlimited.words[at(Point.surface)], missing };
  }
  if (best === undefined) return darkHit(hits, rangeMin, rangeMax);
  return best.missing < 0 && sampling === undefined ? undefined : best;
}

/** Decibels from what the detector compares, an echo's energy or its peak, to the weakest one that is recorded. */
function missingDecibels(
  energy: number,
  stretch: number,
  { method, minEnergy, minPower, peakRate }: InstrumentNumbers,
): number {
  if (method === 'clusters') return 10 * Math.log10(minEnergy / energy);
  return 10 * Math.log10((minPower / (energy * peakRate)) * (method === 'bins' ? 1 : stretch));
}

function darkHit(
  { distance, surface }: PulseBuffers['hits'],
  rangeMin: number,
  rangeMax: number,
): { surface: number; missing: number } | undefined {
  const k = distance.findIndex((range) => range >= Math.max(0, rangeMin) && range <= rangeMax);
  return k < 0 ? undefined : { surface: surface[k], missing: Infinity };
}

function weakText(found: ReadonlyMap<string, WeakMaterial>, scanner: Scanner): string {
  const sorted = [...found].sort(([, a], [, b]) => b.pulses - a.pulses);
  const total = sorted.reduce((sum, [, { pulses }]) => sum + pulses, 0);
  const whose = `the strongest echo of ${total === 1 ? 'one such pulse' : `each of ${formatCount(total)} such pulses`}`;
  if (sorted.length === 1) return `${whose} is on ${sorted[0][0]}: ${weaknessOf(sorted[0][1], scanner)}`;
  const parts = sorted
    .slice(0, NAMED)
    .map(([name, one]) => `in ${formatCount(one.pulses)} on ${name}, ${weaknessOf(one, scanner)}`);
  return `${whose} is ${parts.join('; ')}${sorted.length > NAMED ? '; …' : ''}`;
}

/** How weak echoes are; the detector of a sampling receiver has no limit of its own. */
function weaknessOf({ pulses, missing }: WeakMaterial, { sampling }: Scanner): string {
  if (missing.length === 0) return 'nothing comes back';
  const dark = missing.length < pulses ? ', or nothing comes back' : '';
  if (sampling !== undefined) return `not found in the samples${dark}`;
  const sorted = missing.map(Math.round).sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  return `too weak by ${least === most ? least : `${least} to ${most}`} dB${dark}`;
}
