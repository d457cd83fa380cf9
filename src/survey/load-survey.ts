import { DEGREE } from '../base/angle.js';
import { UserError } from '../base/errors.js';
import { describeSystemError } from '../base/files/file-error.js';
import type { WithFiles } from '../base/files/files.js';
import { basename, extname } from '../base/files/paths.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { counted } from '../base/text.js';
import { checkDocument } from '../base/yaml/check-document.js';
import { throwFaults } from '../base/yaml/faults.js';
import { decodeText } from '../base/yaml/read-text.js';
import { readYamlFile } from '../base/yaml/yaml-document.js';
import { pointColoring } from '../cloud/shading/point-coloring.js';
import { cloudFormat } from '../io/cloud-formats.js';
import { type Footprint, ringRayCount, ringsOf } from '../scanner/footprint.js';
import { readPatterns } from './resolve/patterns.js';
import { noteFault, pathIn, type Reading, startReading } from './resolve/reading.js';
import { resolveInstruments } from './resolve/resolve-instruments.js';
import { resolveLegs } from './resolve/resolve-legs.js';
import { resolveOutputs } from './resolve/resolve-outputs.js';
import { resolveScene } from './resolve/resolve-scene.js';
import { resolveFrames } from './schema/frames-schema.js';
import { resolveIntensity } from './schema/intensity-schema.js';
import { resolvePoseError } from './schema/pose-error-schema.js';
import { resolveRestrictions } from './schema/restriction-schema.js';
import { type SurveyDefinition, surveySchema } from './schema/survey-schema.js';
import type { OutputPlan, Survey } from './survey.js';

export interface LoadSurveyOptions extends WithFiles {
  log?: Log;
  /** Folder that output paths are relative to; absent: the current one. */
  outputFolder?: string;
}

/**
 * The survey of a YAML file, checked and resolved: paths absolute, catalogue ids looked up, SI units, defaults filled in. Reads
 * no geometry. Throws one UserError that lists all faults: first those of syntax, else those of keys, types and limits, else
 * those of numbers and names that contradict each other.
 */
export async function loadSurvey(file: string, options: LoadSurveyOptions): Promise<Survey> {
  const { files, log = SILENT_LOG, outputFolder = files.folder } = options;
  const document = await readYamlFile(files, file);
  const definition = checkDocument(surveySchema, document);
  const reading = await readPatterns(startReading(files, document, file), scannersOf(definition));
  const path = files.resolve(files.folder, file);
  const survey = await resolveSurvey(reading, definition, outputFolder, path, log);
  throwFaults(reading.faults);
  if (survey === undefined) throw new UserError('the survey has no scanner', { place: { file } });
  const [parts, legs] = [counted(survey.scene.parts.length, 'part'), counted(survey.legs.length, 'leg')];
  const scanners = survey.instruments.map(({ scanner }) => scanner.name).join(', ');
  log.info(`survey ${survey.name}: ${scanners}, ${parts}, ${legs}`);
  if (survey.colors !== undefined) noteColorless(survey.outputs, log);
  return survey;
}

/** The scanners of a survey, as it names them. */
const scannersOf = ({ scanner, scanners = [] }: SurveyDefinition) => [
  scanner,
  ...scanners.map((entry) => entry.scanner),
];

/** Who asks for a format without colours gets one, and hears of it. */
function noteColorless(outputs: readonly OutputPlan[], log: Log): void {
  for (const output of outputs) {
    const reason = cloudFormat(output.format).withoutColours(output);
    if (reason !== undefined) log.info(`${basename(output.path)}: ${reason}`);
  }
}

/** Resolves every section, so that all faults are found; undefined where there is no scanner to resolve the legs with. */
async function resolveSurvey(
  reading: Reading,
  definition: SurveyDefinition,
  outputFolder: string,
  file: string,
  log: Log,
): Promise<Survey | undefined> {
  const scene = await resolveScene(reading, definition.scene);
  const instruments = resolveInstruments(reading, definition);
  const footprint = resolveFootprint(reading, definition.footprint);
  const outputs = resolveOutputs(reading, definition.output ?? [], outputFolder);
  if (definition.output === undefined && definition.frames === undefined)
    noteFault(reading, ['output'], undefined, 'a list of clouds to write, or frames');
  const wkt = await resolveCrs(reading, definition.crs);
  if (instruments.length === 0) return undefined;
  const names = instruments.map(({ name }) => name);
  return {
    name: definition.name ?? basename(file, extname(file)),
    file,
    seed: definition.seed,
    scene,
    instruments,
    legs: await resolveLegs(reading, definition.legs, instruments, definition.startTime, log),
    footprint,
    intensity: resolveIntensity(definition.intensity),
    radiometry: definition.radiometry,
    colors: definition.colors && pointColoring(definition.colors, DEGREE),
    poseError: definition.poseError && resolvePoseError(definition.poseError),
    restrictions: resolveRestrictions(reading, definition.restrict ?? [], names),
    coordinates: definition.coordinates,
    outputs,
    frames: definition.frames && resolveFrames(reading, definition.frames, instruments, outputFolder),
    wkt,
  };
}

function resolveFootprint(reading: Reading, footprint: Footprint): Footprint {
  const { pattern, subrays } = footprint;
  if (pattern !== 'rings' || ringsOf(subrays) !== undefined) return footprint;
  let rings = 1;
  while (ringRayCount(rings + 1) < subrays) rings++;
  const near = `${ringRayCount(rings)} or ${ringRayCount(rings + 1)}`;
  noteFault(
    reading,
    ['footprint', 'subrays'],
    subrays,
    `a number of whole rings (1, 7, 19, 37, 62, …; nearest ${near})`,
  );
  return footprint;
}

const WKT_BYTES_MAX = 2 ** 20;

/** WKT text, from the survey or from the file that it names. */
async function resolveCrs(reading: Reading, crs: SurveyDefinition['crs']): Promise<string | undefined> {
  if (crs === undefined || typeof crs === 'string') return crs?.trim();
  const path = pathIn(reading, crs.file);
  try {
    const bytes = await reading.files.read(path);
    if (bytes.length <= WKT_BYTES_MAX) return decodeText(bytes, crs.file).trim();
    noteFault(reading, ['crs', 'file'], crs.file, `a file of at most ${WKT_BYTES_MAX} bytes`);
  } catch (error) {
    const reason = error instanceof UserError ? error.message : describeSystemError(error);
    noteFault(reading, ['crs', 'file'], crs.file, `a text file with WKT (${reason})`);
  }
  return undefined;
}
