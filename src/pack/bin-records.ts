import { Bins, PART_STEP } from '../device/records.generated.js';
import { BINS_DEFAULTS } from '../scanner/bin-settings.js';
import { binPulse, binWindow, longestInBins, metresPerBin } from '../scanner/bins.js';
import type { Footprint } from '../scanner/footprint.js';
import type { Scanner } from '../scanner/scanner.js';
import { RecordWriter } from './record-writer.js';

/**
 * The bins of a pulse that are recorded are as many as these pulses have that do not meet, or
 * BINS_RECORDED if these are more.
 */
const PULSES_RECORDED = 4;
const BINS_RECORDED = 1024;

/** Bins of a pulse for which a device has room where they are recorded: of all its subrays, but for a limit. */
export function binsRecorded(
  scanner: Pick<Scanner, 'pulse' | 'detection'>,
  { subrays }: Pick<Footprint, 'subrays'>,
): number {
  // A pulse may begin and end anywhere in a step.
  const steps = Math.ceil((binPulse(scanner).powers.length + 2 * (PART_STEP - 1)) / PART_STEP);
  return Math.min(subrays * steps * PART_STEP, Math.max(BINS_RECORDED, PULSES_RECORDED * steps * PART_STEP));
}

/** Greater than any number of bins, and any range in metres. */
const NO_LIMIT = 2 ** 31 - 1;
/** Zeros behind the pulse, which the CPU reads four bins at a time. */
const PADDING = [0, 0, 0, 0];

/**
 * The Bins record of a leg, and the pulse as shares of its peak for the `response` buffer.
 * `ways`: 2, there and back, or 1.
 */
export function binRecords(
  scanner: Pick<Scanner, 'pulse' | 'detection'>,
  ways: number,
): { bins: ArrayBuffer; response: ArrayBuffer } {
  const settings = scanner.detection.bins ?? BINS_DEFAULTS;
  const { powers, peak, length } = binPulse(scanner);
  const shares = powers.map((power) => power / powers[peak]);
  const metres = metresPerBin(settings, ways);
  const [window, longest] = [binWindow(settings), longestInBins(settings)];
  // Bins of a waveform: those between its nearest and farthest hit, the pulse, and one more.
  const cutFrom = longest - length - 1;
  const writer = new RecordWriter(Bins.SIZE);
  writer.f32(Bins.perMetre, 1 / metres);
  writer.f32(Bins.metres, metres);
  writer.i32(Bins.pulse, powers.length);
  writer.i32(Bins.peak, peak);
  writer.i32(Bins.count, Math.min(longest, NO_LIMIT));
  writer.i32(Bins.window, window);
  // If every bin may be a return, one pulse may have several.
  writer.f32(Bins.alike, window > 1 ? Math.min(1, cutFrom) : 0);
  writer.f32(Bins.flank, lowestFlank(shares, peak, window));
  writer.f32(Bins.cutFrom, Math.min(cutFrom, NO_LIMIT));
  writer.f32(Bins.cutRange, Math.min(longest * metres, NO_LIMIT));
  return { bins: writer.buffer, response: Float32Array.from([...shares, ...PADDING]).buffer };
}

/**
 * The lowest of a pulse's shares in the window about its peak; behind the pulse the share is 0, and its first bin does
 * not count.
 */
function lowestFlank(shares: readonly number[], peak: number, window: number): number {
  const first = Math.max(1, peak - window + 1);
  return Math.min(1, ...Array.from({ length: peak + window - first }, (_, k) => shares[first + k] ?? 0));
}
