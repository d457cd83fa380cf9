import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/base/files/files.js';
import { type DotChart, drawDotChart } from '../../../src/picture/chart/dot-chart.js';
import { distinctColor, INTENSITY_RAMP } from '../../../src/picture/raster/color-ramps.js';
import { THEMES } from '../../../src/picture/raster/theme.js';
import type { Leg } from '../../../src/platform/leg.js';
import { drawPattern } from '../../../src/scanner/pattern/draw-pattern.js';
import type { Pulses } from '../../../src/scanner/pattern/pulses.js';
import { readScanner } from '../../../src/scanner/read-scanner.js';
import { DEGREE, scannerOf } from '../describe-scanner.js';

const SIZE = { width: 400, height: 240 };

/** One pulse a millisecond, by turns of two lasers, all in the plane of the horizon. */
function pulsesTo(azimuths: number[]): Pulses {
  return {
    count: azimuths.length,
    origins: new Float64Array(3 * azimuths.length),
    directions: Float32Array.from(azimuths.flatMap((a) => [Math.sin(a * DEGREE), Math.cos(a * DEGREE), 0])),
    times: Float64Array.from(azimuths, (_, k) => k * 1e-3),
    channels: Uint32Array.from(azimuths, (_, k) => k % 2),
    silent: new Uint8Array(azimuths.length),
  };
}

/** The picture of a scanner whose pulses are `pulses`, and the leg and the numbers of pulses that were asked for. */
async function drawn(deflector: Record<string, unknown>, pulses: Pulses, seconds?: number) {
  const parts: Uint8Array[] = [];
  const files = {
    create: async () => ({ append: async (part: Uint8Array) => void parts.push(part), commit: async () => {} }),
  } as unknown as Files;
  const asked: [Leg['path'], number, number][] = [];
  const list =
    async ({ path }: Leg) =>
    (first: number, count: number) => {
      asked.push([path, first, count]);
      return pulses;
    };
  const scanner = readScanner(scannerOf(deflector, { name: 'Scanner' }));
  const count = await drawPattern(scanner, 'a.png', { list, seconds, background: 'light', files, ...SIZE });
  const { data, width, height } = decode(parts[0]);
  return { count, asked, picture: { data: [...data], width, height } };
}

/** The pixels of a chart without their opacity. */
function pictureOf(chart: Omit<DotChart, 'x' | 'y'> & { x: number[]; y: number[] }) {
  const { data } = drawDotChart(
    { ...chart, x: Float64Array.from(chart.x), y: Float64Array.from(chart.y) },
    SIZE,
    THEMES.light,
  );
  return { data: [...data].filter((_, at) => at % 4 !== 3), ...SIZE };
}

const DEGREES = (title: string) => ({ title: `${title}, °`, unit: '°', tangent: false });

describe('the picture of a pattern', () => {
  it('has the pulses of one laser from dark to bright', async () => {
    const risley = { kind: 'risley', pulseRate: 1000, prisms: [{ angle: 10, refractiveIndex: 1.5, rotationRate: 10 }] };
    const { count, asked, picture } = await drawn(risley, pulsesTo([-10, 0, 10, 0]), 0.004);
    expect([count, asked.length, asked[0][1], asked[0][2]]).toEqual([4, 1, 0, 4]);
    expect(asked[0][0]).toMatchObject({ kind: 'station', duration: 0.004 });
    const tangent = Math.tan(10 * DEGREE);
    const plane = (title: string) => ({ title: `${title}, °`, unit: '°', tangent: true });
    expect(picture).toEqual(
      pictureOf({
        x: [-tangent, 0, tangent, 0],
        y: [0, 0, 0, 0],
        equal: true,
        // 255 · k/4 of a ramp of 256.
        color: (k) => INTENSITY_RAMP[[0, 63, 127, 191][k]],
        xAxis: plane('right'),
        yAxis: plane('up'),
        title: 'Scanner, 4 pulses in 4 ms',
        subtitle: 'on a plane across the middle beam; from dark to bright in order of time',
      }),
    );
  });

  it('has a colour for each of several lasers', async () => {
    const channels = [{ elevation: 0 }, { elevation: 0 }];
    const spinning = { kind: 'spinning', rotationRate: 0.5, firingPeriod: 1e6, channels };
    const { picture } = await drawn(spinning, pulsesTo([0, 90, 180, -90]));
    expect(picture).toEqual(
      pictureOf({
        x: [0, 90, 180, -90],
        y: [0, 0, 0, 0],
        equal: false,
        color: (k) => distinctColor(k % 2),
        xAxis: DEGREES('azimuth'),
        yAxis: DEGREES('elevation'),
        title: 'Scanner, 4 pulses in 2.0 s',
        subtitle: 'azimuth clockwise from forward, elevation; a colour for each laser',
      }),
    );
  });

  it('has milliseconds on one axis for lines all round', async () => {
    const polygon = { kind: 'polygon', pulseRate: 1000, elevationMin: -180, elevationMax: 180, lineRate: 10 };
    const pulses = pulsesTo([0, 180, 0]);
    const { picture } = await drawn(polygon, pulses, 0.5);
    const [ahead, behind] = [0, 180];
    expect(picture).toEqual(
      pictureOf({
        x: [ahead, behind, ahead],
        y: [0, 1, 2],
        equal: false,
        color: (k) => INTENSITY_RAMP[[0, 0, 1][k]],
        xAxis: DEGREES('angle along the line'),
        yAxis: { title: 'time, ms', unit: '' },
        title: 'Scanner, 3 pulses in 500 ms',
        subtitle: 'line after line; from dark to bright in order of time',
      }),
    );
  });

  it('names the shown lines of a scanner that turns line by line', async () => {
    const turning = {
      kind: 'polygon',
      pulseRate: 100_000,
      elevationMin: -40,
      elevationMax: 60,
      verticalStep: 0.5,
      horizontalStep: 0.5,
      facetAngle: 240,
      lineRateMax: 100,
    };
    // 720 lines of 201 pulses, 10 ms each: of 120 lines, every pulse.
    const { count, asked, picture } = await drawn(turning, pulsesTo([0, 180]));
    expect(count).toBe(240);
    expect(asked.map(([, first, number]) => [first, number])).toEqual(
      Array.from({ length: 120 }, (_, k) => [6 * 201 * k, 201]),
    );
    const each = Array.from({ length: 120 }, () => [0, 180]).flat();
    expect(picture).toEqual(
      pictureOf({
        x: each,
        y: each.map(() => 0),
        equal: false,
        color: () => INTENSITY_RAMP[0],
        xAxis: DEGREES('azimuth'),
        yAxis: DEGREES('elevation'),
        title: 'Scanner, 240 pulses of every 6th line of a turn',
        subtitle: 'azimuth clockwise from forward, elevation; from dark to bright in order of time',
      }),
    );
  });
});
