import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { dirname } from '../base/files/paths.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { joinWords } from '../base/text.js';
import { checkDocument, didYouMean, faultAt } from '../base/yaml/check-document.js';
import { type Fault, formatPath, throwFaults } from '../base/yaml/faults.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import { readYamlFile } from '../base/yaml/yaml-document.js';
import type { About, Assignment, Campaign, Split, Variable } from './campaign.js';
import { type CampaignDefinition, campaignSchema, ROWS_MAX } from './campaign-schema.js';
import { canonicalJson } from './canonical-json.js';
import { pathOfInfinite } from './finite-values.js';
import { type GivenRows, readGivenRows } from './given-rows.js';
import { pointerSteps, whereLost } from './json-pointer.js';
import { unitOf } from './node-sha256.js';
import { rowCount, TEST } from './rows.js';
import { splitNameFaults } from './split-names.js';
import { namesIn } from './templates.js';
import { VARIABLE_KINDS } from './variables/index.js';
import type { VariableKind } from './variables/variable-kind.js';

/**
 * Reads a campaign, and the survey that it is made from, as written. Throws UserError with all faults of the campaign: pointers
 * that lead nowhere, names that nothing has, parameters that make no distribution. `from`: a file with the rows of a program; see `readGivenRows`.
 * They take the place of the count, of variables of their names and, if they have splits, of the split; the log is told of which.
 */
export async function loadCampaign(
  files: Files,
  file: string,
  { from, log = SILENT_LOG }: { from?: string; log?: Log } = {},
): Promise<Campaign> {
  const document = await readYamlFile(files, file);
  const given = checkDocument(campaignSchema, document);
  const rows = from === undefined ? undefined : await readGivenRows(files, from);
  const own = files.resolve(files.folder, file);
  const baseFile = files.resolve(dirname(own), given.survey);
  const base = { file: baseFile, document: await readBase(files, document, baseFile, given.survey) };
  const reading = { document, given, rows, faults: [] as Fault[] };
  // Checked though rows may have another: what is written is right with and without them.
  const split = readSplit(reading);
  const campaign: Campaign = {
    name: given.campaign,
    file: own,
    document,
    seed: given.seed,
    count: rows?.rows.length ?? given.count,
    grid: Object.entries(given.grid).map(([name, values]) => ({ name, values })),
    variables: readVariables(reading).filter(({ name }) => !rows?.names.includes(name)),
    assignments: readAssignments(reading, base.document),
    split: rows?.hasSplit ? undefined : split,
    given: rows,
    base,
    about: readAbout(given),
  };
  for (const [name, values] of Object.entries(given.grid)) checkFinite(reading, ['grid', name], values);
  for (const name of rows?.names ?? [])
    if (Object.hasOwn(given.grid, name))
      reading.faults.push({
        place: document.placeOfKey(['grid'], name),
        message: `grid.${name}: the rows of --from have it; leave one out`,
      });
  if (rowCount(campaign) > ROWS_MAX)
    reading.faults.push(faultAt(document, ['count'], `at most ${ROWS_MAX} surveys together with the grid`));
  throwFaults(reading.faults);
  if (asMap(base.document.value).epochs !== undefined)
    throw new UserError('found a survey with epochs, expected one without', {
      place: base.document.placeOf(['epochs']),
      hint: 'take a survey of one epoch, and make its parts the values of a grid',
    });
  if (rows) tellReplaced(reading, rows, log);
  return campaign;
}

/** The survey of a campaign; that there is none is a fault of the campaign. */
async function readBase(files: Files, document: SourceDocument, path: string, given: string): Promise<SourceDocument> {
  try {
    return await readYamlFile(files, path, given);
  } catch (error) {
    if (!(error instanceof UserError) || error.place?.line !== undefined || error.faults) throw error;
    const message = `survey: ${error.message.replace('the file', given)}`;
    throw new UserError(message, { place: document.placeOf(['survey']), hint: error.hint });
  }
}

function readAbout({ description, license, creator, date, url, version }: CampaignDefinition): About {
  const about = { description, license, creator, date, url, version };
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
}

interface Reading {
  document: SourceDocument;
  given: CampaignDefinition;
  /** Rows that a program made. */
  rows?: GivenRows;
  faults: Fault[];
}

/** Says what of a campaign rows take the place of. */
function tellReplaced({ document, given }: Reading, { file, names, hasSplit }: GivenRows, log: Log): void {
  const variables = names.filter((name) => Object.hasOwn(given.variables, name));
  const holdouts = names.filter((name) => Object.hasOwn(given.holdout, name));
  const replaced = [
    ...(asMap(document.value).count === undefined ? [] : ['count']),
    ...variables.map((name) => `the variable ${name}`),
    ...(hasSplit && given.split ? ['split'] : []),
    ...holdouts.map((name) => `the holdout of ${name}`),
  ];
  if (replaced.length === 0) return;
  const verb = replaced.length === 1 ? 'is' : 'are';
  log.warn(`${file} has the draws: of ${document.file}, ${joinWords(replaced, 'and')} ${verb} not used`);
}

