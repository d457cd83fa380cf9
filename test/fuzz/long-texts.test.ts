/** Messages quote a word of a file, however long it is, by its start. */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { finish } from '../../src/base/steps.js';
import { parsePlacements } from '../../src/scene/place/csv-placement.js';
import { readModel } from '../../src/scene/read/read-model.js';
import { contextOf, filesOf } from './in-memory.js';

const LONG = 'x'.repeat(100_000);

const MODELS: readonly [file: string, text: string][] = [
  ['a.off', `${LONG}\n`],
  ['a.stl', `solid a\n${LONG}\n`],
  ['a.asc', `${LONG} 1\n`],
  ['a.obj', `v ${LONG} 0 0\n`],
  ['a.obj', `v 0 0 ${'9'.repeat(100_000)}\nf 1 ${LONG} 1\n`],
  ['a.ply', `ply\nformat ${LONG} 1.0\n`],
  ['a.gltf', `{"asset": {"version": "${LONG}"}}`],
];

describe('a word of 100,000 letters', () => {
  it.each(MODELS)('is quoted by its start: %s', async (file, text) => {
    const files = filesOf({}, file, new TextEncoder().encode(text));
    const error: unknown = await readModel(file, contextOf(files)).catch((thrown: unknown) => thrown);
    if (!(error instanceof UserError)) throw error;
    expect(error.format().length).toBeLessThan(1000);
  });

  it.each([`x,y,z\n1,${LONG},3\n`, `x,${LONG},z\n1,2,3\n`])('is quoted by its start: a table', (text) => {
    const read = () => finish(parsePlacements(text, 'trees.csv'));
    expect(read).toThrow(UserError);
    try {
      read();
    } catch (error) {
      expect((error as UserError).format().length).toBeLessThan(1000);
    }
  });
});
