import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { writeSurvey } from '../survey/survey-file.js';

const GROUND = 'v -900 -900 0\nv 900 -900 0\nv 900 900 0\nv -900 900 0\nf 1 2 3 4\n';

/** A flight of four lines of 500 pulses, 60° wide, over level ground. */
const survey = (deflector: string, pointFormat: number) => `
scene: { parts: [ { file: ground.obj } ] }
scanner:
  name: t
  wavelength: 1064
  detection: { rangeMin: 1, rangeMax: 5000, maxReturns: 1, rangeNoise: 0 }
  deflector: { ${deflector}, pulseRate: 10000 }
platform: aircraft
mount: { position: [0, 0, 0] }
legs: [ { from: [0, 0, 1000], to: [0, 10, 1000], speed: 50, heading: 0, roll: 0, pitch: 0 } ]
footprint: { subrays: 1 }
output: [ { file: a.las, pointFormat: ${pointFormat} } ]
`;

interface FiledPoint {
  x: number;
  time: number;
  direction: number;
  edge: number;
}

/** Offsets of the byte with both flags and of the GPS time (ASPRS LAS 1.4 – R15 and 1.2). */
const PLACES = { 1: { flags: 14, time: 20 }, 6: { flags: 15, time: 22 } } as const;

async function pointsOf(deflector: string, format: 1 | 6 = 6): Promise<FiledPoint[]> {
  const file = await writeSurvey(survey(deflector, format));
  await writeFile(join(dirname(file), 'ground.obj'), GROUND);
  await runSurvey(await loadSurvey(file, { outputFolder: dirname(file) }), { engine: 'cpu', cache: false, threads: 1 });
  const bytes = readFileSync(join(dirname(file), 'a.las'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, size] = [view.getUint32(96, true), view.getUint16(105, true)];
  const count = format === 6 ? Number(view.getBigUint64(247, true)) : view.getUint32(107, true);
  const { flags, time } = PLACES[format];
  return Array.from({ length: count }, (_, k) => {
    const at = first + k * size;
    const bits = view.getUint8(at + flags);
    const x = view.getInt32(at, true) * view.getFloat64(131, true) + view.getFloat64(155, true);
    return { x, time: view.getFloat64(at + time, true), direction: (bits >> 6) & 1, edge: bits >> 7 };
  });
}

describe('points of a flight in LAS', () => {
  it.each([6, 1] as const)(
    'have the direction of a mirror that goes to and fro, and the edges: format %i',
    async (format) => {
      const points = await pointsOf('kind: zigzag, scanRate: 20, fieldOfView: 60', format);
      expect(points).toHaveLength(2000);
      points.slice(1).forEach(({ x, direction, edge }, k) => {
        const before = points[k];
        // Northwards, the right is east.
        if (before.edge === 0) expect([k, before.direction]).toEqual([k, Number(x > before.x)]);
        else if (edge === 0) expect([k, direction]).toEqual([k, 1 - before.direction]);
      });
      expect(points.filter(({ direction }) => direction === 1)).toHaveLength(1000);
      const edges = points.flatMap(({ edge }, k) => (edge === 1 ? [k] : []));
      expect(edges).toHaveLength(4);
      for (const k of edges) expect(Math.abs(points[k].x)).toBeGreaterThan(550);
    },
  );

  it('have one direction of a polygon, and an edge a line', async () => {
    const points = await pointsOf('kind: polygon, elevationMin: -30, elevationMax: 30, lineRate: 20, facetAngle: 120');
    expect(new Set(points.map(({ direction }) => direction)).size).toBe(1);
    const jumps = points.filter(({ x }, k) => k + 1 < points.length && Math.abs(points[k + 1].x - x) > 500);
    expect(jumps.length).toBeGreaterThanOrEqual(3);
    expect(jumps.every(({ edge }) => edge === 1)).toBe(true);
    expect(points.filter(({ edge }) => edge === 1).length - jumps.length).toBeLessThanOrEqual(1);
  });
});
