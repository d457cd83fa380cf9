import { type Document, isSeq, type YAMLMap } from 'yaml';
import type { CreateOptions, Files, WithFiles } from '../base/files/files.js';
import { basename, dirname, extname, relativePath } from '../base/files/paths.js';
import { refuseInput } from '../base/files/refuse-input.js';
import { writeTextFile } from '../base/files/text-file.js';
import { PRODUCT_KEYS } from '../products/index.js';
import { isScannerFile } from '../scanner/scanner-file.js';
import { movePaths } from '../survey/move-paths.js';
import { yamlDocument, yamlText } from '../survey/survey-yaml.js';
import { plannedSections } from './planned-sections.js';
import { planInputs, type SurveyPlan } from './survey-plan.js';

/** Sections that the plan itself supplies, or that belong to other legs and their products. */
const REPLACED: readonly string[] = [
  ...['name', 'scanner', 'scanners', 'platform', 'mount', 'legs', 'startTime'],
  ...PRODUCT_KEYS,
];

/**
 * Writes the survey of a plan (`surveyText`) to `path`. Throws UserError as surveyText and
 * writeTextFile do, and for an input.
 */
export async function writePlan(
  plan: SurveyPlan,
  path: string,
  { files, header, force }: { header: readonly string[] } & CreateOptions & WithFiles,
): Promise<void> {
  await refuseInput(files, path, planInputs(plan));
  return writeTextFile(files, path, surveyText(plan, path, header), { force });
}

/**
 * The survey of a plan as YAML, to be written to `file`: scene and settings of the source, paths relative to the new
 * file's folder, the chosen scanner and mount, a commented leg for each line or station, and one LAS output named after
 * the file. `header` are comment lines at the top. Throws UserError for more legs than a survey file can hold.
 *
 * @example
 * ```ts
 * writeFileSync('flight.yaml', surveyText(plan, 'flight.yaml', ['A flight over the forest']));
 * ```
 */
export function surveyText(plan: SurveyPlan, file: string, header: readonly string[]): string {
  const name = basename(file, extname(file));
  const { sections, source } = plan;
  const move = movement(source.reading.files, source.file, file);
  const here = (value: unknown) => movePaths(value, move);
  const kept = Object.entries(source.sections).filter(([key]) => !REPLACED.includes(key));
  const content = {
    name,
    ...Object.fromEntries(kept),
    scene: here(source.sections.scene),
    ...(source.sections.crs !== undefined && { crs: here(source.sections.crs) }),
    ...(here(namedFiles(plannedSections({ source, sections }))) as Record<string, unknown>),
    legs: plan.legs.map(({ section }) => section),
    output: [`${name}.laz`],
  };
  const document = yamlDocument(content, header);
  commentLegs(document, plan);
  return yamlText(document, 'the plan', 'plan a part of the area at a time');
}

/** Sections whose scanners, if they are named by the paths of their files, have the key of a path. */
function namedFiles({ scanner, scanners, ...sections }: Record<string, unknown>): Record<string, unknown> {
  const named = (one: unknown) => (typeof one === 'string' && isScannerFile(one) ? { file: one } : one);
  return {
    ...(scanner !== undefined && { scanner: named(scanner) }),
    ...sections,
    ...(Array.isArray(scanners) && { scanners: scanners.map((each) => ({ ...each, scanner: named(each.scanner) })) }),
  };
}

/** Converts a path relative to one folder to a path relative to another. */
type Move = (path: string) => string;

/** The conversion from the folder of the file `from` to that of the file `to`; absolute paths stay. */
function movement(files: Files, from: string, to: string): Move {
  const [here, there] = [from, to].map((file) => dirname(files.resolve(files.folder, file)));
  return (path) => (files.isAbsolute(path) ? path : relativePath(there, files.resolve(here, path)));
}

/** The description of a leg, as a comment at its line, or at its name if it takes more than one line. */
function commentLegs(document: Document, { legs }: SurveyPlan): void {
  const list = document.get('legs');
  if (!isSeq<YAMLMap>(list)) return;
  list.items.forEach((leg, k) => {
    const name = leg.get('name', true);
    const target = leg.flow || name === undefined ? leg : name;
    target.comment = ` ${legs[k].comment}`;
  });
}
