import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { workplace } from './subray.js';

const RUNS = 20;
/** A turn of 100° of elevation, a pulse every 0.8°, 19 subrays: a little more than a million. */
const SURVEY = `scene: { parts: [ { name: street, generate: { kind: street, seed: 4, triangles: 100000 } } ] }
scanner: { id: riegl-vz-400, verticalStep: 0.8, horizontalStep: 0.8 }
legs: [ { position: [0, 0, 1.5] } ]
output: [ cloud.las ]
`;
const SUBRAYS = 1e6;

describe.skipIf(!softwareAdapter)(`a million subrays on the software GPU${NEEDS_SOFTWARE_GPU}`, () => {
  const place = workplace();

  it(`end well ${RUNS} times in a row, with the same bytes`, async () => {
    place.write('s.yaml', SURVEY);
    let first: Buffer | undefined;
    for (let run = 1; run <= RUNS; run++) {
      const options = ['--force', '--json', '--quiet', '--engine', 'gpu', '--adapter', 'software'];
      const { code, stdout, stderr } = await place.run('run', 's.yaml', ...options);
      expect(code, `run ${run}: ${stderr}`).toBe(0);
      const { engine, subrays, points, seconds } = JSON.parse(stdout);
      expect(engine).toBe('gpu');
      expect(subrays).toBeGreaterThan(SUBRAYS);
      expect(points).toBeGreaterThan(SUBRAYS / 50);
      const cloud = readFileSync(join(place.path, 'cloud.las'));
      first ??= cloud;
      expect(cloud.equals(first), `run ${run}`).toBe(true);
      process.stderr.write(`run ${run}: ${subrays} subrays, ${points} points, ${seconds.simulate.toFixed(1)} s\n`);
    }
  });
});
