import { UserError } from '../../../base/errors.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosPlacement, HeliosScene, HeliosSource } from '../scene-xml.js';
import { nativeSource } from './native-source.js';
import type { WrittenPlaces } from './written.js';

/** A part in our keys. */
type NativePart = Record<string, unknown>;

/**
 * The parts of a scene in our keys, each with the number of HELIOS++'s object. Notes files that are missing, and what
 * cannot be expressed.
 */
export async function nativeScene(
  reading: HeliosReading,
  scene: HeliosScene,
  places: WrittenPlaces,
): Promise<Record<string, unknown>> {
  const parts: NativePart[] = [];
  let running = 0;
  for (const part of scene.parts) {
    const found = await filesOf(reading, part.source, partName(part, running));
    const keys = await nativeSource(reading, part);
    const own = ownNumber(reading, part, running);
    for (const [k, file] of found.entries()) {
      places.set(['scene', 'parts', parts.length], part.source.place);
      const instance = objectNumber(own ?? running + k);
      parts.push({ file, ...keys, ...transformOf(part.placement), ...standingOf(part.placement), instance });
    }
    running += Math.max(1, found.length);
  }
  noteMotions(reading, scene.parts);
  const spectra = await reading.library.folders('spectra');
  return { parts, ...(spectra.length > 0 && { materialFolders: spectra }) };
}

/** The number in a part's id, if it is one. */
function ownNumber({ quirks }: HeliosReading, { id, place }: HeliosPart, running: number): number | undefined {
  if (id !== undefined && /^\d{1,9}$/.test(id)) return Number(id);
  if (id !== undefined)
    quirks.note(
      35,
      place,
      `the part id ${quoteText(id)} is no number: its object has the index of the part, ${running}`,
    );
  return undefined;
}

/** The files that a source loads; notes those that are missing. */
async function filesOf(reading: HeliosReading, { params, place }: HeliosSource, name: string): Promise<string[]> {
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

/** Notes that parts move, which they cannot here. */
function noteMotions(reading: HeliosReading, parts: readonly HeliosPart[]): void {
  const moving = parts.flatMap(({ moves }) => moves ?? []);
  if (moving.length === 0) return;
  const what = moving.length === 1 ? '1 part moves' : `${moving.length} parts move`;
  const hint = reading.lenient ? '' : '; with --lenient the scene stands still';
  const message = `${what} during the survey (<dmotion>), which is not simulated${hint}`;
  noteOrWarn(reading, moving[0], message, 'the scene stands still');
}

/** A part in messages. */
const partName = ({ id }: HeliosPart, running: number): string =>
  id === undefined ? `part ${running} (by its index)` : `part ${quoteText(id)}`;

/**
 * HELIOS++ puts the lowest vertex of a part on a plane through the ground, or, with −1, the vertex that is closest to
 * it; larger numbers look at a part of the vertices only.
 */
const standingOf = ({ onGround }: HeliosPlacement): NativePart =>
  onGround === 0 ? {} : { on: { part: 'ground', by: onGround === 1 ? 'plane-lowest' : 'plane-closest' } };

function transformOf({ turns, scale, offset }: HeliosPlacement): NativePart {
  const transform = {
    ...(scale !== 1 && { scale }),
    ...(turns.length > 0 && { rotate: turns }),
    ...(offset?.some((value) => value !== 0) && { translate: offset }),
  };
  return Object.keys(transform).length > 0 ? { transform } : {};
}

/** Our number of HELIOS++'s object: 0 is no object here, so all are one higher. */
const objectNumber = (helios: number): number => helios + 1;
