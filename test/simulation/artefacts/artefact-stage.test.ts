import { describe, expect, it } from 'vitest';
import { joinBatches, type PointBatch, slicePoints } from '../../../src/cloud/point-batch.js';
import { createPulseLister } from '../../../src/engine/cpu/node-list-pulses.js';
import type { Artefacts } from '../../../src/scanner/artefacts/index.js';
import type { Detection } from '../../../src/scanner/scanner.js';
import { createArtefactStage } from '../../../src/simulation/artefacts/artefact-stage.js';
import { scanAngleReader } from '../../../src/simulation/artefacts/scan-angle.js';
import { type InstrumentScan, keyOf, programOf } from '../../../src/simulation/instrument-scan.js';
import type { TracedPoints } from '../../../src/simulation/points/traced-points.js';
import { checkClose, checkSame } from '../../support/quick-checks.js';
import { testScanner } from '../../support/scan.js';
import { deviation, kolmogorovDistance, kolmogorovSignificance, mean } from '../../support/statistics.js';
import {
  columnOf,
  DEGREE,
  LEVEL,
  legOf,
  pointsOf,
  roomOf,
  scanOf,
  spinningScanner,
  tracedOf,
} from '../instrument-scans.js';

const STATION = { kind: 'station', position: [1, 2, 3], attitude: { ...LEVEL, heading: 20 * DEGREE } } as const;
const ROOM = roomOf(20);
const SECTOR = { azimuthEnd: 60 * DEGREE };

/** A VLP-16 in a room of 40 m, 60° of a turn; every pulse hits a wall. */
function scanWith(detection: Partial<Detection> = {}): InstrumentScan {
  const limits = { rangeMin: 1, rangeMax: 1000, minEnergy: 1e-9, ...detection };
  const quiet = testScanner({ detection: limits });
  return scanOf(spinningScanner({ detection: quiet.detection }), [legOf(STATION, SECTOR)]);
}

const pointsWith = async (detection?: Partial<Detection>): Promise<PointBatch> =>
  joinBatches(await pointsOf(scanWith(detection), ROOM));

const ALL: Artefacts = {
  timeWalk: { margin: 20 },
  crosstalk: { share: 1e-3, within: 5 * DEGREE },
  blooming: { above: 1e3, share: 1e-4, width: DEGREE, shots: 3 },
  outliers: { probability: 0.2 },
  rangeMaxDrop: { by: 980 },
};

describe('points of an instrument with artefacts', () => {
  it('are those of the device if nothing is asked for', async () => {
    const plain = await pointsWith();
    expect(await pointsWith({ artefacts: {}, returns: 'all' })).toEqual(plain);
  });

  it('lie on the beams of their pulses, also those from nowhere', async () => {
    const { x, y, z, range, classification, count } = await pointsWith({ artefacts: { outliers: { probability: 1 } } });
    expect(classification.filter((value) => value === 7)).toHaveLength(count / 2);
    for (let i = 0; i < count; i++) checkClose(Math.hypot(x[i] - 1, y[i] - 2, z[i] - 3), range[i], 0.5e-3, i);
  });

  it('give points from nowhere time, laser and angle of their pulse, and their own numbers', async () => {
    const both = await pointsWith({ artefacts: { outliers: { probability: 1 } } });
    for (let i = 0; i < both.count; i += 2) {
      for (const key of ['gpsTime', 'channel', 'pointSourceId'] as const) checkSame(both[key][i + 1], both[key][i], i);
      expect(Math.cos(both.scanAngle[i + 1] - both.scanAngle[i])).toBeCloseTo(1, 9);
      expect([...both.returnNumber.slice(i, i + 2), ...both.returnCount.slice(i, i + 2)]).toEqual([1, 2, 2, 2]);
      expect(both.range[i + 1]).toBeGreaterThanOrEqual(both.range[i]);
    }
  });

  it('have the GPS time of their pulse to the last bit, wherever they come from', async () => {
    const startTime = 417_000_000.1;
    const scanner = spinningScanner({
      detection: testScanner({ detection: { rangeMax: 1000, minEnergy: 1e-9, artefacts: ALL } }).detection,
    });
    const scan = scanOf(scanner, [legOf(STATION, { ...SECTOR, startTime })]);
    let ghosts = 0;
    for (const { points, pulses, first, listPulses } of await tracedOf(scan, ROOM)) {
      const { times } = listPulses!();
      for (let i = 0; i < points.count; i++) {
        checkSame(points.gpsTime[i], startTime + times[pulses[i] - first], i);
        if (points.classification[i] === 7) ghosts++;
      }
    }
    expect(ghosts).toBeGreaterThan(100);
  });

  it('move along the line from where the beam left', async () => {
    const plain = await pointsWith();
    const folded = await pointsWith({
      rangeMin: 0,
      artefacts: { ambiguity: { mode: 'folded', zone: 1, pulseRateHz: 15e6 } },
    });
    const unambiguous = 299_792_458 / 30e6;
    for (let i = 0; i < plain.count; i += 97) {
      expect(folded.range[i]).toBeCloseTo(plain.range[i] % unambiguous, 4);
      expect((folded.x[i] - 1) / folded.range[i]).toBeCloseTo((plain.x[i] - 1) / plain.range[i], 4);
      expect((folded.z[i] - 3) / folded.range[i]).toBeCloseTo((plain.z[i] - 3) / plain.range[i], 4);
    }
  });
});

