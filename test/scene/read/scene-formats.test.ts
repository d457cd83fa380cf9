import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bytesPerTriangleOf,
  MODEL_ENDINGS,
  modelName,
  SCENE_FORMATS,
  sceneFormatOf,
} from '../../../src/scene/read/scene-formats.js';

const ROOT = new URL('../../../', import.meta.url);
const READ = new URL('src/scene/read/', ROOT);

it('lists every format of src/scene/read', () => {
  const files = readdirSync(READ).filter((folder) => existsSync(new URL(`${folder}/${folder}-format.ts`, READ)));
  expect(SCENE_FORMATS.map(({ title }) => title.toLowerCase().replace(' ', '-')).toSorted()).toEqual(files.toSorted());
});

it('gives every ending to one format', () => {
  expect(new Set(MODEL_ENDINGS).size).toBe(MODEL_ENDINGS.length);
});

it('finds formats by endings, whatever their case', () => {
  expect(sceneFormatOf('/a/b.GLB')?.title).toBe('glTF');
  expect(sceneFormatOf('/a.obj/b')).toBeUndefined();
  expect(sceneFormatOf('constructor')).toBeUndefined();
});

it('looks behind the ending of gzip', () => {
  expect(sceneFormatOf('town.city.json.GZ')?.title).toBe('CityJSON');
  expect(sceneFormatOf('town.gz')).toBeUndefined();
  expect(bytesPerTriangleOf('a.obj.gz')).toBe((bytesPerTriangleOf('a.obj') ?? 0) / 4);
});

it.each([
  ['models/town.city.json.gz', 'town'],
  ['a.b.obj', 'a.b'],
  ['C:\\scenes\\house.GLB', 'house'],
  ['.obj', '.obj'],
  ['a.xyz', 'a'],
])('calls %s %s', (path, name) => {
  expect(modelName(path)).toBe(name);
});

describe.each(SCENE_FORMATS)('$title', ({ endings }) => {
  it.each(['docs/survey.md', 'docs/plan.md'])('is written in %s', (guide) => {
    const text = readFileSync(new URL(guide, ROOT), 'utf8');
    for (const ending of endings) expect(text).toContain(`\`${ending}\``);
  });
});
