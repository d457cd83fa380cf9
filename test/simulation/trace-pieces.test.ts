import { expect, it } from 'vitest';
import { openEngine } from '../../src/simulation/engines/node-engine.js';
import { pulsesOf, runOf } from '../../src/simulation/instrument-scan.js';
import { tracePieces } from '../../src/simulation/trace-pieces.js';
import { preparedSceneOf } from '../support/scenes.js';
import { DEGREE, LEVEL, legOf, scanOf, spinningScanner, wallAt } from './instrument-scans.js';

it('tracePieces counts the pulses of all instruments, from the first to the last', async () => {
  const scene = wallAt(10);
  const prepared = await preparedSceneOf(scene);
  const path = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;
  const sectors = [30, 45, 10].map((degrees) => legOf(path, { azimuthEnd: degrees * DEGREE }));
  const runs = sectors.map((leg) => runOf(scanOf(spinningScanner(), [leg]), prepared));
  const pulses = runs.map(({ scan }) => pulsesOf(scan));
  const total = pulses[0] + pulses[1] + pulses[2];
  const engine = await openEngine(runs[0], prepared, { threads: 1 });
  const told: [done: number, total: number][] = [];
  const scans = new Set();
  try {
    const onPulses = (done: number, all: number) => void told.push([done, all]);
    for await (const { scan } of tracePieces(engine, runs, scene, { onPulses })) scans.add(scan);
  } finally {
    await engine.close();
  }
  // Each instrument's pulses fit in one chunk.
  expect(told).toEqual([
    [pulses[0], total],
    [pulses[0] + pulses[1], total],
    [total, total],
  ]);
  expect(new Set(pulses).size).toBe(3);
  expect([...scans]).toEqual([0, 1, 2]);
});