/** The traced points of a whole leg, cut into chunks that end before these pulses, as the stage leaves them. */
async function chunksOf(scan: InstrumentScan, cuts: readonly number[]): Promise<TracedPoints[]> {
  const plain = { ...scan, scanner: { ...scan.scanner, detection: { ...scan.scanner.detection, artefacts: {} } } };
  const traced = await tracedOf(plain, ROOM);
  const points = joinBatches(traced.map((chunk) => chunk.points));
  const pulses = Uint32Array.from(traced.flatMap((chunk) => [...chunk.pulses]));
  const times = Float64Array.from(traced.flatMap((chunk) => [...chunk.times]));
  const program = programOf(scan, 0, ROOM);
  const stage = createArtefactStage({
    scanner: scan.scanner,
    key: keyOf(scan, 0),
    materials: ['wall'],
    budget: { minEnergy: 1e-9, energyFactor: 1, extinction: 0 },
    frameOrigin: ROOM.frameOrigin,
    startTime: 1000,
    pointSourceId: 1,
    intensity: (energy) => energy * 1e6,
    scanAngle: scanAngleReader(scan.legs[0]),
    pulseCount: program.pulseCount,
    lister: await createPulseLister(program),
  });
  const ends = [...cuts, program.pulseCount];
  return ends.map((end, k) => {
    const first = ends[k - 1] ?? 0;
    const [from, to] = [first, end].map((pulse) => pulses.filter((number) => number < pulse).length);
    const chunk = { ...traced[0], first, end, pulses: pulses.slice(from, to), times: times.slice(from, to) };
    return stage({ ...chunk, points: slicePoints(points, from, to) });
  });
}

describe('artefacts between lasers and shots', () => {
  const scan = scanWith({ artefacts: ALL });
  const joined = (chunks: TracedPoints[]) => ({
    points: joinBatches(chunks.map(({ points }) => points)),
    pulses: chunks.flatMap(({ pulses }) => [...pulses]),
    times: chunks.flatMap(({ times }) => [...times]),
  });

  it('are the same however pulses are divided into chunks', async () => {
    const whole = await chunksOf(scan, []);
    const divided = await chunksOf(scan, [1, 7, 16, 100, 101, 1000, 1033, 4000]);
    expect(joined(divided)).toEqual(joined(whole));
    const ghosts = whole[0].points.classification.filter((value) => value === 7);
    expect(ghosts.length).toBeGreaterThan(900);
  });

  it('leave no pulse out, and none twice', async () => {
    const chunks = await chunksOf(scan, [5, 500, 501]);
    for (const [k, { first }] of chunks.entries()) expect(first).toBe(k === 0 ? 0 : chunks[k - 1].end);
    expect(chunks.at(-1)?.end).toBe(programOf(scan, 0, ROOM).pulseCount);
  });

  it('are the same on several threads, and others with another seed', async () => {
    const [one, four] = await Promise.all(
      [1, 4].map(async (threads) => joinBatches(await pointsOf(scan, ROOM, { threads }))),
    );
    expect(four).toEqual(one);
    const other = joinBatches(await pointsOf({ ...scan, seed: 8 }, ROOM));
    expect(other.range).not.toEqual(one.range);
  });
});

describe('noise of ranges by a formula', () => {
  it('is normal, with the deviation of the formula and the growth by metre', async () => {
    const plain = await pointsWith();
    const noisy = await pointsWith({ rangeNoiseFormula: '0.01 * range ^ 0.5', rangeNoisePerMetre: 0.001 });
    const drawn = columnOf([noisy], 'range').map(
      (range, i) => (range - plain.range[i]) / (0.01 * Math.sqrt(plain.range[i]) + 0.001 * plain.range[i]),
    );
    expect(drawn.length).toBeGreaterThan(4000);
    expect(Math.abs(mean(drawn)) * Math.sqrt(drawn.length)).toBeLessThan(4);
    expect(Math.abs(deviation(drawn) - 1) * Math.sqrt(2 * drawn.length)).toBeLessThan(4);
    expect(kolmogorovSignificance(kolmogorovDistance(drawn), drawn.length)).toBeGreaterThan(1e-3);
  });

  it('depends on the angle of incidence in radians', async () => {
    const plain = await pointsWith();
    const noisy = await pointsWith({ rangeNoiseFormula: 'max(0, incidence - 0.3)' });
    for (let i = 0; i < plain.count; i++)
      checkSame(noisy.range[i] === plain.range[i], plain.incidenceAngle[i] <= 0.3, i);
  });

  it.each(['0.001 - range', '1000 + range'])('stops at a deviation that is none: %s', async (text) => {
    await expect(pointsWith({ rangeNoiseFormula: text })).rejects.toThrow(
      /rangeNoise: found -?\d.* m from ".*" at range .*expected a number >= 0 and <= 1000 \(m\), usually 0.001 to 0.1/,
    );
  });
});
