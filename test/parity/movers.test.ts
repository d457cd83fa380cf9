import { describe, expect, it } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { GpuStages } from '../../src/bench/gpu-stages.js';
import { Hit, Point } from '../../src/device/records.generated.js';
import { WALKS } from '../../src/engine/gpu/passes.js';
import { surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import { colouredWorld, IN_SUNLIGHT } from '../support/coloured-movers.js';
import { inLong } from '../support/long-run.js';
import { velocityFrom } from '../support/movers.js';
import {
  everyMotion,
  type MoverSurvey,
  moverInput,
  SEVEN,
  TURN_AT_STATION,
  TURN_ON_CAR,
  updatedWorld,
} from '../support/moving-surveys.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter, softwareAdapter } from '../support/software-adapter.js';
import { bothEngines } from './example.js';

const HIT = Hit.SIZE / 4;
const PULSES = 200;

/** Words of hits up to the normal; 0 without a hit. */
const wordsOf = (hits: ArrayBuffer): Uint32Array => {
  const [words, floats] = [new Uint32Array(hits), new Float32Array(hits)];
  return words.map((word, w) => (floats[w - (w % HIT)] < 0 || w % HIT >= Hit.normalX / 4 ? 0 : word));
};

const SURVEYS: [name: string, survey: MoverSurvey][] = [
  ['from a station', { scene: everyMotion(), leg: TURN_AT_STATION, footprint: SEVEN, sceneTime: 0.7 }],
  ['from a car, wide at the exit', { scene: everyMotion(), leg: TURN_ON_CAR, footprint: SEVEN, exitRadius: 0.02 }],
];

const UPDATED = { scene: updatedWorld(), leg: TURN_AT_STATION, footprint: SEVEN, sceneTime: 0.7 };

const COLOURED = { scene: colouredWorld(velocityFrom([0, 0, 0], [9, -7, 0]), true), leg: TURN_AT_STATION };

// Wide exits have kernels of their own, which take long to compile.
const own = inLong(SURVEYS, SURVEYS.slice(0, 1));

describe.skipIf(!softwareAdapter)(`both engines see movers alike${NEEDS_SOFTWARE_GPU}`, () => {
  it.each(own.flatMap(([name, survey]) => WALKS.map((walk) => [name, walk, survey] as const)))(
    'hit by hit %s, by the walk %s',
    async (_, walk, survey) => {
      const { program, ...input } = await moverInput(survey);
      const cpu = await CpuStages.open(input, program);
      const gpu = await GpuStages.open(sharedAdapter!, input, [program], PULSES, { walk });
      let found = 0;
      for (const first of [900, 9_000, 21_000, 30_000]) {
        const made = cpu.run(first, PULSES);
        gpu.load(program, first, PULSES);
        gpu.write('pulses', made.pulse.pulses);
        gpu.write('directions', made.subray.directions);
        gpu.runStage('traverse');
        const hits = wordsOf(await gpu.read('hits', PULSES * input.settings.hitCount * Hit.SIZE));
        const expected = wordsOf(made.traverse.hits);
        expect(hits).toEqual(expected);
        found += expected.filter((word, w) => w % HIT === Hit.instance / 4 && word > 2).length;
      }
      gpu.close();
      expect(found).toBeGreaterThan(200);
    },
  );

  it.each<[name: string, survey: MoverSurvey]>([
    ...own,
    ['by updates, mirrored by turns', UPDATED],
    ['of many colours, in sunlight', { ...COLOURED, colors: IN_SUNLIGHT, footprint: SEVEN }],
  ])('return by return %s', async (_, survey) => {
    const { program, device, settings } = await moverInput(survey);
    const engines = await bothEngines({ device });
    const range = { first: 8_000, end: 16_000 };
    const points = async (engine: (typeof engines)['cpu']) => {
      const parts: Uint8Array[] = [];
      for await (const { outputs } of engine.trace(settings, program, { range }))
        parts.push(new Uint8Array(outputs.points.words.slice().buffer));
      await engine.close();
      const { buffer } = Uint8Array.from(Buffer.concat(parts));
      return { words: new Uint32Array(buffer), floats: new Float32Array(buffer) };
    };
    const [cpu, gpu] = [await points(engines.cpu), await points(engines.gpu)];
    expect(cpu.words.length / (Point.SIZE / 4)).toBeGreaterThan(4_000);
    const colors = (words: Uint32Array) => words.filter((_, w) => w % (Point.SIZE / 4) === Point.color / 4);
    expect(colors(gpu.words)).toEqual(colors(cpu.words));
    expect(compareReturns(cpu, gpu, surfaceColumns(survey.scene.surfaces)).differing).toEqual([]);
  });
});
