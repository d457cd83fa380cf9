/*
 * RO-Crate 1.3 (w3id.org/ro/crate/1.3) with the profile Process Run Crate 0.6 (w3id.org/ro/wfrun/process/0.6): the
 * program that made the data set, and its inputs. It lists the files of the data set as a whole; those of surveys are
 * in the manifest.
 */

import { VERSION } from '../../../version.js';
import type { About } from '../../campaign.js';
import { aboutText, lackWarning, licenseUrl, missingKeys } from '../about.js';
import type { DataSet, NamedFile } from '../data-set.js';
import { jsonText, type MergedFile, type MergeKind } from '../merge-file.js';

/** Keys of a campaign for properties that RO-Crate requires. */
const REQUIRED = ['license', 'date'] as const satisfies readonly (keyof About)[];

const NAME = 'ro-crate-metadata.json';

/** `ro-crate-metadata.json`. */
export const RO_CRATE: MergeKind = {
  *files(dataSet, written, { log }) {
    const lack = lackWarning(NAME, missingKeys(dataSet, REQUIRED));
    if (lack !== undefined) log.warn(lack);
    yield {
      path: NAME,
      mediaType: 'application/ld+json',
      describe: 'What made the data set, and from what (RO-Crate 1.3, Process Run Crate 0.6)',
      content: () => [jsonText(crateOf(dataSet, written))],
    };
  },
};

const SPECIFICATION = 'https://w3id.org/ro/crate/1.3';
const PROFILE = 'https://w3id.org/ro/wfrun/process/0.6';
const [ROOT, TASKS, ACTION, PROGRAM] = ['./', 'tasks/', '#run', '#subray'];

const ref = (id: string) => ({ '@id': id });

function crateOf(dataSet: DataSet, written: readonly MergedFile[]) {
  const { about = {}, campaign } = dataSet.facts;
  const inputs = inputsOf(dataSet);
  const files = [...dataSet.planFiles.map(planFile), ...written.map(fileEntity)];
  return {
    '@context': [`${SPECIFICATION}/context`, 'https://w3id.org/ro/terms/workflow-run/context'],
    '@graph': [
      { '@id': NAME, '@type': 'CreativeWork', conformsTo: ref(SPECIFICATION), about: ref(ROOT) },
      {
        '@id': ROOT,
        '@type': 'Dataset',
        name: campaign,
        description: aboutText(dataSet),
        conformsTo: ref(PROFILE),
        ...said(about),
        hasPart: [...files.map((file) => ref(file['@id'])), ref(TASKS)],
        mentions: ref(ACTION),
      },
      { '@id': PROFILE, '@type': 'CreativeWork', name: 'Process Run Crate', version: '0.6' },
      ...context(about),
      { '@id': PROGRAM, '@type': 'SoftwareApplication', name: 'subray', softwareVersion: VERSION },
      actionOf(dataSet, [...dataSet.planFiles.map(({ path }) => path), ...inputs.map((input) => input['@id'])]),
      ...files,
      {
        '@id': TASKS,
        '@type': 'Dataset',
        name: 'Files of the surveys',
        description: 'A folder for each survey; manifest.jsonl lists the files in it',
      },
      ...inputs,
    ],
  };
}

/** The campaign's facts about the data set. */
const said = ({ license, creator, date, url, version }: About) => ({
  ...(date !== undefined && { datePublished: date }),
  ...(license !== undefined && { license: ref(licenseUrl(license)) }),
  ...(creator !== undefined && { author: creator.map((_, k) => ref(personId(k))) }),
  ...(url !== undefined && { url }),
  ...(version !== undefined && { version }),
});

const personId = (k: number): string => `#creator-${k + 1}`;

const context = ({ license, creator = [] }: About) => [
  ...(license === undefined
    ? []
    : [{ '@id': licenseUrl(license), '@type': 'CreativeWork', name: license, description: `License: ${license}` }]),
  ...creator.map((name, k) => ({ '@id': personId(k), '@type': 'Person', name })),
];

/** The run of all surveys. Its times are left out, so that the file is the same on every machine. */
function actionOf({ facts, tasks }: DataSet, objects: readonly string[]) {
  const { about: { creator } = {}, engine, results } = facts;
  return {
    '@id': ACTION,
    '@type': 'CreateAction',
    name: `Simulation of ${tasks.length} surveys`,
    description: `subray campaign run, engine ${engine}, results version ${results}`,
    instrument: ref(PROGRAM),
    ...(creator && { agent: ref(personId(0)) }),
    object: objects.map(ref),
    result: [ref(ROOT), ref(TASKS)],
    actionStatus: 'http://schema.org/CompletedActionStatus',
  };
}

const planFile = ({ path, bytes, sha256 }: NamedFile) => fileEntity({ ...PLAN_FILES[path], path, bytes, sha256 });

const PLAN_FILES: Readonly<Record<string, Pick<MergedFile, 'mediaType' | 'describe'>>> = {
  'plan.json': { mediaType: 'application/json', describe: 'Facts of the plan: classes, inputs, costs' },
  'plan.jsonl': { mediaType: 'application/jsonl', describe: 'The surveys, a line each, complete' },
};

const fileEntity = ({ path, describe, bytes, mediaType, sha256 }: MergedFile) => ({
  '@id': encodeURI(path),
  '@type': 'File',
  name: path,
  description: describe,
  contentSize: String(bytes),
  encodingFormat: mediaType,
  sha256,
});

/**
 * The campaign, its survey, and the inputs of surveys: they lie outside of the crate, so they are identified by name
 * and SHA-256.
 */
function inputsOf({ facts }: DataSet) {
  const named = [
    ...Object.entries(facts.sources ?? {}).map(([path, sha]) => ({ path, sha, describe: 'Source of the plan' })),
    ...Object.entries(facts.inputs).map(([path, sha]) => ({ path, sha, describe: 'Input of surveys' })),
  ];
  return named.map(({ path, sha, describe }) => ({
    '@id': `#input-${encodeURIComponent(path)}`,
    '@type': 'CreativeWork',
    name: path,
    description: `${describe}, by its path from the folder of the survey; not part of the data set`,
    sha256: sha,
  }));
}
