import { describe, expect, it } from 'vitest';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import type { Leg } from '../../src/platform/leg.js';
import { runOf } from '../../src/simulation/instrument-scan.js';
import { AT_ORIGIN, legOf, scanOf, spinningScanner } from '../simulation/instrument-scans.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { everyMotion, TURN_ON_CAR } from '../support/moving-surveys.js';
import { outliers } from '../support/outliers.js';
import { preparedSceneOf } from '../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { tracePoints } from '../support/trace-points.js';

/** A quarter of a turn of a head on a car that drives through movers of all kinds. */
async function pointsBy(open: OpenEngine): Promise<PointBatch> {
  const scene = everyMotion();
  const path = { ...TURN_ON_CAR.path, to: [-0.75, -0.75, 1.6] } as Leg['path'];
  const mount = { ...AT_ORIGIN, position: [0.5, 1, 0.2] as const };
  const run = runOf(scanOf(spinningScanner(), [legOf(path)], { mount }), await preparedSceneOf(scene));
  const engine = await open((await preparedSceneOf(scene)).device);
  const batches: PointBatch[] = [];
  try {
    for await (const { points } of tracePoints(engine, run, scene, {
      needs: ['bodies', 'velocities', 'radial velocities'],
    }))
      batches.push(points);
  } finally {
    await engine.close();
  }
  return joinBatches(batches);
}

describe.skipIf(!softwareAdapter)(`velocities of points${NEEDS_SOFTWARE_GPU}`, () => {
  it('are the same on both engines', async () => {
    const [cpu, gpu] = [await pointsBy(ENGINES[0][2]), await pointsBy(ENGINES[1][2])];
    expect(cpu.moving?.filter((flag) => flag === 1).length).toBeGreaterThan(400);
    expect(cpu.count).toBeGreaterThan(2_500);
    expect(gpu.moving).toEqual(cpu.moving);
    // Places may differ in their last bits.
    for (const key of ['velocity', 'radialVelocity'] as const) {
      const [own, other] = [cpu[key] ?? [], gpu[key] ?? []];
      expect(other).toHaveLength(own.length);
      expect(outliers([...own.keys()], (k) => Math.abs(other[k] - own[k]) < 1e-5)).toEqual([]);
    }
  });
});
