import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { listPattern, representativeDuration } from '../../../src/scanner/pattern/list-pattern.js';
import type { ListLeg, Pulses } from '../../../src/scanner/pattern/pulses.js';
import { readScanner } from '../../../src/scanner/read-scanner.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { legLister } from '../../../src/simulation/leg-lister.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { scannerOf } from '../describe-scanner.js';

const VZ = {
  kind: 'polygon',
  pulseRate: 100_000,
  elevationMin: -40,
  elevationMax: 60,
  verticalStep: 0.5,
  horizontalStep: 0.5,
  facetAngle: 240,
  lineRateMax: 100,
};
const SPINNING = {
  kind: 'spinning',
  rotationRate: 10,
  firingPeriod: 1000,
  channels: [{ elevation: 1 }, { elevation: 0 }],
};

const patternOf = (scanner: Scanner, seconds?: number) =>
  listPattern(scanner, legLister(nodeMachine, scanner), seconds);

describe('the shown time of a pattern', () => {
  it.each([
    ['one turn', SPINNING, 0.1],
    ['12 swings', { kind: 'oscillating', pulseRate: 1000, scanRate: 40, halfAngle: 10 }, 0.3],
    ['12 turns, whichever way', { kind: 'conic', pulseRate: 1000, rotationRate: -60, halfAngle: 10 }, 0.2],
    ['12 times all fibres', { kind: 'line', pulseRate: 1000, halfAngle: 7, fibres: 100 }, 1.2],
    ['12 lines, as fast as the mirror turns', { ...VZ, horizontalStep: undefined, lineRateMax: 40 }, 0.3],
    [
      'one frame',
      { kind: 'raster', pulseRate: 1000, rows: 10, columns: 20, horizontalFieldOfView: 1, verticalFieldOfView: 1 },
      0.2,
    ],
  ])('%s', (_, deflector, seconds) => {
    expect(representativeDuration(readScanner(scannerOf(deflector)))).toBeCloseTo(seconds, 12);
  });
});

describe('the pulses of a pattern', () => {
  it('are those of the engine', async () => {
    const { pulses, seconds } = await patternOf(readScanner(scannerOf(SPINNING)));
    expect(seconds).toBe(0.1);
    expect(pulses.count).toBe(200);
    // Half way round, the laser that looks 1° up.
    const [x, y, z] = pulses.directions.subarray(300, 303);
    expect([x, y, z]).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(-Math.cos(Math.PI / 180), 6),
      expect.closeTo(0.0174524, 6),
    ]);
  });

  it('are some of a whole turn of a scanner that turns line by line', async () => {
    const { pulses, everyLine } = await patternOf(readScanner(scannerOf(VZ)));
    // 720 lines of 201 pulses; 120 lines are shown.
    expect(everyLine).toBe(6);
    expect(pulses.count).toBe(120 * 201);
  });

  it('last as long as requested', async () => {
    const { pulses } = await patternOf(readScanner(scannerOf(VZ)), 0.02);
    expect(pulses.count).toBe(2 * 201);
  });

  it('are all of those that a leg has, from the first on', async () => {
    const asked: [duration: number | undefined, first: number, count: number][] = [];
    const list: ListLeg = async (leg) => (first, count) => {
      asked.push([(leg.path as { duration?: number }).duration, first, count]);
      const none = new Float64Array(3 * count);
      const [times, channels, silent] = [none.subarray(0, count), new Uint32Array(count), new Uint8Array(count)];
      return { count, origins: none, directions: Float32Array.from(none), times, channels, silent };
    };
    const spinning = readScanner(scannerOf(SPINNING));
    expect((await listPattern(spinning, list, 0.01)).pulses.count).toBe(20);
    // 720 lines of 201 pulses of two lasers: of each sixth every second one.
    const twice = { ...VZ, channels: [{ elevation: 0 }, { elevation: 1 }] };
    const turn = await listPattern(readScanner(scannerOf(twice)), list);
    expect(turn).toMatchObject({ everyLine: 6, pulses: { count: 120 * 201 } });
    expect(turn.seconds).toBeCloseTo(7.2, 9);
    expect(asked.slice(0, 3)).toEqual([
      [0.01, 0, 20],
      [undefined, 0, 402],
      [undefined, 6 * 402, 402],
    ]);
    expect(asked).toHaveLength(121);
    expect(asked[120]).toEqual([undefined, 714 * 402, 402]);
  });

  it('are four millions at most, and one at least', async () => {
    const none: ListLeg = async () => (_, count) => ({ count }) as Pulses;
    const quick = readScanner(scannerOf({ ...SPINNING, firingPeriod: 1 }));
    // Two lasers, a million shots a second.
    expect((await listPattern(quick, none, 2)).pulses.count).toBe(4_000_000);
    await expect(listPattern(quick, none, 2.1)).rejects.toThrow(
      'found 2.1 s, which are 4200000 pulses of inline; a picture shows at most 4000000, 2 s',
    );
    await expect(listPattern(quick, none, 0)).rejects.toThrow('found 0 s, in which inline does not fire');
  });

  it('are bounded', async () => {
    await expect(patternOf(readScanner(scannerOf(VZ)), 1e6)).rejects.toThrow('a picture shows at most 4000000');
  });

  it.each([1e6 + 1, 1e308, Number.MAX_VALUE, Infinity])(
    'are refused where they can hardly be counted: %s s',
    async (seconds) => {
      const scanner = readScanner(scannerOf(SPINNING));
      const error = await patternOf(scanner, seconds).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).format()).toBe(
        `found ${seconds} s, which are more than 2000000000 pulses of inline; a picture shows at most 4000000, 2000 s\n  0.1 s show the pattern`,
      );
    },
  );
});