const asMap = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const KINDS_EXPECTED = `one of ${VARIABLE_KINDS.map(({ name }) => name).join(', ')}`;

function readVariables(reading: Reading): Variable[] {
  const { document, given, faults } = reading;
  const variables: Variable[] = [];
  for (const [name, { clip, per, stream = name, ...kinds }] of Object.entries(given.variables)) {
    const path = ['variables', name];
    const named = VARIABLE_KINDS.filter((kind) => (kinds as Record<string, unknown>)[kind.name] !== undefined);
    if (Object.hasOwn(given.grid, name)) faults.push(faultAt(document, path, 'a name that the grid does not have'));
    if (named.length !== 1) {
      const found = named.map(({ name: kind }) => kind).join(' and ') || 'no kind of variable';
      faults.push({
        place: document.placeOf(path),
        message: `${formatPath(path)}: found ${found}, expected ${KINDS_EXPECTED}`,
      });
      continue;
    }
    const [kind] = named;
    const parameters = (kinds as Record<string, unknown>)[kind.name];
    if (Array.isArray(parameters)) checkFinite(reading, [...path, kind.name], parameters);
    const fault = kind.fault(parameters as never);
    if (fault !== undefined) faults.push(faultOf(document, [...path, kind.name], parameters, fault));
    const ofLimits = clip && fault === undefined ? limitsFault(kind, parameters, clip) : undefined;
    if (ofLimits !== undefined) faults.push(faultOf(document, [...path, 'clip'], clip, ofLimits));
    const heldOut = readHoldout(reading, name, kind.name === 'choice' ? parameters : undefined);
    const typedKeys = readTypedKeys(reading, [...path, kind.name], parameters);
    const perCell = per === 'cell';
    variables.push({ name, kind, parameters, clip, perCell, stream, typedKeys, ...(heldOut && { heldOut }) });
  }
  for (const name of Object.keys(given.holdout))
    if (!Object.hasOwn(given.variables, name))
      faults.push(faultAt(document, ['holdout', name], 'the name of a choice'));
  return variables;
}

/** Notes a number of `value`, at `path`, that no plan can hold. */
function checkFinite({ document, faults }: Reading, path: string[], value: unknown): void {
  const inner = pathOfInfinite(value);
  if (inner) faults.push(faultAt(document, [...path, ...inner], 'a finite number'));
}

/** Keys of a map from values to weights that are numbers, true or false in the file, by their texts. */
function readTypedKeys({ document, faults }: Reading, path: string[], parameters: unknown): Variable['typedKeys'] {
  if (Array.isArray(parameters)) return undefined;
  const typed = new Map<string, unknown>();
  for (const key of Object.keys(asMap(parameters))) {
    const written = document.writtenKey?.(path, key) ?? key;
    if (written !== key) typed.set(key, written);
    if (pathOfInfinite(written))
      faults.push({
        place: document.placeOfKey(path, key),
        message: `${path.join('.')}: found the value ${key}, expected a finite number`,
      });
  }
  return typed.size > 0 ? typed : undefined;
}

/** A fault of a short value, which is shown whole. */
const faultOf = (document: SourceDocument, path: string[], found: unknown, expected: string): Fault => ({
  place: document.placeOf(path),
  message: `${path.join('.')}: found ${JSON.stringify(found)}, expected ${expected}`,
});

/** Why limits do not fit a variable; undefined if they do. */
function limitsFault(kind: VariableKind, parameters: unknown, clip: readonly [number, number]): string | undefined {
  if (!kind.clipFault) return 'none: only normal distributions have limits';
  return clip[0] < clip[1] ? kind.clipFault(parameters as never, clip) : 'the lower limit first';
}

