import { UserError } from '../../../base/errors.js';
import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosPlacement, HeliosScene, HeliosSource } from '../scene-xml.js';
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
    const found = await filesOf(reading, part.source);
    const own = ownNumber(part);
    for (const [k, file] of found.entries()) {
      places.set(['scene', 'parts', parts.length], part.source.place);
      parts.push(nativePart(part, file, objectNumber(own ?? running + k)));
    }
    running += Math.max(1, found.length);
  }
  const spectra = await reading.library.folders('spectra');
  return { parts, ...(spectra.length > 0 && { materialFolders: spectra }) };
}

/** The number in a part's id, if it is one. */
function ownNumber({ id }: HeliosPart): number | undefined {
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}

/** The files that a source loads; notes those that are missing. */
async function filesOf(reading: HeliosReading, { params, place }: HeliosSource): Promise<string[]> {
  const [path, pattern] = [params.text('filepath'), params.text('efilepath')];
  try {
    if (pattern !== undefined) return await matchingFiles(reading, pattern, params.place('efilepath'));
    if (path !== undefined) return [await reading.library.locate(path, params.place('filepath'))];
    throw new UserError('the filter names no file, expected a <param> with key filepath or efilepath', { place });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteOrWarn(reading, error.place ?? place, withHint(error), 'the part is left out, as HELIOS++ does');
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

function nativePart({ source, placement }: HeliosPart, file: string, instance: number): NativePart {
  return { file, ...upOf(source), ...transformOf(placement), ...standingOf(placement), instance };
}

const upOf = ({ params }: HeliosSource): NativePart =>
  params.text('up')?.trim().toLowerCase() === 'y' ? { up: 'y' } : {};

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
