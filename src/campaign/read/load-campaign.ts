import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { dirname } from '../../base/files/paths.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import { checkDocument, faultAt } from '../../base/yaml/check-document.js';
import { type Fault, throwFaults } from '../../base/yaml/faults.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import { readYamlFile } from '../../base/yaml/yaml-document.js';
import type { About, Campaign, Split } from '../campaign.js';
import { rowCount } from '../rows.js';
import { type CampaignDefinition, campaignSchema, ROWS_MAX } from './campaign-schema.js';
import { type GivenRows, readGivenRows } from './given-rows.js';
import { readAssignments } from './read-assignments.js';
import { readVariables } from './read-variables.js';
import { asMap, type CampaignReading, checkFinite } from './reading.js';
import { splitNameFaults } from './split-names.js';

/**
 * Reads a campaign, and the survey that it is made from, as written. Throws UserError with all faults of the campaign:
 * pointers that lead nowhere, names that nothing has, parameters that make no distribution. `from`: a file with the
 * rows of a program; see `readGivenRows`. They take the place of the count, of variables of their names and, if they
 * have splits, of the split; the log names them.
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
  // Checked although rows may have another: it must be right with and without them.
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
  checkGrid(reading);
  if (rowCount(campaign) > ROWS_MAX)
    reading.faults.push(faultAt(document, ['count'], `at most ${ROWS_MAX} surveys together with the grid`));
  throwFaults(reading.faults);
  if (asMap(base.document.value).epochs !== undefined)
    throw new UserError('found a survey with epochs, expected one without', {
      place: base.document.placeOf(['epochs']),
      hint: 'take a survey of one epoch, and make its parts, seed and times the values of a grid',
    });
  if (rows) tellReplaced(reading, rows, log);
  return campaign;
}

/** The survey of a campaign; if it does not exist, that is a fault of the campaign. */
async function readBase(files: Files, document: SourceDocument, path: string, given: string): Promise<SourceDocument> {
  try {
    return await readYamlFile(files, path, given);
  } catch (error) {
    if (!(error instanceof UserError) || error.place?.line !== undefined || error.faults) throw error;
    const message = `survey: ${given}: ${error.message}`;
    throw new UserError(message, { place: document.placeOf(['survey']), hint: error.hint });
  }
}

function readAbout({ description, license, creator, date, url, version }: CampaignDefinition): About {
  const about = { description, license, creator, date, url, version };
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
}

/** Notes values of the grid that no plan can hold, and axes that rows have too. */
function checkGrid(reading: CampaignReading): void {
  const { document, given, rows, faults } = reading;
  for (const [name, values] of Object.entries(given.grid)) {
    checkFinite(reading, ['grid', name], values);
    if (rows?.names.includes(name))
      faults.push({
        place: document.placeOfKey(['grid'], name),
        message: `grid.${name}: the rows of --from have it; leave one out`,
      });
  }
}

/** Reports the parts of a campaign that rows replace. */
function tellReplaced({ document, given }: CampaignReading, { file, names, hasSplit }: GivenRows, log: Log): void {
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

function readSplit({ document, given, rows, faults }: CampaignReading): Split | undefined {
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