/** The values of a choice that are held out for the test, and the others: those with the lowest hash. */
function readHoldout({ given, document, rows, faults }: Reading, name: string, choices: unknown): Variable['heldOut'] {
  const share = Object.hasOwn(given.holdout, name) ? given.holdout[name] : undefined;
  if (share === undefined || share === 0) return undefined;
  const path = ['holdout', name];
  const entries = Array.isArray(choices) ? choices : Object.keys(asMap(choices));
  if (choices === undefined || entries.length < 2) faults.push(faultAt(document, path, 'a choice of several values'));
  if (rows?.hasSplit && !rows.rows.some(({ split }) => split === TEST))
    faults.push(faultAt(document, path, `a row of --from with the split ${TEST}`));
  if (!rows?.hasSplit && (given.split === undefined || !Object.hasOwn(given.split, TEST)))
    faults.push(faultAt(document, path, `a split called ${TEST} with it`));
  if (given.split?.by?.includes(name)) faults.push(faultAt(document, path, 'a variable that split.by does not have'));
  const hash = (value: unknown) => unitOf(canonicalJson([given.seed, 'holdout', name, value]));
  const count = Math.min(Math.max(1, Math.round(share * entries.length)), entries.length - 1);
  const held = new Set([...entries].sort((a, b) => hash(a) - hash(b)).slice(0, count));
  const only = (isHeld: boolean) =>
    Array.isArray(choices)
      ? choices.filter((value) => held.has(value) === isHeld)
      : Object.fromEntries(Object.entries(asMap(choices)).filter(([value]) => held.has(value) === isHeld));
  return { test: only(true), others: only(false) };
}

function readAssignments({ document, given, rows, faults }: Reading, base: SourceDocument): Assignment[] {
  const own = [...Object.keys(given.variables), ...Object.keys(given.grid)];
  const known = [...own, ...(rows?.names ?? [])];
  const used = new Set<string>(given.split?.by ?? []);
  const assignments: Assignment[] = [];
  for (const [pointer, template] of Object.entries(given.set)) {
    const path = ['set', pointer];
    const steps = pointerSteps(pointer);
    const lost = pointerFault(steps, base.value);
    if (lost !== undefined) {
      const expected = `a JSON Pointer to a place of ${base.file}, ${lost}`;
      faults.push({
        place: document.placeOfKey(['set'], pointer),
        message: `set: found ${JSON.stringify(pointer)}, expected ${expected}`,
      });
    }
    for (const name of namesIn(template)) {
      used.add(name);
      if (!known.includes(name))
        faults.push(faultAt(document, path, `a variable or an axis of the grid behind $${didYouMean(name, known)}`));
    }
    assignments.push({ pointer, steps: steps ?? [], template });
  }
  for (const { pointer, by } of replacedAssignments(assignments)) {
    const [shown, other] = [pointer, by].map((text) => JSON.stringify(text));
    faults.push({
      place: document.placeOfKey(['set'], pointer),
      message: `set: found ${shown}, which ${other} below it replaces, expected it after ${other}, or left out`,
    });
  }
  for (const name of own.filter((candidate) => !used.has(candidate)))
    faults.push({
      place: document.placeOfKey([Object.hasOwn(given.grid, name) ? 'grid' : 'variables'], name),
      message: `${name}: set does not use it, expected $${name} in a value of set`,
    });
  return assignments;
}

/** Assignments to places that a later one replaces, with the pointer of that one. */
function replacedAssignments(assignments: readonly Assignment[]): { pointer: string; by: string }[] {
  const later = new Map<string, string>();
  const found: { pointer: string; by: string }[] = [];
  for (const { pointer, steps } of assignments.toReversed()) {
    const starts = steps.map((_, k) => JSON.stringify(steps.slice(0, k + 1)));
    const over = starts.find((start) => later.has(start));
    if (over !== undefined) found.push({ pointer, by: later.get(over) as string });
    if (steps.length > 0) later.set(starts[starts.length - 1], pointer);
  }
  return found;
}

/** Why no survey of a campaign can have a value at a place; undefined if it can. */
function pointerFault(steps: readonly string[] | undefined, survey: unknown): string | undefined {
  if (steps === undefined) return 'such as /legs/0/position';
  if (steps[0] === 'epochs') return 'other than epochs, which surveys of a campaign do not have';
  return whereLost(survey, steps);
}

function readSplit({ document, given, rows, faults }: Reading): Split | undefined {
  if (given.split === undefined) return undefined;
  const { by, ...named } = given.split;
  const shares = Object.entries(named).map(([name, share]) => ({ name, share: share as number }));
  for (const { name, expected } of splitNameFaults(Object.keys(named)))
    faults.push({
      place: document.placeOfKey(['split'], name),
      message: `split: found the name ${JSON.stringify(name)}, expected ${expected}`,
    });
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) > 1e-9)
    faults.push({ place: document.placeOf(['split']), message: `split: found shares of ${sum} together, expected 1` });
  by?.forEach((name, k) => {
    if (![given.variables, given.grid].some((map) => Object.hasOwn(map, name)) && !rows?.names.includes(name))
      faults.push(faultAt(document, ['split', 'by', k], 'a variable or an axis of the grid'));
    if (given.variables[name]?.per === 'cell')
      faults.push(faultAt(document, ['split', 'by', k], 'a variable that cells share'));
  });
  return { by, shares };
}
