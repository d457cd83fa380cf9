import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '../src/engine/engine.js';

const SRC = resolve(import.meta.dirname, '../src');

/** From the outside in: a folder imports from folders of its own line and of lines below. */
const LAYERS = [
  ['cli'],
  ['bench', 'planning'],
  ['simulation'],
  ['survey'],
  ['procedural'],
  ['scene', 'scanner', 'platform', 'material'],
  ['bvh', 'engine'],
  ['io', 'picture'],
  ['cloud'],
  ['base'],
];

/** The record layouts are generated from wgsl/ and lie below everything; so does what a survey, leg or scanner is as a type. */
const EVERYWHERE = /engine\/records\.generated\.js$|version\.js$/;

const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)';/gm)].map(([, type, path]) => ({
    from: file,
    to: relative(SRC, resolve(SRC, dirname(file), path)),
    typeOnly: type !== undefined,
  }));
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const ROOT = resolve(SRC, '..');

describe('the house', () => {
  it('has each stage under one name for both devices', () => {
    for (const stage of STAGES) {
      expect(existsSync(join(ROOT, 'wasm', `${stage}.ts`)), stage).toBe(true);
      expect(existsSync(join(ROOT, 'wgsl', `${stage}.entry.wgsl`)), stage).toBe(true);
    }
  });

  it('imports point one way', () => {
    const back = files
      .flatMap(importsOf)
      .filter(({ from, to, typeOnly }) => {
        const [here, there] = [layerOf(from.split('/')[0]), layerOf(to.split('/')[0])];
        return here >= 0 && there >= 0 && there < here && !typeOnly && !EVERYWHERE.test(to);
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(back).toEqual([]);
  });

  it('deflectors and their pictures know no device, not even by type', () => {
    const known = files
      .filter((file) => /^scanner\/(deflectors|pattern)\//.test(file))
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith('engine/') || to.startsWith('scanner/deflector-parts'));
    expect(known).toEqual([]);
  });

  it('asks for the kind of a deflector in one place, and checks it in another', () => {
    const asking = files.filter((file) =>
      /\bdeflector\??\.kind\b|switch \(kind\)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(asking).toEqual(['simulation/check-scanner.ts']);
  });

  it('every folder has its place', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].filter((folder) => layerOf(folder) < 0)).toEqual([]);
  });
});
