import { describe, expect, it } from 'vitest';
import { simulateFrames } from '../../../src/node-scans.js';
import { yardSurvey } from './yard.js';

/** Scanners whose lasers fire in another order than that of their numbers, or at periods that binary numbers round. */
const SCANNERS = ['velodyne-vlp-16', 'velodyne-hdl-64e', 'ouster-os1-128'] as const;

/** The number of frames, and of their points by the sign of their times; a time is NaN where none is known. */
async function timesOf(frames: string, scanner: string) {
  const { survey } = await yardSurvey({
    frames: `frames: { file: "%03d.pcd", coordinates: sensor, ${frames} }`,
    scanner: `scanner: ${scanner}`,
  });
  const { fireTimes, start } = {
    fireTimes: survey.instruments[0].scanner.channels.map(({ fireTime }) => fireTime),
    start: survey.legs[0].startTime,
  };
  const found = { frames: 0, points: 0, early: 0, late: 0, first: Infinity, apart: 0 };
  for await (const { points, startTime, endTime } of simulateFrames(survey, { engine: 'cpu' })) {
    found.frames++;
    for (let k = 0; k < points.count; k++) {
      const time = points.frameTime?.[k] ?? Number.NaN;
      found.points++;
      if (!(time >= 0)) found.early++;
      if (!(time <= endTime - startTime + Math.max(...fireTimes) + 1e-6)) found.late++;
      found.first = Math.min(found.first, time);
      // Times of f64 since the leg's start, and of f32 since the frame's, are the same moment.
      const sinceLeg = points.gpsTime[k] - start;
      found.apart = Math.max(found.apart, Math.abs(sinceLeg - (startTime - start) - time));
    }
  }
  return found;
}

describe('times of frames', () => {
  it.each(SCANNERS.flatMap((scanner) => [`${scanner} by revolution`, `${scanner} by seconds`]))(
    'never are before their start: %s',
    async (name) => {
      const [scanner, , by] = name.split(' ');
      const { frames, points, early, late, first, apart } = await timesOf(
        by === 'seconds' ? 'by: seconds, duration: 0.0123' : 'by: revolution',
        scanner,
      );
      expect(frames).toBeGreaterThan(1);
      expect(points).toBeGreaterThan(10_000);
      expect([early, late]).toEqual([0, 0]);
      expect(first).toBeLessThan(1e-3);
      // Adjusted GPS times of f64 have steps of 60 ns.
      expect(apart).toBeLessThan(2e-7);
    },
  );
});
