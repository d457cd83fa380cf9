import { append } from '../base/append.js';
import { type SourcePlace, UserError } from '../base/errors.js';
import { describeSystemError } from '../base/files/file-error.js';
import type { CreateOptions, Files, WithFiles } from '../base/files/files.js';
import { finishInTurns } from '../base/steps.js';
import { type Fault, formatPath, messageOf, quoteText, throwFaults } from '../base/yaml/faults.js';
import { firingLegs, scannerIn } from '../scanner/leg-scanner.js';
import { legFault } from '../scanner/leg-timing.js';
import { countPlacements, PLACEMENTS_MAX } from '../scene/place/count-placements.js';
import { parsePlacements, readPlacementTable } from '../scene/place/csv-placement.js';
import { kindOfEnding } from '../scene/read/file-kinds.js';
import { MODEL_ENDINGS, sceneFormatOf } from '../scene/read/scene-formats.js';
import { isScene } from '../scene/scene.js';
import type { PartPlacement, ScenePart } from '../scene/scene-description.js';
import type { SurveyScene } from './bare-survey.js';
import { outputFaults, sourcePaths } from './check-outputs.js';
import type { Survey } from './survey.js';

export type CheckOptions = WithFiles & CreateOptions;

/**
 * Checks a survey for everything that can be known before computing: files exist and are readable, tables of instances
 * are well formed, outputs can be written, every leg has pulses. Throws one UserError that lists every fault.
 *
 * @example
 * ```ts
 * await checkSurvey(await loadSurvey('survey.yaml', { files }), { files });
 * ```
 */
export async function checkSurvey(survey: Survey, { files, force = false }: CheckOptions): Promise<void> {
  checkIsSurvey(survey);
  // A scene in memory has no more files to read.
  const parts = isScene(survey.scene) ? [] : survey.scene.parts;
  const faults = [
    ...(await Promise.all(parts.map((part) => partFaults(files, part)))).flat(),
    ...placementFaults(parts),
    ...pulseFaults(survey),
    ...(await outputFaults(files, survey, force)),
  ];
  throwFaults(faults);
}

/** Faults in the files that a survey names, its frames aside; outputs may exist. */
export async function fileFaults(files: Files, survey: Survey): Promise<Fault[]> {
  const parts = isScene(survey.scene) ? [] : survey.scene.parts;
  const unreadable = await Promise.all(parts.map((part) => partFaults(files, part)));
  // A path that is named twice is a fault already.
  const outputs = [...new Map(survey.outputs.map((output) => [output.path, output])).values()];
  return [...unreadable.flat(), ...(await outputFaults(files, { ...survey, outputs, frames: undefined }, true))];
}

/** Throws UserError if a program passes something that is not a survey. */
export function checkIsSurvey(given: Partial<Survey> | undefined): void {
  if (!Array.isArray(given?.legs) || !isSceneOfSurvey(given.scene))
    throw new UserError('found a value that is not a survey', {
      hint: 'pass the result of loadSurvey or createSurvey',
    });
}

/** Whether this is a scene, or the description of one. */
export const isSceneOfSurvey = (given: SurveyScene | undefined): given is SurveyScene =>
  isScene(given) || Array.isArray(given?.parts);

async function partFaults(files: Files, { name, source, placement, place }: ScenePart): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (source.kind === 'file') {
    for (const path of sourcePaths(source))
      append(faults, await inputFaults(files, `part ${quoteText(name)}`, path, place));
    // A cloud of points is known by its content.
    if (source.voxels?.size === undefined && sceneFormatOf(source.path) === undefined)
      faults.push({
        place,
        message: endingFault(source.path),
      });
  }
  if (placement.kind === 'csv') append(faults, await tableFaults(files, placement, place));
  return faults;
}

/** The placements that are known without reading a table are counted before anything is placed. */
function placementFaults(parts: readonly ScenePart[]): Fault[] {
  let count = 0;
  for (const { name, placement, place } of parts) {
    count += countPlacements(placement);
    if (count <= PLACEMENTS_MAX) continue;
    const found = `part ${quoteText(name)}: found ${count} placements so far`;
    return [{ place, message: `${found}, expected at most ${PLACEMENTS_MAX} in a scene` }];
  }
  return [];
}

function endingFault(path: string): string {
  const kind = kindOfEnding(path);
  const named = kind === undefined ? '' : `${kind.name}; `;
  const hint = kind === undefined ? '' : `; ${kind.hint}`;
  return `${quoteText(path)}: ${named}expected a model that ends in ${MODEL_ENDINGS.join(', ')}${hint}`;
}

async function inputFaults(files: Files, what: string, path: string, place: SourcePlace): Promise<Fault[]> {
  const message = await readFault(files, path);
  return message === undefined ? [] : [{ place, message: `${what}: cannot read ${quoteText(path)}: ${message}` }];
}

/** The reason why a file cannot be read, or undefined. */
async function readFault(files: Files, path: string): Promise<string | undefined> {
  try {
    const { kind, size } = await files.stat(path);
    if (kind === 'folder') return 'it is a folder';
    if (kind !== 'file') return 'it is not a regular file';
    if (size === 0) return 'it is empty';
    await (await files.open(path)).close();
    return undefined;
  } catch (error) {
    return describeSystemError(error);
  }
}

async function tableFaults(
  files: Files,
  { path, ignore }: Extract<PartPlacement, { kind: 'csv' }>,
  place: SourcePlace,
): Promise<Fault[]> {
  const unreadable = await inputFaults(files, 'instances', path, place);
  if (unreadable.length > 0) return unreadable;
  try {
    await finishInTurns(parsePlacements(await readPlacementTable(files, path), path, { ignore }));
    return [];
  } catch (error) {
    return [{ place: placeOf(error) ?? place, message: messageOf(error) }];
  }
}

const placeOf = (error: unknown): SourcePlace | undefined => (error instanceof UserError ? error.place : undefined);

/** Faults in the pulses of a survey, independent of their use. */
const pulseFaults = (survey: Survey): Fault[] => [...legFaults(survey), ...sourceFaults(survey)];

/** Checks that every leg has pulses and that they can be numbered. Throws one UserError that lists every fault. */
export const checkPulses = (survey: Survey): void => throwFaults(pulseFaults(survey));

/** Faults in the pulses of legs, each at its leg. */
export function legFaults(survey: Pick<Survey, 'file' | 'instruments' | 'legs'>): Fault[] {
  return survey.instruments.flatMap((instrument) =>
    firingLegs(instrument, survey.legs).flatMap((k) => {
      const leg = survey.legs[k];
      const fault = legFault(scannerIn(instrument, k), leg);
      const place = leg.place ?? { file: survey.file };
      // Without lines, the path says which leg it is.
      const at = place.line === undefined ? `${formatPath(['legs', k])}: ` : '';
      const who = survey.instruments.length > 1 ? `${leg.name}, ${instrument.name}` : leg.name;
      return fault === undefined ? [] : [{ place, message: `${at}${who}: ${fault}` }];
    }),
  );
}

const SOURCE_ID_MAX = 65_535;

/** Checks that every leg of every scanner has a LAS point source id of its own, if the survey sets none. */
function sourceFaults({ legs, instruments, file }: Survey): Fault[] {
  if (legs.length * instruments.length <= SOURCE_ID_MAX) return [];
  const found = `${legs.length} legs of ${instruments.length} scanners`;
  return [{ place: { file }, message: `${found} are more than ${SOURCE_ID_MAX}; split the survey` }];
}
