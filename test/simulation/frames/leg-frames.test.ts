import { expect, it } from 'vitest';
import { createPulseLister } from '../../../src/engine/cpu/node-list-pulses.js';
import type { FrameOutput } from '../../../src/products/frames/frame-output.js';
import { LegFrames } from '../../../src/simulation/frames/leg-frames.js';
import { programOf } from '../../../src/simulation/instrument-scan.js';
import { legPosesOf } from '../../../src/simulation/points/leg-poses-of.js';
import { LEVEL, legOf, scanOf, spinningScanner } from '../instrument-scans.js';

const OUTPUT: FrameOutput = {
  pattern: '%d.pcd',
  format: 'pcd',
  by: 0.001,
  coordinates: 'world',
  deskew: false,
  organised: false,
  place: { file: 'test' },
};

/** Seconds from one shot to the next. */
const PERIOD = 55.296e-6;

it.each([
  ['at one moment', () => 0],
  ['one after the other, over seven shots', (laser: number) => (7 * PERIOD * laser) / 16],
  ['the last ones first, some before the shot', (laser: number) => PERIOD * (5 - laser)],
])('the frame before a pulse is the latest of all before it, where lasers fire %s', async (_, fireTimeOf) => {
  const scanner = spinningScanner();
  const channels = scanner.channels.map((channel, laser) => ({ ...channel, fireTime: fireTimeOf(laser) }));
  const path = { kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 0.02 } as const;
  const scan = scanOf({ ...scanner, channels }, [legOf(path)]);
  const frames = new LegFrames(OUTPUT, scan, 0, legPosesOf(scan, 0));
  const program = programOf(scan, 0, { frameOrigin: [0, 0, 0] });
  const list = await createPulseLister(program);
  const { times, count } = list(0, program.pulseCount);
  let latest = 0;
  const wrong: number[] = [];
  for (let pulse = 0; pulse < count; pulse++) {
    if (frames.frameBefore(pulse, list) !== latest) wrong.push(pulse);
    latest = Math.max(latest, frames.cut.clock.frameOf(pulse, times[pulse]));
  }
  expect(latest).toBe(19);
  expect(wrong).toEqual([]);
});
