/*
 * Croissant 1.1 (MLCommons, 2026-01-29; docs.mlcommons.org/croissant): a description of a data set, of its files, and
 * of the columns of its table.
 */

import type { About } from '../../campaign.js';
import { aboutText, lackWarning, licenseUrl, missingKeys } from '../about.js';
import { type DataSet, splitNames } from '../data-set.js';
import { jsonText, type MergedFile, type MergeKind } from '../merge-file.js';
import { CLOUD_COLUMNS, variableColumn, variableNames } from './clouds-table.js';
import { classCounts, sumOf } from './statistics.js';

/** Keys of a campaign for properties that Croissant requires. */
const REQUIRED = ['license', 'creator', 'date', 'url'] as const satisfies readonly (keyof About)[];

/** `croissant.json`. */
export const CROISSANT: MergeKind = {
  *files(dataSet, written, { log }) {
    const lack = lackWarning('croissant.json', missingKeys(dataSet, REQUIRED));
    if (lack !== undefined) log.warn(lack);
    yield {
      path: 'croissant.json',
      mediaType: 'application/ld+json',
      describe: 'The data set for programs that learn (Croissant 1.1)',
      content: () => [jsonText(croissantOf(dataSet, written))],
    };
  },
};

/** Appendix 1 of the specification, of the terms that are used. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  includes: 'cr:includes',
  key: 'cr:key',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  source: 'cr:source',
};

function croissantOf(dataSet: DataSet, written: readonly MergedFile[]) {
  const { campaign, about = {} } = dataSet.facts;
  const { license, creator, date, url, version } = about;
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    name: campaign,
    description: aboutText(dataSet),
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    ...(license !== undefined && { license: licenseUrl(license) }),
    ...(url !== undefined && { url }),
    ...(creator !== undefined && { creator: creator.map((name) => ({ '@type': 'sc:Person', name })) }),
    ...(date !== undefined && { datePublished: date }),
    ...(version !== undefined && { version }),
    distribution: [...written.map(fileObject), ...cloudSets(dataSet)],
    recordSet: [...splitSet(dataSet), ...classSet(dataSet), cloudRecords(dataSet)],
  };
}

const fileObject = ({ path, describe, bytes, mediaType, sha256 }: MergedFile) => ({
  '@type': 'cr:FileObject',
  '@id': path,
  name: path,
  description: describe,
  contentUrl: encodeURI(path),
  contentSize: `${bytes} B`,
  encodingFormat: mediaType,
  sha256,
});

/** The clouds, by the endings of their names. */
function cloudSets({ tasks }: DataSet) {
  const endings = tasks.flatMap(({ clouds }) => clouds.map(({ name }) => endingOf(name)));
  return [...new Set(endings)].sort().map((ending) => ({
    '@type': 'cr:FileSet',
    '@id': `clouds-${ending}`,
    name: `clouds-${ending}`,
    description: `Clouds of the surveys, ${ending}`,
    encodingFormat: MEDIA_TYPES[ending] ?? 'application/octet-stream',
    includes: `tasks/**/*.${ending}`,
  }));
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  las: 'application/vnd.las',
  laz: 'application/vnd.laszip',
  csv: 'text/csv',
  xyz: 'text/plain',
  txt: 'text/plain',
  parquet: 'application/vnd.apache.parquet',
};

interface Field {
  id: string;
  description: string;
  type: string | readonly string[];
  column?: string;
  references?: string;
}

const field = ({ id, description, type, column, references }: Field) => ({
  '@type': 'cr:Field',
  '@id': id,
  name: id,
  description,
  dataType: type,
  ...(references !== undefined && { references: { field: { '@id': references } } }),
  ...(column !== undefined && { source: { fileObject: { '@id': 'manifest.csv' }, extract: { column } } }),
});

function splitSet(dataSet: DataSet) {
  const names = splitNames(dataSet);
  if (names.length === 0) return [];
  return [
    {
      '@type': 'cr:RecordSet',
      '@id': 'splits',
      name: 'splits',
      description: 'The parts that the data set is divided into',
      dataType: 'cr:Split',
      key: { '@id': 'splits/name' },
      field: [field({ id: 'splits/name', description: 'Name of the split', type: 'sc:Text' })],
      data: names.map((name) => ({ 'splits/name': name })),
    },
  ];
}

/** The semantic classes that have points. */
function classSet(dataSet: DataSet) {
  const classes = classCounts(dataSet, sumOf(dataSet.look.tallies.values()));
  if (classes.length === 0) return [];
  return [
    {
      '@type': 'cr:RecordSet',
      '@id': 'classes',
      name: 'classes',
      description: 'Semantic classes of points',
      dataType: 'sc:Enumeration',
      key: { '@id': 'classes/number' },
      field: [
        field({ id: 'classes/number', description: 'Number of the class in the clouds', type: 'sc:Integer' }),
        field({ id: 'classes/name', description: 'Name of the class', type: 'sc:Text' }),
        field({ id: 'classes/points', description: 'Points of the class in all clouds', type: 'sc:Integer' }),
      ],
      data: classes.map(({ number, name, points }) => ({
        'classes/number': number,
        'classes/name': name,
        'classes/points': points,
      })),
    },
  ];
}

const COLUMNS: Readonly<Record<(typeof CLOUD_COLUMNS)[number], readonly [type: string, description: string]>> = {
  index: ['sc:Integer', 'Number of the survey'],
  id: ['sc:Text', 'Identifier of all that the bytes of the survey depend on'],
  split: ['sc:Text', 'Name of the split'],
  path: ['sc:Text', 'Path of the cloud'],
  bytes: ['sc:Integer', 'Size of the cloud, bytes'],
  sha256: ['sc:Text', 'SHA-256 of the cloud'],
  points: ['sc:Integer', 'Points of the cloud'],
};

/** A record a cloud: the rows of manifest.csv. */
function cloudRecords(dataSet: DataSet) {
  const hasSplits = splitNames(dataSet).length > 0;
  const columns = CLOUD_COLUMNS.map((column) => {
    const [type, description] = COLUMNS[column];
    const references = column === 'split' && hasSplits ? 'splits/name' : undefined;
    return field({ id: `clouds/${column}`, description, type, column, references });
  });
  const variables = variableNames(dataSet).map((name) =>
    field({
      id: `clouds/${variableColumn(name)}`,
      description: `Value of the variable ${name} of the campaign`,
      type: typeOf(dataSet.tasks.map((task) => task.variables[name])),
      column: variableColumn(name),
    }),
  );
  return {
    '@type': 'cr:RecordSet',
    '@id': 'clouds',
    name: 'clouds',
    description: 'The clouds, with the values that their surveys were drawn with',
    key: { '@id': 'clouds/path' },
    field: [...columns, ...variables],
  };
}

function typeOf(values: readonly unknown[]): string {
  if (values.every(Number.isInteger)) return 'sc:Integer';
  if (values.every((value) => typeof value === 'number')) return 'sc:Float';
  return values.every((value) => typeof value === 'boolean') ? 'sc:Boolean' : 'sc:Text';
}
