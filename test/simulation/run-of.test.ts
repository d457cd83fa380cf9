import { expect, it } from 'vitest';
import { programRoomOf } from '../../src/device/pulse-program.js';
import { programOf, runOf } from '../../src/simulation/instrument-scan.js';
import { testScanner } from '../support/scan.js';
import { preparedSceneOf } from '../support/scenes.js';
import { trajectoryOf } from '../support/trajectories.js';
import { LEVEL, legOf, scanOf, wallAt } from './instrument-scans.js';

const station = legOf({ kind: 'station', position: [0, 0, 24], attitude: LEVEL, duration: 4 });

it('a run has room for the program of the longest of its legs', async () => {
  const scene = wallAt(20);
  const poses = Array.from({ length: 40 }, (_, k) => [k, k, k % 2, 0, 0, 0, 0]);
  const flown = legOf({ kind: 'recorded', trajectory: trajectoryOf(poses) });
  const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
  const scanner = testScanner({ exitRadius: 0.01, detection: { maxReturns: 7 } });
  const scan = scanOf(scanner, [station, flown, station], { footprint });
  const { room, settings } = runOf(scan, await preparedSceneOf(scene));
  const programs = [0, 1, 2].map((leg) => programOf(scan, leg, { frameOrigin: [0, 0, 0] }));
  expect(room).toEqual(programRoomOf(programs));
  expect(room).not.toEqual(programRoomOf([programs[0]]));
  expect(settings.maxReturns).toBe(7);
});
