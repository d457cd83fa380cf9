import { z } from 'zod';
import type { SourcePlace } from '../base/errors.js';
import { choiceField, mapField, textField } from '../base/yaml/fields.js';
import { noteFault, placeIn, type Reading } from '../survey/resolve/reading.js';
import { type CloudDivision, filesOf, LEG_DIVISIONS, type LegDivision, type LegFile, mostOpen } from './leg-files.js';
import type { ProductContext, ProductFile } from './product.js';
import { resolveLegFiles } from './resolve-leg-files.js';

/** A file, with its absolute path, or files of legs, strips or lasers. */
export interface DividedOutput {
  /** With files of legs, strips or lasers the pattern of their paths. */
  path: string;
  /** Division of the files; absent: one for all, at `path`. */
  by?: CloudDivision;
  /** The files of the legs, strips or lasers; absent: one at `path`. */
  files?: readonly LegFile[];
  place: SourcePlace;
}

const byField = choiceField(
  'A file for each leg, or strip, in which a scanner fires: %s in its path stands for the name, %03d for the number; absent: one for all',
  LEG_DIVISIONS,
).optional();

/** The schema of a file, or files of legs, with keys of their own. */
export const dividedOutput = <Own extends z.ZodRawShape>(
  content: string,
  { needs = '', endings, own }: { needs?: string; endings: string; own: Own },
) => {
  const path = textField(
    `File for ${content} (${endings}), relative to the current folder${needs}`,
    `a path to a ${endings} file`,
  );
  return z
    .union([path, mapField(content, { file: path, by: byField, ...own })], { error: 'a path, or a map with file' })
    .describe(`Files for ${content}`);
};

/** A section with a file, or those of legs or strips, and its allowed endings. */
interface DividedSection<Format> {
  section: string;
  formatOf(path: string): Format | undefined;
  endings: string;
}

/** The files of a section. Notes an unknown ending, and files of legs that cannot have names or would be too many. */
export function resolveDivided<Format extends string>(
  reading: Reading,
  output: string | { file: string; by?: LegDivision },
  { section, formatOf, endings }: DividedSection<Format>,
  context: ProductContext,
): DividedOutput & { format: Format } {
  const { folder } = context;
  const { file, by } = typeof output === 'string' ? { file: output } : output;
  const at = typeof output === 'string' ? [section] : [section, 'file'];
  const format = formatOf(file);
  if (format === undefined) noteFault(reading, at, file, `a path that ends in ${endings}`);
  const files = by && resolveLegFiles(reading, { file, at, by, folder }, context);
  if (files && mostOpen(files, context.instruments) > OPEN_FILES_MAX)
    noteFault(reading, [section, 'by'], by, OPEN_EXPECTED);
  // A survey with the fault of an unknown ending is never run.
  const path = reading.files.resolve(folder, file);
  return { path, format: format as Format, by, files, place: placeIn(reading, at) };
}

/** Files of legs and strips that may be open at once: each has some 600 KB of buffers. */
export const OPEN_FILES_MAX = 256;

export const OPEN_EXPECTED = `at most ${OPEN_FILES_MAX} files that are written at once: of several scanners, or strips whose legs are apart, all are`;

/** The files of an output under their names. */
export const namedFiles = (noun: string, { place, ...output }: DividedOutput): ProductFile[] =>
  filesOf(output).map(({ path }) => ({ noun, path, place }));
