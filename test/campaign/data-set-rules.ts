import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/campaign/node-sha256.js';

/** Rules of the formats that describe data sets, by their owners' specifications. Each function returns the faults. */

type Json = Record<string, unknown>;

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** All objects in a document. */
function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Json];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}

const isReference = (object: Json): boolean => Object.keys(object).join() === '@id';

/** Ids that are defined twice, and references to ids that nothing defines. */
function idFaults(document: unknown, known: (id: string) => boolean = () => false): string[] {
  const objects = objectsIn(document).filter((object) => typeof object['@id'] === 'string');
  const defined = objects.filter((object) => !isReference(object)).map((object) => object['@id'] as string);
  const twice = defined.filter((id, k) => defined.indexOf(id) !== k);
  const ids = new Set(defined);
  const dangling = objects.filter(isReference).map((object) => object['@id'] as string);
  return [
    ...twice.map((id) => `${id} is defined twice`),
    ...dangling.filter((id) => !ids.has(id) && !known(id)).map((id) => `${id} is defined nowhere`),
  ];
}

const lacking = (object: Json, keys: readonly string[]): string[] =>
  keys
    .filter((key) => object[key] === undefined)
    .map((key) => `${String(object['@id'] ?? 'the document')} lacks ${key}`);

/** Required by Croissant 1.1, "Dataset-level information", "Resources" and "RecordSets". */
export function croissantFaults(document: Json, folder: string): string[] {
  const required = ['@context', '@type', 'name', 'description', 'conformsTo', 'license', 'url', 'creator'];
  const { '@context': _, ...content } = document;
  const distribution = listOf(document.distribution) as Json[];
  const records = listOf(document.recordSet) as Json[];
  return [
    ...lacking(document, [...required, 'datePublished', 'distribution']),
    ...(document['@type'] === 'sc:Dataset' ? [] : ['@type']),
    ...(document.conformsTo === 'http://mlcommons.org/croissant/1.1' ? [] : ['conformsTo']),
    ...idFaults(content),
    ...distribution.flatMap((resource) => resourceFaults(resource, folder)),
    ...records.flatMap((set) => recordFaults(set, folder)),
  ];
}

function resourceFaults(resource: Json, folder: string): string[] {
  if (resource['@type'] === 'cr:FileSet') return lacking(resource, ['name', 'encodingFormat', 'includes']);
  const faults = lacking(resource, ['name', 'contentUrl', 'contentSize', 'encodingFormat', 'sha256']);
  if (faults.length > 0) return faults;
  const bytes = readFileSync(join(folder, decodeURI(String(resource.contentUrl))));
  const isRight = sha256(bytes) === resource.sha256 && `${bytes.length} B` === resource.contentSize;
  return isRight ? [] : [`${resource.name} has another content`];
}

function recordFaults(set: Json, folder: string): string[] {
  const fields = listOf(set.field) as Json[];
  const ids = fields.map((field) => field['@id']);
  const foreign = fields.filter((field) => !String(field['@id']).startsWith(`${set['@id']}/`));
  const data = listOf(set.data) as Json[];
  return [
    ...lacking(set, ['name', 'field', 'key']),
    ...fields.flatMap((field) => lacking(field, ['@id', 'name', 'dataType'])),
    ...foreign.map((field) => `${field['@id']} is of another set`),
    ...data.flatMap((record) => Object.keys(record).filter((key) => !ids.includes(key))),
    ...fields.flatMap((field) => sourceFaults(field, folder)),
  ];
}

/** A column that a field is taken from stands in its table. */
function sourceFaults({ '@id': id, source }: Json, folder: string): string[] {
  if (source === undefined) return [];
  const { fileObject, extract } = source as { fileObject: Json; extract: { column: string } };
  const [head] = readFileSync(join(folder, String(fileObject['@id'])), 'utf8').split('\r\n');
  return head.split(',').includes(extract.column) ? [] : [`${id}: no column ${extract.column}`];
}

/** Required by RO-Crate 1.3, "Root Data Entity" and "Data Entities", and by Process Run Crate 0.6. */
export function crateFaults(document: Json, folder: string): string[] {
  const graph = listOf(document['@graph']) as Json[];
  const find = (id: unknown) => graph.find((entity) => entity['@id'] === id);
  const descriptor = find('ro-crate-metadata.json') ?? {};
  const root = find((descriptor.about as Json)?.['@id']) ?? {};
  const actions = graph.filter((entity) => entity['@type'] === 'CreateAction');
  const programs = graph.filter((entity) => entity['@type'] === 'SoftwareApplication').map((entity) => entity['@id']);
  return [
    ...(listOf(document['@context'])[0] === 'https://w3id.org/ro/crate/1.3/context' ? [] : ['@context']),
    ...(descriptor['@type'] === 'CreativeWork' ? [] : ['no descriptor']),
    ...lacking(root, ['name', 'description', 'datePublished', 'license', 'hasPart', 'conformsTo']),
    ...(root['@type'] === 'Dataset' && root['@id'] === './' ? [] : ['no root']),
    ...graph.flatMap((entity) => lacking(entity, ['@id', '@type'])),
    ...(/^\d{4}-\d\d-\d\d$/.test(String(root.datePublished)) ? [] : ['datePublished']),
    ...idFaults(graph, (id) => id === 'https://w3id.org/ro/crate/1.3'),
    ...(actions.length === 1 ? [] : ['no action']),
    ...actions.flatMap((action) => lacking(action, ['name', 'description', 'instrument', 'object', 'result'])),
    ...(programs.includes((actions[0]?.instrument as Json)?.['@id']) ? [] : ['no program']),
    ...graph.filter((entity) => entity['@type'] === 'File').flatMap((file) => fileFaults(file, folder)),
  ];
}

function fileFaults(file: Json, folder: string): string[] {
  const path = join(folder, decodeURI(String(file['@id'])));
  if (!existsSync(path)) return [`${file['@id']} is not there`];
  return sha256(readFileSync(path)) === file.sha256 ? [] : [`${file['@id']} has another content`];
}
