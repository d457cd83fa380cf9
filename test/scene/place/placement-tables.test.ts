import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadScene } from '../../../src/node-surveys.js';
import { PlacementTables } from '../../../src/scene/place/placement-tables.js';
import type { ScenePart } from '../../../src/scene/scene-description.js';
import { faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
const place = { file: 'survey.yaml', line: 3 };
const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 0 1\nusemtl leaf\nf 1 2 3\n';
const modelFile = (name: string) => folder.write(name, TRIANGLE);
const part = (name: string, file: string, csv: string, ignore?: string[]): ScenePart => ({
  name,
  source: { kind: 'file', path: modelFile(file) },
  transform: IDENTITY,
  placement: { kind: 'csv', path: csv, ...(ignore && { ignore }) },
  place,
});

describe('PlacementTables', () => {
  it('gives each part the rows that name it or its model, and tells of the others once', async () => {
    const log = keepingLog();
    const csv = folder.write(
      'plot.csv',
      'x,y,part,vigour,plot\n1,0,Beech,1,A\n2,0,fir.obj,1,A\n3,0,beech,1,A\n4,0,bech,1,A\n5,0,,1,A\n',
    );
    const [beech, spruce] = [part('beech', 'a.obj', csv), part('spruce', 'fir.obj', csv, ['plot'])];
    const tables = new PlacementTables([beech, spruce], { files: nodeFiles, log });
    const xs = async (one: ScenePart) => (await tables.of(one, csv)).transforms.map(([, , , x]) => x);
    expect(await xs(beech)).toEqual([1, 3]);
    expect(await xs(spruce)).toEqual([2]);
    tables.warnOfUntaken();
    expect(log.warnings).toEqual([
      `${csv}: columns that are not read: vigour`,
      `${csv}: left out 1 row of "bech", which is no part with this table; did you mean "beech"?`,
      `${csv}: left out 1 row without a part`,
    ]);
  });

  it('tells a fault of a table that parts share once, with what to do', async () => {
    const csv = folder.write('shared.csv', 'x,y\n1,2,3\n');
    const parts = [part('beech', 'a.obj', csv), part('spruce', 'fir.obj', csv)];
    const fault = await faultOf(loadScene({ parts, labels: [], materials: [] }, { files: nodeFiles }));
    const lines = String(fault).split('\n');
    expect(lines[0]).toBe(`${csv}:2:5: found 3 cells, expected 2, as many as the header has names`);
    expect(lines).toHaveLength(2);
  });

  it('says that rows with one number are one object', async () => {
    const log = keepingLog();
    const csv = folder.write('twins.csv', 'x,y,id\n1,0,5\n2,0,5\n3,0,6\n4,0,6\n');
    const one = part('a', 'a.obj', csv);
    const tables = new PlacementTables([one], { files: nodeFiles, log });
    expect((await tables.of(one, csv)).facts?.map(({ instance }) => instance)).toEqual([5, 5, 6, 6]);
    expect(log.warnings).toEqual([
      `${csv}: the rows with the instance 5 are one object, and so are those of 1 other number`,
    ]);
  });
});

describe('loadScene', () => {
  const csv = folder.write('stand.csv', 'x,y,id,species\n1,0,101,beech\n2,0,,oak\n3,0,2,beech\n');

  it('numbers objects as the table does, and others around them; species are semantic classes', async () => {
    const parts = [part('stand', 'b.obj', csv), part('more', 'b.obj', folder.write('more.csv', 'x,y\n9,9\n'))];
    const { names, surfaces } = await loadScene({ parts, labels: [], materials: [] }, { files: nodeFiles });
    expect({ ...names.instances }).toEqual({
      '0': '',
      '1': 'stand/oak#2',
      '2': 'stand/beech#2',
      '3': 'more#1',
      '101': 'stand/beech#101',
    });
    expect(names.semantics).toEqual({ 0: 'none', 256: 'beech', 257: 'oak' });
    expect(surfaces.map(({ instance, semantic }) => [instance, names.semantics[semantic]])).toEqual([
      [101, 'beech'],
      [1, 'oak'],
      [2, 'beech'],
      [3, 'none'],
    ]);
  });

  it('leaves the semantic class of a label, whose number stays', async () => {
    const label = { match: 'leaf', on: 'material', semantic: 'needle', place } as const;
    const parts = [part('stand', 'b.obj', csv)];
    const { names, surfaces } = await loadScene({ parts, labels: [label], materials: [] }, { files: nodeFiles });
    expect(names.semantics).toEqual({ 0: 'none', 256: 'needle', 257: 'beech', 258: 'oak' });
    expect(new Set(surfaces.map(({ semantic }) => semantic))).toEqual(new Set([256]));
  });
});
