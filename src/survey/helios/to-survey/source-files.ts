import { UserError } from '../../../base/errors.js';
import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosSource } from '../scene-xml.js';

/** The files that a source loads; notes those that are missing. `name`: that of the part in messages. */
export async function sourceFiles(
  reading: HeliosReading,
  { params, place }: HeliosSource,
  name: string,
): Promise<string[]> {
  const [path, pattern] = [params.text('filepath'), params.text('efilepath')];
  try {
    if (pattern !== undefined) return await matchingFiles(reading, pattern, params.place('efilepath'));
    if (path !== undefined) return [await reading.library.locate(path, params.place('filepath'))];
    throw new UserError('the filter names no file, expected a <param> with key filepath or efilepath', { place });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const message = `${name}: ${withHint(error)}`;
    noteOrWarn(reading, error.place ?? place, message, 'the part is left out, as HELIOS++ does');
    return [];
  }
}

async function matchingFiles(
  { library }: HeliosReading,
  pattern: string,
  place: HeliosSource['place'],
): Promise<string[]> {
  const found = await library.matching(pattern, place);
  if (found.length > 0) return found;
  throw new UserError(`found no file that matches "${pattern}" in ${library.roots.join(', ')}`, { place });
}

const withHint = ({ message, hint }: UserError): string => (hint === undefined ? message : `${message}; ${hint}`);
