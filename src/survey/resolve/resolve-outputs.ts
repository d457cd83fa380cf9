import { CLOUD_FORMATS, type CloudFormatName, cloudEndings, cloudFormatOf } from '../../io/cloud-formats.js';
import { pulseEndings, pulseFormatOf } from '../../io/pulses/pulse-formats.js';
import { waveformEndings, waveformFormatOf } from '../../io/waveforms/waveform-formats.js';
import { mostOpen } from '../leg-files.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import type { CloudOutput, PulseOutput, WaveformOutput } from '../survey.js';
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
    const { file, by, ...options }: OutputDefinition = typeof output === 'string' ? { file: output } : output;
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
    if (options.layout !== undefined && options.pulses)
      noteFault(
        reading,
        ['output', index, 'pulses'],
        true,
        'none beside layout: helios, which numbers pulses in its own way',
      );
    const files = by && resolveLegFiles(reading, { file, at, by, folder }, flown);
    return { path, format: format ?? 'las', ...options, by, files, place: placeIn(reading, at) };
  });
  noteOpenFiles(reading, resolved, flown);
  return resolved;
}

/** Files of legs and strips that may be open at once: each has some 600 KB of buffers. */
const OPEN_FILES_MAX = 256;

function noteOpenFiles(reading: Reading, outputs: readonly CloudOutput[], { instruments }: Flown): void {
  const open = outputs.map(({ files = [] }) => mostOpen(files, instruments));
  const index = outputs.findIndex((_, k) => open.slice(0, k + 1).reduce((sum, count) => sum + count) > OPEN_FILES_MAX);
  if (index < 0) return;
  const { by } = outputs[index];
  const expected = `at most ${OPEN_FILES_MAX} files that are written at once: of several scanners, or strips whose legs are apart, all are`;
  noteFault(reading, ['output', index, 'by'], by, expected);
}

/** The file for waveforms; its path is relative to `folder`, the current one. Notes an unknown ending. */
export function resolveWaveforms(reading: Reading, file: string, folder: string): WaveformOutput {
  const format = waveformFormatOf(file);
  if (format === undefined) noteFault(reading, ['waveforms'], file, `a path that ends in ${waveformEndings()}`);
  const path = reading.files.resolve(folder, file);
  return { path, format: format ?? 'npz', place: placeIn(reading, ['waveforms']) };
}

/** The file for pulses; its path is relative to `folder`, the current one. Notes an unknown ending. */
export function resolvePulses(reading: Reading, file: string, folder: string): PulseOutput {
  const format = pulseFormatOf(file);
  if (format === undefined) noteFault(reading, ['pulses'], file, `a path that ends in ${pulseEndings()}`);
  const path = reading.files.resolve(folder, file);
  return { path, format: format ?? 'csv', place: placeIn(reading, ['pulses']) };
}

const hasOption = (format: CloudFormatName, key: string): boolean => Object.hasOwn(CLOUD_FORMATS[format].options, key);

/** The endings of the formats with the option `key`. */
const endingsWith = (key: string): string =>
  Object.values(CLOUD_FORMATS)
    .filter(({ options }) => Object.hasOwn(options, key))
    .flatMap(({ endings }) => endings)
    .join(', ');
