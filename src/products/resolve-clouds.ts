import { z } from 'zod';
import { choiceField, flagField, listField, mapField, textField } from '../base/yaml/fields.js';
import { cloudKind } from '../io/cloud-kinds.js';
import {
  CLOUD_FORMATS,
  CLOUD_OPTION_FIELDS,
  type CloudFormatName,
  cloudEndings,
  cloudFormat,
  cloudFormatOf,
  holdsMisses,
  type PointOutput,
} from '../io/clouds/cloud-formats.js';
import { noteFault, placeIn, type Reading } from '../survey/resolve/reading.js';
import { type DividedOutput, OPEN_EXPECTED, OPEN_FILES_MAX } from './divided-output.js';
import { CLOUD_DIVISIONS, mostOpen } from './leg-files.js';
import type { ProductContext } from './product.js';
import { type Flown, resolveLegFiles } from './resolve-leg-files.js';

/** A cloud, and the way it is written. */
export interface CloudOutput extends PointOutput, DividedOutput {
  /** Boxes of the objects lie beside it; absent: none. */
  boxes?: true;
  /** Pulses that were fired and have no return are points, too; absent: they are not. */
  misses?: true;
}

const outputPath = textField(
  `Cloud: ${cloudEndings()}, relative to the current folder`,
  `a path to a ${cloudEndings()} file`,
);

const output = z
  .union(
    [
      outputPath,
      mapField('an output', {
        file: outputPath,
        by: choiceField(
          'A file for each leg, or strip, in which a scanner fires, or for each laser: %s in its path stands for the name, %03d for the number of the leg or strip, %c for the number of the laser; absent: one for all',
          CLOUD_DIVISIONS,
        ).optional(),
        boxes: flagField(
          'A file NAME.boxes.json beside the cloud: the boxes of the objects that it has points of, in the world',
        ).default(false),
        misses: flagField(
          'Pulses without a return are points as well, at the end of their range: return 0 of 0, withheld',
        ).default(false),
        ...CLOUD_OPTION_FIELDS,
      }),
    ],
    { error: 'a path, or a map with file' },
  )
  .describe('A cloud to write');

/** The clouds to write. */
export const cloudsSchema = listField('clouds to write', output, { min: 1, max: 64 });

type OutputDefinition = Exclude<z.output<typeof output>, string>;

/**
 * The clouds to write; paths are relative to the folder of the context. Notes unknown endings, duplicate paths, and
 * files of legs that cannot have names or would be too many.
 */
export function resolveClouds(
  reading: Reading,
  outputs: z.output<typeof cloudsSchema>,
  context: ProductContext,
): CloudOutput[] {
  const taken = new Set<string>();
  const resolved = outputs.map((output, index) => {
    const {
      file,
      by,
      boxes = false,
      misses = false,
      ...options
    }: Partial<OutputDefinition> & { file: string } = typeof output === 'string' ? { file: output } : output;
    const at = typeof output === 'string' ? ['output', index] : ['output', index, 'file'];
    const path = reading.files.resolve(context.folder, file);
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
    if (misses && format !== undefined && !holdsMisses(format, options))
      noteFault(reading, ['output', index, 'misses'], true, MISSES_EXPECTED);
    const files = by && resolveLegFiles(reading, { file, at, by, folder: context.folder }, context);
    const described = { by, files, place: placeIn(reading, at), ...(boxes && { boxes }), ...(misses && { misses }) };
    return { path, format: format ?? 'las', ...options, ...described };
  });
  noteOpenFiles(reading, resolved, context);
  return resolved;
}

const MISSES_EXPECTED =
  'false, or a file whose fields have return_number, number_of_returns and withheld, by which misses are told from returns: .laz, or fields: all';

/** Notes boxes beside a file that is no cloud of all points in the world. */
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
  options: Omit<OutputDefinition, 'file' | 'by' | 'boxes' | 'misses'>,
): void {
  const { key, expected } = cloudFormat(format).conflict?.(options) ?? {};
  if (key !== undefined && expected !== undefined)
    noteFault(reading, ['output', index, key], options[key as keyof typeof options], expected);
}

function noteOpenFiles(reading: Reading, outputs: readonly CloudOutput[], { instruments }: Flown): void {
  const open = outputs.map(({ files = [] }) => mostOpen(files, instruments));
  const index = outputs.findIndex((_, k) => open.slice(0, k + 1).reduce((sum, count) => sum + count) > OPEN_FILES_MAX);
  if (index >= 0) noteFault(reading, ['output', index, 'by'], outputs[index].by, OPEN_EXPECTED);
}

const hasOption = (format: CloudFormatName, key: string): boolean => Object.hasOwn(CLOUD_FORMATS[format].options, key);

/** The endings of the formats with the option `key`. */
const endingsWith = (key: string): string =>
  (Object.keys(CLOUD_FORMATS) as CloudFormatName[])
    .filter((format) => hasOption(format, key))
    .flatMap((format) => cloudKind(format).endings)
    .join(', ');
