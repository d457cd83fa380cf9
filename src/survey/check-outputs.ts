import type { SourcePlace } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { dirname } from '../base/files/paths.js';
import { type Fault, messageOf, quotePath } from '../base/yaml/faults.js';
import { isScene } from '../scene/scene.js';
import type { ScenePart } from '../scene/scene-description.js';
import { frameFaults, olderLegFaults } from './check-frames.js';
import { boxesPaths, labelsPaths } from './labels-paths.js';
import { filesOf } from './leg-files.js';
import { posesPaths } from './poses-paths.js';
import { framePath } from './schema/frames-schema.js';
import type { Survey } from './survey.js';
import { waveformFaults, waveformPaths } from './waveform-outputs.js';

/** A file that a survey writes under one name. */
interface NamedOutput {
  /** In messages: output "a.las". */
  shown: string;
  path: string;
  place: SourcePlace;
}

/** Faults in the outputs of a survey: files in their way, folders that cannot be made, inputs that they would replace. */
export async function outputFaults(files: Files, survey: Survey, force: boolean): Promise<Fault[]> {
  const inputs = surveyInputs(survey);
  const outputs = namedOutputs(survey);
  const clashes = await clashFaults(files, outputs, inputs);
  const others = outputs.filter((output) => !clashes.has(output));
  const refusals = await Promise.all(others.map((output) => pathFaults(files, output, force)));
  const taken = [...inputs, ...outputs.map(({ path }) => path)];
  const real = await Promise.all(taken.map((path) => realPath(files, path)));
  const ofFrames = await frameFaults(files, survey, new Set(real), force);
  const older = refusals.flat().length > 0 ? [] : await olderLegFaults(files, survey, force);
  return [...clashes.values(), ...refusals.flat(), ...older, ...ofFrames, ...waveformFaults(survey)];
}

/** Faults of outputs that lead to files which turned out to be read. */
export const faultsWithInputs = async (files: Files, survey: Survey, inputs: readonly string[]): Promise<Fault[]> => [
  ...(await clashFaults(files, namedOutputs(survey), inputs)).values(),
];

/** Paths of the files that a survey is known to read before its scene is: its own, and those named by it. */
export function surveyInputs({ file, inputs = [], scene }: Survey): string[] {
  const parts = isScene(scene) ? [] : scene.parts;
  return [...new Set([file, ...inputs, ...parts.flatMap(partInputs)])];
}

/** Paths of the files that a part of a scene names. */
export function partInputs({ source, placement }: ScenePart): string[] {
  const named = source.kind === 'file' ? source.path : source.table;
  const paths = named === undefined ? [] : [named];
  return placement.kind === 'csv' ? [...paths, placement.path] : paths;
}

/** Folders in which a survey writes. */
export function outputFolders(survey: Survey): string[] {
  const { frames, instruments } = survey;
  const ofFrames = frames ? instruments.map(({ name }) => framePath(frames.pattern, 0, name)) : [];
  const paths = [...namedOutputs(survey).map(({ path }) => path), ...ofFrames];
  return [...new Set(paths.map(dirname))];
}

/** The folder in which a run that can be resumed keeps what was traced: beside the first file that the survey writes. */
export const resumeFolder = (survey: Survey): string => `${namedOutputs(survey)[0].path}.resume`;

function namedOutputs(survey: Survey): NamedOutput[] {
  const { outputs, frames, file } = survey;
  const clouds = outputs.flatMap((output) =>
    filesOf(output).map(({ path }) => ({ shown: `output ${quotePath(path)}`, path, place: output.place })),
  );
  const { waveforms: recorded, pulses, trajectories } = survey;
  const place = [...outputs, frames, recorded, pulses, trajectories].find((one) => one !== undefined)?.place ?? {
    file,
  };
  const labels = labelsPaths(survey).map((path) => ({ shown: `labels ${quotePath(path)}`, path, place }));
  const boxes = boxesPaths(survey).map((path) => ({ shown: `boxes ${quotePath(path)}`, path, place }));
  const poses = posesPaths(survey).map((path) => ({ shown: `poses ${quotePath(path)}`, path, place }));
  const waveforms = waveformPaths(survey).map((file) => ({ shown: `waveforms ${quotePath(file.path)}`, ...file }));
  const ways = trajectoryPaths(survey).map((path) => {
    return { shown: `trajectory ${quotePath(path)}`, path, place: trajectories?.place ?? place };
  });
  const ofPulses = pulses
    ? filesOf(pulses).map(({ path }) => ({ shown: `pulses ${quotePath(path)}`, path, place: pulses.place }))
    : [];
  return [...clouds, ...waveforms, ...ofPulses, ...ways, ...labels, ...boxes, ...poses];
}

const trajectoryPaths = ({ trajectories }: Survey): string[] =>
  trajectories ? filesOf(trajectories).map(({ path }) => path) : [];

async function pathFaults(files: Files, { shown, path, place }: NamedOutput, force: boolean): Promise<Fault[]> {
  try {
    await files.checkOutput(path, { force, makeFolders: true });
    return [];
  } catch (error) {
    return [{ place, message: `${shown}: ${messageOf(error)}` }];
  }
}

/** Outputs that lead to an input or to each other, by whatever name. */
async function clashFaults(
  files: Files,
  outputs: readonly NamedOutput[],
  inputs: readonly string[],
): Promise<Map<NamedOutput, Fault>> {
  const known = new Map<string, KnownFile>();
  for (const path of inputs) known.set(await files.identify(path), { path });
  const faults = new Map<NamedOutput, Fault>();
  for (const output of outputs) {
    const { shown, path, place } = output;
    const id = await files.identify(path);
    const other = known.get(id);
    if (other) faults.set(output, { place, message: `${shown} ${clashWith(other, path)}` });
    else known.set(id, { path, output: shown });
  }
  return faults;
}

/** A file that an output must not be. */
interface KnownFile {
  path: string;
  /** As messages call the output that it is; absent: the survey reads it. */
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
