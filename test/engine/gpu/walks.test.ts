import { describe, expect, it } from 'vitest';
import { CpuStages, type StageOutputs } from '../../../src/bench/cpu-stages.js';
import { GpuStages } from '../../../src/bench/gpu-stages.js';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { BLOCK_PULSES, Hit } from '../../../src/device/records.generated.js';
import { WALKS, type Walk } from '../../../src/engine/gpu/passes.js';
import { COMPANIES, COMPANY_SEED, companyOf, STRETCHES } from '../../support/companies.js';
import { sampleOf } from '../../support/long-run.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../../support/software-adapter.js';

/** Compiling takes seconds: of all surveys those that have everything between them. */
const NAMES = [
  'lines from a station',
  'many lasers on a car, wide at the exit',
  'lines over sheets, some of them edge-on',
];
const TRAVERSE = ['traverse', 'traverseBundles', 'listDoubts', 'traverseExactly', 'refine'];

describe.skipIf(!sharedAdapter)(`hits do not depend on the way through the trees${NEEDS_SOFTWARE_GPU}`, () => {
  it.each(
    sampleOf(
      COMPANIES.filter(({ name }) => NAMES.includes(name)),
      1,
    ),
  )('$name', async (company) => {
    const { program, ...input } = await companyOf(company);
    const cpu = await CpuStages.open(input, program);
    const open = (walk: Walk) =>
      GpuStages.open(sharedAdapter!, input, [program], BLOCK_PULSES, { names: TRAVERSE, walk });
    const ways = await Promise.all([...WALKS].reverse().map(open));
    const counts: number[] = [];
    for (const first of STRETCHES) {
      const made = cpu.run(first, BLOCK_PULSES);
      const [alone, ...together] = await Promise.all(ways.map((gpu) => hitsOf(gpu, program, first, made)));
      for (const hits of together) expect(hits).toEqual(alone);
      expect(alone.map(surfaceOf)).toEqual(meaningOf(made.traverse.hits).map(surfaceOf));
      counts.push(alone.filter(Boolean).length / alone.length);
    }
    for (const gpu of ways) gpu.close();
    expect(Math.max(...counts), `seed ${COMPANY_SEED}`).toBeGreaterThan(0.2);
  });
});

/** Hits of a way through the trees for a block of pulses from `first` on, as the CPU made them. */
async function hitsOf(gpu: GpuStages, program: PulseProgram, first: number, { pulse, subray }: StageOutputs) {
  gpu.load(program, first, BLOCK_PULSES);
  gpu.write('pulses', pulse.pulses);
  gpu.write('directions', subray.directions);
  gpu.runStage('traverse');
  const subrays = subray.directions.byteLength / 16;
  return meaningOf(await gpu.read('hits', subrays * Hit.SIZE));
}

const surfaceOf = (hit: string | undefined) => hit?.split(' ')[0];

/** Instance and triangle, then the distance, of every hit. */
function meaningOf(hits: ArrayBuffer): (string | undefined)[] {
  const [floats, words] = [new Float32Array(hits), new Uint32Array(hits)];
  return Array.from({ length: hits.byteLength / Hit.SIZE }, (_, k) => {
    const at = (k * Hit.SIZE) / 4;
    if (floats[at] < 0) return undefined;
    return `${words[at + Hit.instance / 4]}:${words[at + Hit.triangle / 4]} ${floats[at + Hit.distance / 4]}`;
  });
}
