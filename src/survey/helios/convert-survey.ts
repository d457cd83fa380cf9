import { UserError } from '../../base/errors.js';
import type { CreateOptions, Files, OutputSet, WithFiles } from '../../base/files/files.js';
import { basename, dirname, isInside, joinPath, relativePath } from '../../base/files/paths.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { writeWhole } from '../../base/files/text-file.js';
import { movePaths } from '../move-paths.js';
import type { SurveyFormatOptions } from '../survey-format.js';
import { yamlDocument, yamlText } from '../survey-yaml.js';
import type { QuirkNote } from './quirk-notes.js';
import { QUIRKS } from './quirks.js';
import { type ConvertedSurvey, convertHeliosSurvey } from './read-helios-survey.js';

/** A quirk of HELIOS++ that a survey touches. */
export interface TouchedQuirk extends QuirkNote {
  /** Whether the survey that was written has it; see QUIRKS. */
  isKept: boolean;
  /** The change if a survey does not have it. */
  without: string;
}

/** The files and quirks of a conversion. */
export interface Conversion {
  from: string;
  /** Paths of all files, the survey first. */
  files: string[];
  legs: number;
  quirks: TouchedQuirk[];
}

/**
 * Writes a survey of HELIOS++ in the keys of docs/survey.md to `out` (.yaml, .yml), with the recordings that the
 * conversion made beside it; all appear together. Paths of files that lie beside or below it are relative to it.
 * `options` are those of `convertHeliosSurvey`. Throws UserError as that function does, for other endings, files in the
 * way without `force`, and outputs that are an input.
 */
export async function convertSurvey(
  file: string,
  out: string,
  { files: given, force, ...options }: SurveyFormatOptions & CreateOptions & WithFiles,
): Promise<Conversion> {
  checkEndings(file, out);
  const files = recordInputs(given);
  const converted = await convertHeliosSurvey(files, file, options);
  const folder = dirname(files.resolve(files.folder, out));
  const text = surveyText(files, converted, folder, basename(file));
  // Recordings that a conversion may have made, of vehicles for instance.
  const recordings = converted.files.map(({ name, text }) => ({ path: joinPath(folder, name), text }));
  const outputs = [{ path: out, text }, ...recordings];
  const inputs = [...files.inputs, ...namedFiles(files, converted)];
  await writeTexts(files.openSet({ force, inputs }), outputs);
  return {
    from: file,
    files: outputs.map(({ path }) => path),
    legs: (converted.value.legs as unknown[]).length,
    quirks: converted.quirks.map((note) => ({ ...note, ...QUIRKS[note.quirk] })),
  };
}

function checkEndings(file: string, out: string): void {
  if (!/\.xml$/i.test(file))
    throw new UserError('expected a survey of HELIOS++, a file that ends in .xml', { place: { file } });
  if (!/\.ya?ml$/i.test(out)) throw new UserError('a survey is written as a .yaml file', { place: { file: out } });
}

/** Files that a run of the survey will read: scene files, trajectories. */
function namedFiles(files: Files, { value }: ConvertedSurvey): string[] {
  const named: string[] = [];
  movePaths(value, (path) => {
    if (files.isAbsolute(path)) named.push(path);
    return path;
  });
  return named;
}

function surveyText(files: Files, { value }: ConvertedSurvey, folder: string, from: string): string {
  const move = (path: string) => (files.isAbsolute(path) && isInside(folder, path) ? relativePath(folder, path) : path);
  const document = yamlDocument(movePaths(value, move) as Record<string, unknown>, [
    `Made by subray convert from ${from}, a survey of HELIOS++.`,
  ]);
  return yamlText(document, 'the survey');
}

/** Writes text files that appear together, or none. */
async function writeTexts(set: OutputSet, texts: readonly { path: string; text: string }[]): Promise<void> {
  try {
    for (const { path, text } of texts) await writeWhole(set, path, new TextEncoder().encode(text));
    await set.commit();
  } catch (error) {
    await set.abort();
    throw error;
  }
}
