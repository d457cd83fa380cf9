import { UserError } from '../../../base/errors.js';
import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosSource } from '../scene-xml.js';

/** The absolute path of a file; notes that it is missing. `instead`: the consequence, if that is no fault. */
export async function locateFile(
  reading: HeliosReading,
  path: string,
  place: HeliosSource['place'],
  instead: string,
): Promise<string | undefined> {
  try {
    return await reading.library.locate(path, place);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteOrWarn(reading, place, error.message, instead);
    return undefined;
  }
}
