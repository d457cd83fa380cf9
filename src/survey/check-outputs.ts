import type { Files } from '../base/files/files.js';
import { dirname } from '../base/files/paths.js';
import { type Fault, messageOf, quotePath } from '../base/yaml/faults.js';
import { PRODUCTS, productFiles } from '../products/index.js';
import type { ProductFile } from '../products/product.js';
import { isScene } from '../scene/scene.js';
import type { FileSource, ScenePart } from '../scene/scene-description.js';
import type { Survey } from './survey.js';

/**
 * Faults in the outputs of a survey: files in their way, folders that cannot be made, inputs that they would replace.
 */
export async function outputFaults(files: Files, survey: Survey, force: boolean): Promise<Fault[]> {
  const inputs = surveyInputs(survey);
  const outputs = productFiles(survey);
  const clashes = await clashFaults(files, outputs, inputs);
  const others = outputs.filter((output) => !clashes.has(output));
  const refusals = await Promise.all(others.map((output) => pathFaults(files, output, force)));
  const taken = [...inputs, ...outputs.map(({ path }) => path)];
  const real = await Promise.all(taken.map((path) => realPath(files, path)));
  const check = { files, taken: new Set(real), force, areRefused: refusals.flat().length > 0 };
  const own = await Promise.all(PRODUCTS.map((product) => product.faults?.(survey, check) ?? []));
  return [...clashes.values(), ...refusals.flat(), ...own.flat()];
}

/** Faults of outputs that lead to files which turned out to be read. */
export const faultsWithInputs = async (files: Files, survey: Survey, inputs: readonly string[]): Promise<Fault[]> => [
  ...(await clashFaults(files, productFiles(survey), inputs)).values(),
];

/** Paths of the files that a survey is known to read before its scene is: its own, and those named by it. */
export function surveyInputs({ file, inputs = [], scene }: Survey): string[] {
  const parts = isScene(scene) ? [] : scene.parts;
  return [...new Set([file, ...inputs, ...parts.flatMap(partInputs)])];
}

/** The paths of a source: its file, and the tiles beside it. */
export const sourcePaths = ({ path, tiles = [] }: FileSource): string[] => [path, ...tiles];

/** Paths of the files that a part of a scene names. */
export function partInputs({ source, placement }: ScenePart): string[] {
  const paths = source.kind === 'file' ? sourcePaths(source) : [source.table].filter((path) => path !== undefined);
  return placement.kind === 'csv' ? [...paths, placement.path] : paths;
}

/** Folders in which a survey writes. */
export function outputFolders(survey: Survey): string[] {
  const folders = PRODUCTS.flatMap((product) => product.folders?.(survey) ?? []);
  return [...new Set([...productFiles(survey).map(({ path }) => dirname(path)), ...folders])];
}

/** The folder for the traced pulses of a run that can be resumed: beside the first file that the survey writes. */
export const resumeFolder = (survey: Survey): string => `${productFiles(survey)[0].path}.resume`;

/** A file as messages call it: output "a.las". */
const shown = ({ noun, path }: ProductFile): string => `${noun} ${quotePath(path)}`;

async function pathFaults(files: Files, file: ProductFile, force: boolean): Promise<Fault[]> {
  try {
    await files.checkOutput(file.path, { force, makeFolders: true });
    return [];
  } catch (error) {
    return [{ place: file.place, message: `${shown(file)}: ${messageOf(error)}` }];
  }
}

/** Outputs that lead to an input or to each other, by whatever name. */
async function clashFaults(
  files: Files,
  outputs: readonly ProductFile[],
  inputs: readonly string[],
): Promise<Map<ProductFile, Fault>> {
  const known = new Map<string, KnownFile>();
  for (const path of inputs) known.set(await files.identify(path), { path });
  const faults = new Map<ProductFile, Fault>();
  for (const output of outputs) {
    const { path, place } = output;
    const id = await files.identify(path);
    const other = known.get(id);
    if (other) faults.set(output, { place, message: `${shown(output)} ${clashWith(other, path)}` });
    else known.set(id, { path, output: shown(output) });
  }
  return faults;
}

/** A file that an output must not be. */
interface KnownFile {
  path: string;
  /** Its name in messages, if it is an output; absent: the survey reads it. */
  output?: string;
}

function clashWith({ path, output }: KnownFile, own: string): string {
  if (output === undefined)
    return path === own
      ? 'is a file that the survey reads'
      : `is the same file as ${quotePath(path)}, which the survey reads`;
  return path === own ? `has the same path as ${output}, expected a path of its own` : `is the same file as ${output}`;
}

const realPath = async (files: Files, path: string): Promise<string> => files.realPath(path).catch(() => path);
