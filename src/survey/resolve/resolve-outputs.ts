import {
  CLOUD_FORMATS,
  type CloudFormatName,
  cloudEndings,
  cloudFormat,
  cloudFormatOf,
} from '../../io/cloud-formats.js';
import { pulseEndings, pulseFormatOf } from '../../io/pulses/pulse-formats.js';
import { waveformEndings, waveformFormatOf } from '../../io/waveforms/waveform-formats.js';
import { mostOpen } from '../leg-files.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import type { CloudOutput, DividedOutput, PulseOutput, WaveformOutput } from '../survey.js';
import { noteFault, placeIn, type Reading } from './reading.js';
import { type Flown, resolveLegFiles } from './resolve-leg-files.js';

type OutputDefinition = Exclude<NonNullable<SurveyDefinition['output']>[number], string>;

/**
 * The clouds to write; paths are relative to `folder`, the current one. Notes unknown endings, duplicate paths, and
 * files of legs that cannot have names or would be too many.
 */
export function resolveOutputs(
  reading: Reading,
  outputs: NonNullable<SurveyDefinition['output']>,
  flown: Flown,
  folder: string,
): CloudOutput[] {
  const taken = new Set<string>();
  const resolved = outputs.map((output, index) => {
    const {
      file,
      by,
      boxes = false,
      ...options
    }: Partial<OutputDefinition> & { file: string } = typeof output === 'string' ? { file: output } : output;
    const at = typeof output === 'string' ? ['output', index] : ['output', index, 'file'];
    const path = reading.files.resolve(folder, file);
    if (taken.has(path)) noteFault(reading, at, file, 'a path that no other output has');
    taken.add(path);
    const format = cloudFormatOf(file);
    if (format === undefined) noteFault(reading, at, file, `a path that ends in ${cloudEndings()}`);
    else
      for (const [key, value] of Object.entries(options))
        if (value !== undefined && !hasOption(format, key))
          noteFault(reading, ['output', index, key], value, `a file that ends in ${endingsWith(key)} with it`);
    if (options.layout !== undefined && options.fields !== undefined)
      noteFault(reading, ['output', index, 'fields'], options.fields, 'none beside layout: helios, which has its own');
    if (format !== undefined) checkConflict(reading, index, format, options);
    if (boxes) checkBoxes(reading, index, by);
    const files = by && resolveLegFiles(reading, { file, at, by, folder }, flown);
    const described = { by, files, place: placeIn(reading, at), ...(boxes && { boxes }) };
    return { path, format: format ?? 'las', ...options, ...described };
  });
  noteOpenFiles(reading, resolved, flown);
  return resolved;
}

/** Notes boxes beside what is no cloud of all points in the world. */
function checkBoxes(reading: Reading, index: number, by: OutputDefinition['by']): void {
  const fault = (expected: string) => noteFault(reading, ['output', index, 'boxes'], true, expected);
  const { coordinates } = reading.document.value as { coordinates?: unknown };
  if (by !== undefined) fault('false, or no by: boxes have the number of all points');
  else if (coordinates === 'sensor') fault('false, or coordinates: world, in which boxes are');
}

/** Notes an option that does not go with the others. */
function checkConflict(
  reading: Reading,
  index: number,
  format: CloudFormatName,
  options: Omit<OutputDefinition, 'file' | 'by' | 'boxes'>,
): void {
  const { key, expected } = cloudFormat(format).conflict?.(options) ?? {};
  if (key !== undefined && expected !== undefined)
    noteFault(reading, ['output', index, key], options[key as keyof typeof options], expected);
}

/** Files of legs and strips that may be open at once: each has some 600 KB of buffers. */
const OPEN_FILES_MAX = 256;

function noteOpenFiles(reading: Reading, outputs: readonly CloudOutput[], { instruments }: Flown): void {
  const open = outputs.map(({ files = [] }) => mostOpen(files, instruments));
  const index = outputs.findIndex((_, k) => open.slice(0, k + 1).reduce((sum, count) => sum + count) > OPEN_FILES_MAX);
  if (index >= 0) noteFault(reading, ['output', index, 'by'], outputs[index].by, OPEN_EXPECTED);
}

const OPEN_EXPECTED = `at most ${OPEN_FILES_MAX} files that are written at once: of several scanners, or strips whose legs are apart, all are`;

/** Files besides clouds, as a survey has them. */
type Divided = NonNullable<SurveyDefinition['pulses']>;

/** The files for waveforms; paths are relative to `folder`, the current one. Notes an unknown ending, and files of legs as of clouds. */
export function resolveWaveforms(
  reading: Reading,
  output: NonNullable<SurveyDefinition['waveforms']>,
  flown: Flown,
  folder: string,
): WaveformOutput {
  const expected = `a path that ends in ${waveformEndings()}`;
  const section = { section: 'waveforms', formatOf: waveformFormatOf, expected, folder } as const;
  const resolved = resolveDivided(reading, output, section, flown);
  const noise = typeof output === 'string' ? undefined : output.noise;
  if (noise === undefined) return resolved;
  if (resolved.format !== 'helios')
    noteFault(reading, ['waveforms', 'noise'], noise, 'a file that ends in .txt with it');
  return { ...resolved, noise: noise * NANO };
}

/** Watts in a nanowatt. */
const NANO = 1e-9;

/** The files for pulses; paths are relative to `folder`, the current one. Notes an unknown ending, and files of legs as of clouds. */
export function resolvePulses(reading: Reading, output: Divided, flown: Flown, folder: string): PulseOutput {
  const expected = `a path that ends in ${pulseEndings()}`;
  return resolveDivided(reading, output, { section: 'pulses', formatOf: pulseFormatOf, expected, folder }, flown);
}

/** A section with a file, or those of legs or strips, and what endings it has. */
interface DividedSection<Format> {
  section: 'waveforms' | 'pulses';
  formatOf(path: string): Format | undefined;
  expected: string;
  folder: string;
}

function resolveDivided<Format extends string>(
  reading: Reading,
  output: Divided,
  { section, formatOf, expected, folder }: DividedSection<Format>,
  flown: Flown,
): DividedOutput & { format: Format } {
  const { file, by } = typeof output === 'string' ? { file: output } : output;
  const at = typeof output === 'string' ? [section] : [section, 'file'];
  const format = formatOf(file);
  if (format === undefined) noteFault(reading, at, file, expected);
  const files = by && resolveLegFiles(reading, { file, at, by, folder }, flown);
  if (files && mostOpen(files, flown.instruments) > OPEN_FILES_MAX)
    noteFault(reading, [section, 'by'], by, OPEN_EXPECTED);
  // A survey with the fault of an unknown ending is never run.
  const path = reading.files.resolve(folder, file);
  return { path, format: format as Format, by, files, place: placeIn(reading, at) };
}

const hasOption = (format: CloudFormatName, key: string): boolean => Object.hasOwn(CLOUD_FORMATS[format].options, key);

/** The endings of the formats with the option `key`. */
const endingsWith = (key: string): string =>
  Object.values(CLOUD_FORMATS)
    .filter(({ options }) => Object.hasOwn(options, key))
    .flatMap(({ endings }) => endings)
    .join(', ');
