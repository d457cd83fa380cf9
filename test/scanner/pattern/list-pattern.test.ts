import { describe, expect, it } from 'vitest';
import { listPattern, representativeDuration } from '../../../src/scanner/pattern/list-pattern.js';
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

describe('how long a pattern is looked at', () => {
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

  it('of a scanner that turns line by line, some of a whole turn', async () => {
    const { pulses, everyLine } = await patternOf(readScanner(scannerOf(VZ)));
    // 720 lines of 201 pulses; 120 lines are shown.
    expect(everyLine).toBe(6);
    expect(pulses.count).toBe(120 * 201);
  });

  it('of as long as is asked', async () => {
    const { pulses } = await patternOf(readScanner(scannerOf(VZ)), 0.02);
    expect(pulses.count).toBe(2 * 201);
  });

  it('are bounded', async () => {
    await expect(patternOf(readScanner(scannerOf(VZ)), 1e6)).rejects.toThrow('a picture shows at most 4000000');
  });
});
