import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLong } from '../support/long-run.js';
import { type Workplace, workplace } from './subray.js';

const place = workplace();
// All that could make a difference: shared meshes, scattering, noise, several returns, a moving head,
// two legs and two formats.
place.write(
  's.yaml',
  `seed: 11
scene:
  parts:
    - { name: hill, generate: { kind: terrain, triangles: 24000 } }
    - name: grove
      generate: { kind: forest, seed: 3, triangles: 12000 }
      instances: { scatter: { count: 4, seed: 2, area: [[-20, -20], [20, 20]], scale: [0.8, 1.2], on: hill } }
scanner: { id: velodyne-hdl-32e }
platform: vehicle-roof
legs:
  - { from: [-10, 0, 8], to: [10, 0, 8], speed: 500 }
  - { position: [0, 12, 9], azimuth: [60, 200] }
footprint: { subrays: 7 }
detector: { rangeNoise: 0.02, maxReturns: 4 }
output: [ cloud.las, cloud.ply ]
`,
);

/** Digests of all files that a run leaves; `run` is `place.run` or, without a start of the program, `place.answer`. */
async function digestsOf(run: Workplace['run'], folder: string, ...options: string[]) {
  const out = place.folder(folder);
  const { code, stdout, stderr } = await run('run', 's.yaml', '--out', out, '--json', '--engine', 'cpu', ...options);
  expect(code, stderr).toBe(0);
  const digests = place.names(folder).map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}`,
  );
  return { digests, report: JSON.parse(stdout) };
}

describe('the same survey', () => {
  it('gives the same bytes with 1, 2 and 5 threads, with and without a cache, and again', async () => {
    const first = await digestsOf(place.run, 'first', '--threads', '1');
    // Two clouds, labels and the table of trees.
    expect(first.digests).toHaveLength(4);
    expect(place.names('cache').length).toBeGreaterThan(0);
    expect(first.report.points).toBeGreaterThan(10_000);
    const others: [string, string[]][] = [
      ['5 threads, cache warm', ['--threads', '5']],
      ['2 threads, no cache', ['--threads', '2', '--no-cache']],
      ['2 threads, cache warm', ['--threads', '2']],
    ];
    for (const [name, options] of others.slice(0, inLong(3, 2))) {
      const other = await digestsOf(place.answer, name, ...options);
      expect(other.digests, name).toEqual(first.digests);
      for (const key of ['pulses', 'subrays', 'hits', 'returns', 'points'])
        expect(other.report[key], `${key}, ${name}`).toBe(first.report[key]);
    }
    // Outputs that do not change with the seed would prove nothing.
    const { digests } = await digestsOf(place.answer, 'other seed', '--seed', '12');
    const isOfScene = (digest: string) => /^cloud\.(labels\.json|trees\.csv) /.test(digest);
    expect(digests.filter((digest) => first.digests.includes(digest) && !isOfScene(digest))).toEqual([]);
  });
});
