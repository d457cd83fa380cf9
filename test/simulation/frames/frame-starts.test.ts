import { describe, expect, it } from 'vitest';
import { createPulseLister } from '../../../src/engine/cpu/node-list-pulses.js';
import { createFrameClock } from '../../../src/products/frames/frame-clock.js';
import { frameStarts } from '../../../src/simulation/frames/frame-starts.js';
import { programOf } from '../../../src/simulation/instrument-scan.js';
import { LEVEL, legOf, scanOf, spinningScanner } from '../instrument-scans.js';

/** Seconds from one shot to the next. */
const PERIOD = 55.296e-6;
const STATION = { kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 0.02 } as const;

/** The first pulse of each frame of a leg, whose lasers fire at `fireTimeOf` after the shot: one by one, and found. */
async function startsOf(by: number | 'revolution', incomplete: 'keep' | 'drop', fireTimeOf: (laser: number) => number) {
  const scanner = spinningScanner();
  const channels = scanner.channels.map((channel, laser) => ({ ...channel, fireTime: fireTimeOf(laser) }));
  const scan = scanOf({ ...scanner, channels }, [legOf(STATION)]);
  const program = programOf(scan, 0, { frameOrigin: [0, 0, 0] });
  const lister = await createPulseLister(program);
  const { pulseCount } = program;
  const { times } = lister(0, pulseCount);
  const clock = createFrameClock(scan.scanner, scan.legs[0], { by, incomplete });
  const first = new Array<number>(clock.count + 1).fill(pulseCount);
  let latest = -1;
  for (let pulse = 0; pulse < pulseCount; pulse++)
    for (const frame = clock.frameOf(pulse, times[pulse]); latest < frame; ) first[++latest] = pulse;
  const startOf = frameStarts({ clock, channelCount: channels.length, pulseCount, lister });
  return { clock, first: first.slice(0, clock.count + 1), startOf };
}

describe('the first pulses of frames', () => {
  it.each([
    ['at one moment', 0.001, 'keep', () => 0],
    ['one after the other, over seven shots', 0.001, 'keep', (laser: number) => (7 * PERIOD * laser) / 16],
    ['the last ones first, some before the shot', 0.001, 'keep', (laser: number) => PERIOD * (5 - laser)],
    ['in many frames that have none', 2e-6, 'keep', (laser: number) => (laser * PERIOD) / 32],
    ['in whole turns', 'revolution', 'keep', () => 0],
    ['in frames of which the last is left out', 0.0077, 'drop', (laser: number) => (7 * PERIOD * laser) / 16],
  ] as const)('are those that looking at each pulse finds, where lasers fire %s', async (_, by, incomplete, fire) => {
    const { clock, first, startOf } = await startsOf(by, incomplete, fire);
    expect(clock.drops).toBe(incomplete === 'drop');
    const found: number[] = [];
    for (let frame = 0; frame <= clock.count; frame++) found.push(startOf(frame, found.at(-1) ?? 0));
    expect(found).toEqual(first);
    // From afar, too.
    expect(startOf(clock.count - 1, 0)).toBe(first[clock.count - 1]);
  });
});
