/* Clouds read by NumPy itself, and its files by us; skipped where Python has no NumPy. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type PointKey } from '../../../src/cloud/point-batch.js';
import { attributesOf } from '../../../src/cloud/point-fields.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { cloudHeader, fullBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

const python = (script: string, ...argv: string[]): string =>
  execFileSync('python3', ['-c', script, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function hasNumpy(): boolean {
  try {
    python('import numpy');
    return true;
  } catch {
    return false;
  }
}

const COUNT = 2000;

/** Writes the column called argv[2] of the cloud argv[1] as f64, without leave to unpickle. */
const COLUMNS = `
import sys, numpy as np
cloud = np.load(sys.argv[1], allow_pickle=False)
vectors = {'nx': ('normal', 0), 'ny': ('normal', 1), 'nz': ('normal', 2), 'red': ('rgb', 0), 'green': ('rgb', 1), 'blue': ('rgb', 2),
  'true_x': ('true_position', 0), 'true_y': ('true_position', 1), 'true_z': ('true_position', 2),
  'velocity_x': ('velocity', 0), 'velocity_y': ('velocity', 1), 'velocity_z': ('velocity', 2)}
with open('columns.f64', 'wb') as out:
  for name in sys.argv[2].split(','):
    if sys.argv[1].endswith('.npz') and name in vectors: column = cloud[vectors[name][0]][:, vectors[name][1]]
    else: column = cloud[name]
    assert column.shape == (${COUNT},), column.shape
    out.write(column.astype('<f8').tobytes())
`;

describe.skipIf(!hasNumpy())('NumPy (skipped where python3 has none)', () => {
  it.each(['npy', 'npz'] as const)('reads every attribute of .%s', async (format) => {
    const path = join(folder, `full.${format}`);
    const batch = fullBatch(COUNT);
    const sink = await createPointSink(
      { path, format },
      { ...cloudHeader(), optional: OPTIONAL_KEYS },
      { files: nodeFiles },
    );
    await sink.write(batch);
    await sink.finish();
    const attributes = attributesOf({ optional: OPTIONAL_KEYS });
    python(COLUMNS, path, attributes.map(({ name }) => name).join(','));
    const bytes = await nodeFiles.read(join(folder, 'columns.f64'));
    const columns = new Float64Array(bytes.slice().buffer);
    for (const [k, { name, key, component, components }] of attributes.entries()) {
      const array = batch[key as PointKey] as Float64Array;
      const wanted = Float64Array.from({ length: COUNT }, (_, i) => array[components * i + component]);
      expect(columns.subarray(k * COUNT, (k + 1) * COUNT), name).toEqual(wanted);
    }
  });

  it('writes clouds that are read', async () => {
    writeFileSync(join(folder, 'empty'), '');
    python(`
import numpy as np
x, y, z = np.arange(3) * 1.0, np.arange(3) + 10, np.arange(3, dtype='>f4') + 20
np.save('stack.npy', np.vstack([x, y, z]).T)
np.save('fields.npy', np.rec.fromarrays([x, y, z, [1, 2, 3]], names='X,Y,Z,Classification'))
np.savez('arrays.npz', x=x, y=y, z=z, rgb=np.full((3, 3), 255, 'u1'), note='by hand', other=np.zeros(7))
np.savez('points.npz', points=np.array([x, y, z]).T.astype('f4').copy(), classification=np.array([1, 2, 3]))
np.savez('wrong.npz', x=x, y=y, z=z, intensity=np.zeros(4))
np.savez_compressed('packed.npz', x=x, y=y, z=z)
np.save('objects.npy', np.array([x, None], dtype=object), allow_pickle=True)
`);
    for (const name of ['stack.npy', 'fields.npy', 'arrays.npz', 'points.npz']) {
      const cloud = await openReadable(nodeFiles, join(folder, name));
      for await (const points of readPoints(cloud)) {
        expect([[...points.x], [...points.y], [...points.z]], name).toEqual([
          [0, 1, 2],
          [10, 11, 12],
          [20, 21, 22],
        ]);
        if (name === 'arrays.npz') expect([...(points.rgb ?? [])]).toEqual(new Array(9).fill(65535));
        if (name === 'points.npz') expect([...points.classification]).toEqual([1, 2, 3]);
      }
      if (name === 'arrays.npz') expect(cloud.warnings).toEqual(['arrays or fields that are not read: note, other']);
    }
    await expect(openReadable(nodeFiles, join(folder, 'wrong.npz'))).rejects.toThrow(
      'found 4 rows, expected 3, as x has',
    );
    await expect(openReadable(nodeFiles, join(folder, 'packed.npz'))).rejects.toThrow('compressed');
    await expect(openReadable(nodeFiles, join(folder, 'objects.npy'))).rejects.toThrow('Python objects');
  });
});
