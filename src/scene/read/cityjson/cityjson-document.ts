import { showValue } from '../../../base/yaml/faults.js';
import { fileFault } from '../file-fault.js';

/** A JSON object whose content is not checked yet. */
export type JsonObject = Record<string, unknown>;

/** One document of a file: CityJSON as a whole, or the metadata or a feature of CityJSONSeq. */
export interface CityDocument {
  objects: [id: string, object: JsonObject][];
  vertices: readonly unknown[];
  templates?: { geometries: readonly unknown[]; vertices: readonly unknown[] };
  /** Number of its line in the file, from 1; absent: it is the whole file. */
  line?: number;
}

/** The documents of a file and their common parts. */
export interface CityFile {
  documents: CityDocument[];
  scale: readonly [number, number, number];
  translate: readonly [number, number, number];
  /** `EPSG:7415`, or the reference as written; absent: none. */
  crs?: string;
  hasAppearance: boolean;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts beyond this do not fit into a string of V8. */
const MAX_TEXT_BYTES = 2 ** 29 - 25;
const NEWLINE = 10;
const OPENING_BRACE = 123;

/** Reads a file of CityJSON or CityJSONSeq (a feature a line). Throws UserError if it is neither. */
export function parseCityFile(bytes: Uint8Array, file: string): CityFile {
  const [first, ...features] = isSequence(bytes) ? linesOf(bytes) : [{ bytes, number: 1 }];
  const head = parseJson(first.bytes, file);
  checkKind(head, file);
  const { scale = [1, 1, 1], translate = [0, 0, 0] } = isObject(head.transform) ? head.transform : {};
  const documents = [documentOf(head, file)];
  for (const { bytes: line, number } of features)
    documents.push({ ...documentOf(parseJson(line, file, number), file), line: number });
  return {
    documents,
    scale: vectorOf(scale, 'transform.scale', file),
    translate: vectorOf(translate, 'transform.translate', file),
    ...crsOf(head.metadata),
    hasAppearance: 'appearance' in head,
  };
}

/** Whether a second JSON object follows on the next line. */
function isSequence(bytes: Uint8Array): boolean {
  const newline = bytes.indexOf(NEWLINE);
  if (newline < 0 || newline > MAX_TEXT_BYTES) return false;
  const end = new TextDecoder().decode(bytes.subarray(Math.max(0, newline - 8), newline)).trimEnd();
  const next = bytes.subarray(newline).find((byte) => byte > 32);
  return end.endsWith('}') && next === OPENING_BRACE;
}

/** Lines that are not empty. */
function linesOf(bytes: Uint8Array): { bytes: Uint8Array; number: number }[] {
  const lines: { bytes: Uint8Array; number: number }[] = [];
  for (let at = 0, number = 1; at < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(at, end);
    if (line.some((byte) => byte > 32)) lines.push({ bytes: line, number });
    at = end + 1;
  }
  return lines;
}

function parseJson(bytes: Uint8Array, file: string, line?: number): JsonObject {
  if (bytes.length > MAX_TEXT_BYTES)
    throw fileFault(
      file,
      `has ${bytes.length} bytes of JSON in one piece; at most ${MAX_TEXT_BYTES} fit`,
      'Split it into tiles, or save it as CityJSONSeq (cjio city.json export jsonl city.city.jsonl).',
    );
  const where = line === undefined ? '' : `line ${line}: `;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw fileFault(file, `${where}is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(value)) throw fileFault(file, `${where}expected a JSON object`);
  return value;
}

/** Versions whose geometry is the same: 2.0 added types of objects. */
const KNOWN_VERSIONS = /^(1\.[01]|2\.0)/;

function checkKind(head: JsonObject, file: string): void {
  const { type, version } = head;
  if (type !== 'CityJSON') {
    const isGltf = isObject(head.asset);
    const found = isGltf
      ? 'a glTF document'
      : `JSON of ${type === undefined ? 'no type' : `the type ${showValue(type)}`}`;
    const hint = isGltf ? 'Rename it so that it ends in .gltf.' : 'A CityJSON file has "type": "CityJSON".';
    throw fileFault(file, `${found}; expected CityJSON`, hint);
  }
  if (!KNOWN_VERSIONS.test(String(version)))
    throw fileFault(
      file,
      `CityJSON of ${version === undefined ? 'no version' : `the version ${showValue(version)}`}; 1.0, 1.1 and 2.0 are read`,
      'Convert it with: cjio city.json upgrade save new.city.json',
    );
}

function documentOf(document: JsonObject, file: string): CityDocument {
  const { CityObjects: objects = {}, vertices = [], 'geometry-templates': templates } = document;
  if (!isObject(objects)) throw fileFault(file, 'CityObjects: expected an object');
  if (!Array.isArray(vertices)) throw fileFault(file, 'vertices: expected a list');
  const entries = Object.entries(objects).map(([id, object]): [string, JsonObject] => {
    if (!isObject(object)) throw fileFault(file, `CityObjects.${id}: expected an object`);
    return [id, object];
  });
  return { objects: entries, vertices, ...(isObject(templates) && { templates: templatesOf(templates, file) }) };
}

function templatesOf(
  { templates, 'vertices-templates': vertices }: JsonObject,
  file: string,
): NonNullable<CityDocument['templates']> {
  if (!Array.isArray(templates) || !Array.isArray(vertices))
    throw fileFault(file, 'geometry-templates: expected the lists templates and vertices-templates');
  return { geometries: templates, vertices };
}

function vectorOf(value: unknown, name: string, file: string): [number, number, number] {
  if (Array.isArray(value) && value.length === 3 && value.every((number) => Number.isFinite(number)))
    return [value[0], value[1], value[2]];
  throw fileFault(file, `${name}: expected three numbers`);
}

/** `https://www.opengis.net/def/crs/EPSG/0/7415` and `urn:ogc:def:crs:EPSG::7415` are EPSG:7415. */
function crsOf(metadata: unknown): { crs?: string } {
  const reference = isObject(metadata) ? metadata.referenceSystem : undefined;
  if (typeof reference !== 'string' || reference.trim() === '') return {};
  const [, authority, code] = /(?:crs\/|crs:|^)(EPSG)(?:\/[^/]*\/|:[^:]*:|:)(\d+)$/i.exec(reference.trim()) ?? [];
  return { crs: code === undefined ? reference.trim() : `${authority.toUpperCase()}:${code}` };
}
