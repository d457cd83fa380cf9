import { UserError } from '../base/errors.js';
import { counted } from '../base/text.js';
import type { RecordedPart, RecordedPulse } from '../io/waveforms/recorded-pulse.js';
import { type CliContext, printJson, printLines } from './context.js';
import { formatTable } from './describe/format.js';
import { withOutputs } from './with-outputs.js';

/** Arguments of `subray info` that matter to waveforms. */
export interface WaveformArguments {
  file: string;
  waveform: string;
  background: 'dark' | 'light';
  force?: boolean;
  json?: boolean;
}

/** Most pulses of a picture: as many as there are colours. */
const PULSES_MAX = 8;

/**
 * `subray info FILE --waveform PULSES`: prints the waveforms of pulses, and draws them into
 * `picture`. Throws UserError.
 */
export async function infoOfWaveforms(
  context: CliContext,
  { file, waveform, background, force, json }: WaveformArguments,
  picture: { png: string; size: { width: number; height: number } } | undefined,
): Promise<void> {
  const { library } = context;
  const numbers = pulseNumbers(waveform);
  const pulses = await withOutputs([picture?.png], { force, inputs: [file] }, async () => {
    const found = await library.readWaveforms(file, numbers);
    if (picture) await library.drawWaveforms(file, found, picture.png, { ...picture.size, background, force });
    return found;
  });
  const png = picture?.png;
  if (json) printJson(context, { kind: 'waveforms', path: file, pulses: pulses.map(pulseJson), picture: png });
  else printLines(context, [...pulses.flatMap(describePulse), ...(png === undefined ? [] : [`picture: ${png}`])]);
}

function pulseNumbers(text: string): number[] {
  const numbers = text.split(',').map((part) => (/^\s*\d{1,15}\s*$/.test(part) ? Number(part) : Number.NaN));
  if (
    numbers.length <= PULSES_MAX &&
    numbers.every((number) => number >= 1) &&
    new Set(numbers).size === numbers.length
  )
    return numbers;
  throw new UserError(
    `--waveform: found "${text}", expected up to ${PULSES_MAX} different whole numbers from 1, separated by commas`,
    { hint: 'pulses with waveforms are counted from 1, in the order of the file' },
  );
}

const pulseJson = ({ parts, ...pulse }: RecordedPulse) => ({
  ...pulse,
  parts: parts.map((part) => ({ ...part, power: [...part.power] })),
});

/** A line about a pulse, and one about each of its parts. */
function describePulse({ number, pulse, pointSourceId, time, parts, fromEmission }: RecordedPulse): string[] {
  const facts = [
    ...(pulse === undefined ? [] : [`${pulse} of its leg`]),
    ...(pointSourceId === undefined ? [] : [`point source ${pointSourceId}`]),
    ...(time === undefined ? [] : [`GPS time ${time}`]),
  ];
  const rows = parts.map((part) => describePart(part, fromEmission));
  return [[`pulse ${number}`, ...facts].join(', '), ...formatTable(rows).map((line) => `  ${line}`)];
}

/** Metres of range a nanosecond. */
const METRES_PER_NANOSECOND = 0.299792458 / 2;
const NANO = 1e9;

function describePart({ start, interval, power, returns }: RecordedPart, fromEmission: boolean): string[] {
  const from = start * NANO;
  const place = fromEmission ? `${(from * METRES_PER_NANOSECOND).toFixed(3)} m` : `${from.toFixed(3)} ns`;
  const most = power.reduce((high, watts) => Math.max(high, watts), -Infinity);
  return [
    `from ${place}`,
    `${counted(power.length, 'sample')}, one every ${Number((interval * NANO).toPrecision(6))} ns`,
    `up to ${Number(most.toPrecision(4))} W`,
    returns.length === 0
      ? 'no returns'
      : `returns at ${returns.map((moment) => `${(moment * NANO).toFixed(3)} ns`).join(', ')}`,
  ];
}
