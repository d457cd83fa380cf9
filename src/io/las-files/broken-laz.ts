import { UserError } from '../../base/errors.js';
import type { LasFile } from './las-file.js';

/** The fault of a compressed file. */
export const brokenLaz = ({ path }: Pick<LasFile, 'path'>, found: string, hint?: string): UserError =>
  new UserError(found, { place: { file: path }, hint });
