import { CLOUD_FORMATS, type CloudFormatName, cloudEndings, cloudFormatOf } from '../../io/cloud-formats.js';
import { waveformEndings, waveformFormatOf } from '../../io/waveforms/waveform-formats.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import type { CloudOutput, WaveformOutput } from '../survey.js';
import { noteFault, placeIn, type Reading } from './reading.js';

/** The clouds to write; paths are relative to `folder`, the current one. Notes unknown endings and duplicate paths. */
export function resolveOutputs(
  reading: Reading,
  outputs: NonNullable<SurveyDefinition['output']>,
  folder: string,
): CloudOutput[] {
  const taken = new Set<string>();
  return outputs.map((output, index) => {
    const { file, ...options } = typeof output === 'string' ? { file: output } : output;
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
    return { path, format: format ?? 'las', ...options, place: placeIn(reading, at) };
  });
}

/** The file for waveforms; its path is relative to `folder`, the current one. Notes an unknown ending. */
export function resolveWaveforms(reading: Reading, file: string, folder: string): WaveformOutput {
  const format = waveformFormatOf(file);
  if (format === undefined) noteFault(reading, ['waveforms'], file, `a path that ends in ${waveformEndings()}`);
  const path = reading.files.resolve(folder, file);
  return { path, format: format ?? 'npz', place: placeIn(reading, ['waveforms']) };
}

const hasOption = (format: CloudFormatName, key: string): boolean => Object.hasOwn(CLOUD_FORMATS[format].options, key);

/** The endings of the formats with the option `key`. */
const endingsWith = (key: string): string =>
  Object.values(CLOUD_FORMATS)
    .filter(({ options }) => Object.hasOwn(options, key))
    .flatMap(({ endings }) => endings)
    .join(', ');
