/** Texts that nest without end, for every reader of a nested syntax: refused with a place, or read; never a fault. */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { readGivenRows } from '../../src/campaign/read/given-rows.js';
import { readCrs } from '../../src/crs/read-crs.js';
import { readModel } from '../../src/scene/read/read-model.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { contextOf, filesOf } from './in-memory.js';

const DEEP = 50_000;
const LISTS = '['.repeat(DEEP) + ']'.repeat(DEEP);
const OBJECTS = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
/** Places in a document that nested values take. */
const [LIST, OBJECT] = ['@list', '@object'];

const GLTF = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
};
const BUILDING = { type: 'Building', geometry: [{ type: 'MultiSurface', lod: '1', boundaries: [[[0, 1, 2]]] }] };
const CITY = {
  ...{ type: 'CityJSON', version: '1.1', transform: { scale: [1, 1, 1], translate: [0, 0, 0] } },
  ...{ CityObjects: { a: BUILDING }, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }, // biome-ignore format: a row a vertex
};

const MODELS: readonly [what: string, file: string, document: object][] = [
  ['a position', 'a.gltf', { ...GLTF, meshes: [{ primitives: [{ attributes: { POSITION: LIST } }] }] }],
  ['weights', 'a.gltf', { ...GLTF, nodes: [{ mesh: 0, weights: LIST }] }],
  ['a mesh', 'a.gltf', { ...GLTF, nodes: [{ mesh: OBJECT }] }],
  ['children', 'a.gltf', { ...GLTF, nodes: [{ children: LIST }] }],
  ['extras', 'a.gltf', { ...GLTF, extras: OBJECT }],
  ['boundaries', 'a.city.json', { ...CITY, CityObjects: { a: { ...BUILDING, geometry: [{ boundaries: LIST }] } } }],
  ['vertices', 'a.city.json', { ...CITY, vertices: LIST }],
  ['attributes', 'a.city.json', { ...CITY, CityObjects: { a: { ...BUILDING, attributes: OBJECT } } }],
];

/** The message of a refusal with its place, or undefined. */
async function refusal(read: Promise<unknown>): Promise<string | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
}

const textOf = (document: object): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(document).replaceAll(`"${LIST}"`, LISTS).replaceAll(`"${OBJECT}"`, OBJECTS));

describe('nesting without end', () => {
  it.each(MODELS)('of %s in %s', async (_, file, document) => {
    const files = filesOf({}, file, textOf(document));
    expect((await refusal(readModel(file, contextOf(files)))) ?? '').toMatch(
      file.endsWith('.gltf') ? /256 deep/ : /a.city|^$/,
    );
  });

  it('in rows of a campaign', async () => {
    for (const value of [LISTS, OBJECTS]) {
      const files = filesOf({}, 'rows.jsonl', new TextEncoder().encode(`{"a": 1}\n{"a": ${value}}\n`));
      expect(await refusal(readGivenRows(files, 'rows.jsonl'))).toBe(
        'rows.jsonl:2: found lists and objects nested more than 64 deep',
      );
    }
  });

  it('in surveys', async () => {
    for (const value of [LISTS, OBJECTS, '- '.repeat(DEEP)]) {
      const files = filesOf({}, 'a.yaml', new TextEncoder().encode(`scene:\n  ${value}`));
      expect(await refusal(loadSurvey('a.yaml', { files }))).toMatch(/^a\.yaml:2:\d+: found maps and lists nested/);
    }
  });

  it('in reference systems', async () => {
    for (const text of [`PROJCS${'["x",A'.repeat(9_000)}`, `{"type": ${'['.repeat(60_000)}${']'.repeat(4000)}}`])
      expect(await refusal(readCrs(text))).toMatch(/^found|expected/);
  });
});
