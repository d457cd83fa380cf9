import { describe, expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { createPulseLister } from '../../../src/engine/cpu/node-list-pulses.js';
import { createPulseProgram } from '../../../src/pack/pulse-program.js';
import type { Leg, Mount } from '../../../src/platform/leg.js';
import { deflectorKind, hasLines } from '../../../src/scanner/deflectors/index.js';
import { legTiming } from '../../../src/scanner/leg-timing.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { lineMarker } from '../../../src/simulation/points/mark-lines.js';
import { DEFLECTOR_EXAMPLES } from '../../support/deflector-examples.js';
import { scannerWith } from '../../support/pulses.js';
import { ONE_LASER, station } from '../../support/scan.js';

const DEGREE = Math.PI / 180;

/** Look straight down. Elevations grow to the right, and to the left; azimuths do. */
const MOUNTS: Record<string, { elevation: Mount; azimuth: Mount }> = {
  right: { elevation: mount(0, -90), azimuth: mount(0, 0) },
  left: { elevation: mount(0, 90), azimuth: mount(0, 180) },
};

function mount(heading: number, roll: number): Mount {
  return { position: [0, 0, 0], heading: heading * DEGREE, pitch: -90 * DEGREE, roll: roll * DEGREE };
}

/** One point for each of the first pulses of a leg, and their scan angles. */
async function markedPulses(scanner: Scanner, mount: Mount) {
  const { path, ...rest } = station([0, 0, 0]);
  const leg = { ...rest, path: { ...path, duration: 0.3 } } as Leg;
  const program = createPulseProgram({ scanner, mount, leg, frameOrigin: [0, 0, 0] });
  const count = Math.min(program.pulseCount, 3000);
  const { directions } = (await createPulseLister(program))(0, count);
  const points = createPointBatch(count);
  points.returnNumber.fill(1);
  points.returnCount.fill(1);
  lineMarker(
    scanner,
    leg,
    mount,
  )(
    points,
    Uint32Array.from({ length: count }, (_, k) => k),
  );
  const angles = Array.from({ length: count }, (_, k) => Math.atan2(directions[3 * k], -directions[3 * k + 2]));
  return { angles, direction: points.scanDirection ?? [], edge: points.edgeOfFlightLine ?? [] };
}

describe('the edge of a flight line', () => {
  /** The points that are marked, of lines of 50 shots each; `returns` are those of each pulse. */
  function edgesOf(returns: number[], lasers = 1) {
    const deflector = { kind: 'parallel', pulseRateHz: 10_000, scanRateHz: 200, fieldOfView: 1 } as const;
    const scanner = scannerWith(deflector, { channels: Array.from({ length: lasers }, () => ONE_LASER) });
    const { path, ...rest } = station([0, 0, 0]);
    const pulses = returns.flatMap((count, pulse) => Array.from({ length: count }, () => pulse));
    const points = createPointBatch(pulses.length);
    points.returnNumber.set(returns.flatMap((count) => Array.from({ length: count }, (_, k) => k + 1)));
    points.returnCount.set(returns.flatMap((count) => Array.from({ length: count }, () => count)));
    const leg = { ...rest, path: { ...path, duration: 0.3 } } as Leg;
    lineMarker(scanner, leg, MOUNTS.right.elevation)(points, Uint32Array.from(pulses));
    return [...(points.edgeOfFlightLine ?? [])].flatMap((edge, i) =>
      edge ? [`${pulses[i]}: ${points.returnNumber[i]} of ${points.returnCount[i]}`] : [],
    );
  }

  it('is the last return of the last pulse of a line, and no other point', () => {
    // Every pulse has two returns, but for the last of the second line, which has none.
    const returns = Array.from({ length: 200 }, (_, pulse) => (pulse === 99 ? 0 : 2));
    expect(edgesOf(returns)).toEqual(['49: 2 of 2', '149: 2 of 2', '199: 2 of 2']);
  });

  it('is that of each laser where several fire', () => {
    const ends = edgesOf(
      Array.from({ length: 200 }, () => 1),
      2,
    );
    expect(ends).toEqual(['98: 1 of 1', '99: 1 of 1', '198: 1 of 1', '199: 1 of 1']);
  });
});

/** Their heads stand still: one that turns carries the lines round. */
const LINED = DEFLECTOR_EXAMPLES.filter(
  ({ scanner }) => hasLines(scanner.deflector) && legTiming(scanner, station([0, 0, 0])).headRate === 0,
);

describe.each(['right', 'left'])('scan lines whose angles grow to the %s', (side) => {
  it.each(LINED)('tell their direction and their ends: $name $number', async ({ scanner }) => {
    const timing = legTiming(scanner, station([0, 0, 0]));
    const strokes = deflectorKind(scanner.deflector).strokes(scanner.deflector, { ...timing, shots: 0 }, 0);
    const { angles, direction, edge } = await markedPulses(scanner, MOUNTS[side][strokes?.along ?? 'elevation']);
    let ends = 0;
    for (let k = 0; k + 1 < angles.length; k++) {
      // A mirror may rest at its ends; from straight up, the angle begins anew.
      const step = Math.abs(angles[k + 1] - angles[k]);
      if (edge[k] === 1) ends++;
      else if (step > 1e-7 && step < Math.PI) expect([k, direction[k]]).toEqual([k, Number(angles[k + 1] > angles[k])]);
    }
    // Lines all round have no ends.
    expect(ends > 0).toBe(strokes?.of(0) !== strokes?.of(2500));
  });
});
