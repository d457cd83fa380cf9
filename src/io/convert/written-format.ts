import { UserError } from '../../base/errors.js';
import { outputName, STANDARD_OUTPUT } from '../../base/files/standard-output.js';
import { cloudKind } from '../cloud-kinds.js';
import {
  type CloudFormatName,
  cloudEndings,
  cloudFormatOf,
  hasOption,
  type PointOutput,
} from '../clouds/cloud-formats.js';

/** Options of a cloud to write, as in a survey: `pointFormat`, `scale`, … */
export type OutputOptions = Omit<PointOutput, 'path' | 'format'>;

/**
 * The format of the output at `out`, with `stated` as the requested one. Throws UserError if none is known, or if its
 * path contradicts it.
 */
export function writtenFormat(out: string, stated: CloudFormatName | undefined): CloudFormatName {
  if (out === STANDARD_OUTPUT) return stated ?? 'las';
  const place = { file: out };
  const ofPath = cloudFormatOf(out);
  if (stated !== undefined && ofPath !== undefined && stated !== ofPath)
    throw new UserError(`its ending says ${ofPath}, and the format that is asked for is ${stated}`, {
      place,
      hint: `choose a name that ends in ${cloudKind(stated).endings[0]}`,
    });
  const format = stated ?? ofPath;
  if (format === undefined)
    throw new UserError(`the ending says no format that is written: expected ${cloudEndings()}`, { place });
  return format;
}

/** Throws UserError for an option of the output at `out` that its format does not have. */
export function refuseForeignOptions(format: CloudFormatName, out: string, options: OutputOptions = {}): void {
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || hasOption(format, key)) continue;
    const others = cloudEndings((_, name) => hasOption(name, key));
    throw new UserError(`${key}: found ${String(value)}, and ${format} has no such option`, {
      place: { file: outputName(out) },
      hint: `leave it out (--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}), or write ${others}`,
    });
  }
}

/** Whether the points of a format are the records of LAS. */
export const isLasFormat = (format: CloudFormatName): boolean =>
  format === 'las' || format === 'laz' || format === 'copc';
