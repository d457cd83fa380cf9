import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

/** Offsets of the user data, the GPS time and the flags with the scanner channel; 0: the format has none. */
const PLACES = { 1: { user: 17, time: 20, flags: 0 }, 6: { user: 17, time: 22, flags: 15 } } as const;

interface FiledPoint {
  time: number;
  channel: number;
  userData: number;
  laser: number;
  pulse: string;
}

/** Of each point of a survey of the room: its time, scanner channel and user data, and its laser and pulse. */
async function pointsOf(pointFormat: 1 | 6, sections: { scanner: string }) {
  const fields = sections.scanner.startsWith('scanners') ? 'channel, pulse, scanner' : 'channel, pulse';
  const output = `output: [ { file: a.las, pointFormat: ${pointFormat}, fields: [${fields}] } ]`;
  const survey = await roomSurvey({ output, legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.02 } ]', ...sections });
  await runSurvey(survey, { engine: 'cpu', cache: false, threads: 1 });
  const path = join(dirname(survey.file), 'a.las');
  const bytes = readFileSync(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, size] = [view.getUint32(96, true), view.getUint16(105, true)];
  const { user, time, flags } = PLACES[pointFormat];
  const points: FiledPoint[] = [];
  for await (const { count, channel, pulse, scanner } of readPoints(await openLas(nodeFiles, path)))
    for (let k = 0; k < count; k++) {
      const at = first + points.length * size;
      points.push({
        time: view.getFloat64(at + time, true),
        channel: flags > 0 ? (view.getUint8(at + flags) >> 4) & 3 : 0,
        userData: view.getUint8(at + user),
        laser: channel[k],
        pulse: `${scanner?.[k] ?? 0} ${pulse?.[k]}`,
      });
    }
  return points;
}

const countOf = <T>(points: readonly T[], key: (point: T) => string) => new Set(points.map(key)).size;

describe('pulses that leave at one moment', () => {
  it.each([6, 1] as const)('have user data of their own: point format %i', async (format) => {
    // Lasers 0 and 32 of an HDL-64E fire together, and have the same number modulo 4.
    const points = await pointsOf(format, { scanner: 'scanner: velodyne-hdl-64e' });
    const pulses = countOf(points, ({ pulse }) => pulse);
    expect(pulses).toBeGreaterThan(1000);
    expect(countOf(points, ({ time, channel }) => `${time} ${channel}`)).toBeLessThan(0.6 * pulses);
    expect(countOf(points, ({ time, channel, userData }) => `${time} ${channel} ${userData}`)).toBe(pulses);
    for (const { userData, laser } of points) expect(userData).toBe(laser);
  });

  it('have a scanner channel of their own, too, if several scanners fire', async () => {
    const scanner =
      'scanners: [ { name: one, scanner: velodyne-hdl-64e }, { name: two, scanner: velodyne-hdl-64e, mount: { heading: 90 } } ]';
    const points = await pointsOf(6, { scanner });
    const pulses = countOf(points, ({ pulse }) => pulse);
    expect(countOf(points, ({ time, channel, userData }) => `${time} ${channel} ${userData}`)).toBe(pulses);
    expect(countOf(points, ({ channel }) => String(channel))).toBe(2);
  });
});
