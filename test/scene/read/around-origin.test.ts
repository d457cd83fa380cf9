import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { describeModel, summarizeModel } from '../../../src/cli/describe/describe-model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
let count = 0;

/** A tenth of a metre between floor and wall, in UTM. */
const CORNERS = [
  [500000, 5500000, 0],
  [500010, 5500000, 0],
  [500010, 5500009.9, 0.3],
];
const STRAY = [0, 0, 0];
const lines = (vertices: number[][]) => vertices.map((vertex) => `${vertex.join(' ')}\n`).join('');
const PLY =
  'ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n';
const facet = (corners: number[][]) =>
  `facet normal 0 0 1\nouter loop\n${corners.map((corner) => `vertex ${corner.join(' ')}\n`).join('')}endloop\nendfacet\n`;

const FILES: [string, string][] = [
  ['obj', `${[STRAY, ...CORNERS].map((vertex) => `v ${vertex.join(' ')}\n`).join('')}f 2 3 4\n`],
  ['obj', `${[STRAY, ...CORNERS].map((vertex) => `v ${vertex.join(' ')}\n`).join('')}f 1 1 1\nf 2 3 4\n`],
  ['off', `OFF\n4 1 0\n${lines([STRAY, ...CORNERS])}3 1 2 3\n`],
  ['ply', `${PLY}${lines([STRAY, ...CORNERS])}3 1 2 3\n`],
  ['stl', `solid a\n${facet([STRAY, STRAY, STRAY])}${facet(CORNERS)}endsolid a\n`],
];

const read = (ending: string, text: string) =>
  readModel(folder.write(`${count++}.${ending}`, text), { files: nodeFiles, log: keepingLog() });

describe('the origin of a mesh', () => {
  it.each(FILES)('is near the vertices in use, wherever others lie (%s)', async (ending, text) => {
    const {
      meshes: [{ positions, indices, origin }],
    } = await read(ending, text);
    const found = [...indices].map((index) => [0, 1, 2].map((axis) => positions[3 * index + axis] + origin[axis]));
    for (const [k, corner] of CORNERS.entries())
      for (const axis of [0, 1, 2]) expect(Math.abs(found[k][axis] - corner[axis])).toBeLessThan(1e-4);
    expect(origin).toEqual([500005, 5500005, 0]);
  });

  it('stays at the first vertex where triangles use it', async () => {
    const { meshes } = await read('obj', `${CORNERS.map((v) => `v ${v.join(' ')}\n`).join('')}v 0 0 0\nf 1 2 3\n`);
    expect(meshes[0].origin).toEqual(CORNERS[0]);
  });
});

describe('the summary of a model', () => {
  it('has the bounds of what triangles use, and counts the vertices elsewhere', async () => {
    const summary = summarizeModel('a.obj', await read(...FILES[0]));
    expect(summary.bounds?.min[0]).toBeCloseTo(500000, 3);
    expect(describeModel(summary).join('\n')).toMatch(/elsewhere +1 vertex that no face uses/);
    const sound = summarizeModel('a.off', await read('obj', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n'));
    expect(describeModel(sound).join('\n')).not.toContain('elsewhere');
  });
});
