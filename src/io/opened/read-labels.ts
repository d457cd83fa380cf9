import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { readBounded } from '../../base/files/read-bounded.js';

/** Names by their number, which is a text. */
const namesSchema = z.record(z.string().regex(/^\d+$/), z.string());

const labelsSchema = z.object({
  instances: namesSchema,
  materials: namesSchema.default({}),
  semantics: namesSchema.default({}),
  classes: namesSchema.default({}),
});

/** The content of a NAME.labels.json. */
export type LabelsFile = z.output<typeof labelsSchema>;

/** Largest file that is read: some million objects. */
const BYTES_MAX = 256 * 2 ** 20;

/** Whether a file of this path and these first bytes holds names of labels. */
export const isLabelsFile = (path: string, head: string): boolean =>
  /\.labels\.json$/i.test(path) || /^\s*\{\s*"instances"\s*:/.test(head);

/** Reads a NAME.labels.json. Throws UserError if it cannot be read, or is another file. */
export async function readLabels(files: Files, path: string): Promise<LabelsFile> {
  const bytes = await readBounded(files, path, { what: 'a file of label names', bytesMax: BYTES_MAX });
  const found = labelsSchema.safeParse(parsed(new TextDecoder().decode(bytes), path));
  if (found.success) return found.data;
  const { path: at, message } = found.error.issues[0];
  throw new UserError(`is no file of label names: ${at.length > 0 ? `${at.join('.')}: ` : ''}${message}`, {
    place: { file: path },
    hint: 'subray run writes NAME.labels.json beside a cloud: maps of instances, materials, semantics and classes from numbers to names',
  });
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`is no JSON: ${(error as Error).message}`, { place: { file: path }, cause: error });
  }
}
