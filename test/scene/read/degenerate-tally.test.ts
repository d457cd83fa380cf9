import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadScene } from '../../../src/node-surveys.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import type { ScenePart } from '../../../src/scene/scene-description.js';
import { keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();

/** A file with a triangle that has an area, and `degenerate` ones that have none. */
const file = (name: string, degenerate: number) =>
  folder.write(name, `v 0 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\n${'f 1 1 2\n'.repeat(degenerate)}`);

/** The warnings of a scene of these files about triangles without area. */
async function warningsOf(...paths: string[]) {
  const parts = paths.map(
    (path, k): ScenePart => ({
      name: `part ${k}`,
      source: { kind: 'file', path },
      transform: IDENTITY,
      placement: { kind: 'once' },
      place: { file: 'survey.yaml', line: 1, column: 1 },
    }),
  );
  const log = keepingLog();
  await loadScene({ parts, labels: [], materials: [] }, { log });
  return log.warnings.filter((text) => text.includes('no area'));
}

describe('triangles without area', () => {
  it('are told of once for a scene, with their sum and the file that has most', async () => {
    const [a, b, c] = [file('a.obj', 2), file('b.obj', 5), file('c.obj', 0)];
    expect(await warningsOf(a, b, c, b)).toEqual([
      `7 of 9 triangles in 2 files have no area and were left out, most of them in ${b}: 5 of 6`,
    ]);
  });

  it('are told of with their file, if it is the only one', async () => {
    const a = file('d.obj', 2);
    expect(await warningsOf(a, file('e.obj', 0))).toEqual([`${a}: 2 of 3 triangles have no area and were left out`]);
    expect(await warningsOf(file('e.obj', 0))).toEqual([]);
  });

  it('are told of by the reader of a single model', async () => {
    const log = keepingLog();
    const a = file('f.obj', 1);
    await readModel(a, { files: nodeFiles, log });
    expect(log.warnings).toEqual([`${a}: 1 of 2 triangles have no area and were left out`]);
  });
});
