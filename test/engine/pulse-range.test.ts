import { expect, it } from 'vitest';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, sceneOf, sphere } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const MOUNT = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;

it('ranges of a leg give the records of the whole leg, wherever they are cut', async () => {
  const scene = sceneOf([meshOf(sphere(10, 40))]);
  const window = { elevationMin: -30 * DEGREE, elevationMax: 30 * DEGREE };
  const polygon = testScanner().deflector;
  const scanner = testScanner({
    detection: { rangeNoise: 0.02 },
    deflector: { ...polygon, ...window } as typeof polygon,
  });
  const footprint = { pattern: 'disc', subrays: 4, weights: 'gaussian' } as const;
  const settings = settingsWith({ footprint, materials: materialsOf(scene) });
  const leg = station([1, 2, 0], { sectorDeg: 200 });
  const program = createPulseProgram({ scanner, mount: MOUNT, leg, frameOrigin: [0, 0, 0], footprint });
  expect(program.pulseCount).toBeGreaterThan(10_000);
  const engine = await openCpuEngine({ scene: await deviceSceneOf(scene), threads: 2 });
  const trace = async (first: number, end: number) => {
    const words: number[] = [];
    let pulses = 0;
    for await (const chunk of engine.trace(settings, program, { range: { first, end } })) {
      for (const word of chunk.outputs.points.words) words.push(word);
      pulses += chunk.pulseCount;
    }
    expect(pulses).toBe(end - first);
    return words;
  };
  try {
    const whole = await trace(0, program.pulseCount);
    const parts = [...(await trace(0, 1)), ...(await trace(1, 5001)), ...(await trace(5001, program.pulseCount))];
    expect(
      Buffer.compare(Buffer.from(Uint32Array.from(parts).buffer), Buffer.from(Uint32Array.from(whole).buffer)),
    ).toBe(0);
    expect(whole.length).toBeGreaterThan(program.pulseCount);
    expect(await trace(7, 7)).toEqual([]);
  } finally {
    await engine.close();
  }
});
