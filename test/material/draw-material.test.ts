import { decode } from 'fast-png';
import { expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { drawMaterial } from '../../src/material/draw-material.js';
import type { MaterialSheet, ResponseCurve } from '../../src/material/material-sheet.js';
import { CURVE_COLORS, drawLineChart } from '../../src/picture/chart/line-chart.js';
import { THEMES } from '../../src/picture/raster/theme.js';

const ANGLES = [0, Math.PI / 4, Math.PI / 2];
const SIZE = { width: 320, height: 240 };

const curve = (wavelengthNm: number, azimuth: number, values: number[]): ResponseCurve => ({
  wavelengthNm,
  isUnknown: false,
  azimuth,
  values: Float64Array.from(values),
});

/** The pixels of the picture of some curves. */
async function draw(curves: ResponseCurve[], isIsotropic: boolean, background: 'dark' | 'light'): Promise<Uint8Array> {
  const files = createWebFiles();
  const sheet: MaterialSheet = { range: undefined, isIsotropic, albedos: [], curves };
  await drawMaterial('Chalk', sheet, ANGLES, 'chalk.png', { files, background, ...SIZE });
  const { data, width, height } = decode(await files.read('chalk.png'));
  expect([width, height]).toEqual([SIZE.width, SIZE.height]);
  return Uint8Array.from(data);
}

/** The chart of these names and values, up to `high`, over 0 to 90 degrees. */
function expected(names: readonly string[], values: readonly number[][], high: number, background: 'dark' | 'light') {
  const chart = {
    curves: names.map((name, k) => ({
      name,
      color: CURVE_COLORS[k],
      x: Float64Array.of(0, 45, 90),
      y: Float64Array.from(values[k]),
    })),
    xAxis: { title: 'angle of incidence', unit: '°' },
    yAxis: { title: 'backscatter', unit: '' },
    yRange: { low: 0, high },
    title: 'Chalk',
    subtitle: 'relative to a white Lambertian surface at normal incidence',
  };
  return drawLineChart(chart, SIZE, THEMES[background]).data;
}

/** Compares the colours: a file may be without the bytes of opacity. */
function expectSame(found: Uint8Array, picture: Uint8Array): void {
  const channels = found.length / (SIZE.width * SIZE.height);
  const wrong = [...Array(SIZE.width * SIZE.height).keys()].filter((k) =>
    [0, 1, 2].some((part) => found[channels * k + part] !== picture[4 * k + part]),
  );
  expect(wrong).toEqual([]);
}

it('draws a curve for each wavelength, with a twentieth of room above the highest', async () => {
  const found = await draw([curve(905, 0, [0.4, 0.3, 0]), curve(1550, 0, [0.8, 0.5, 0.1])], true, 'dark');
  expectSame(found, expected(['905 nm', '1550 nm'], [[0.4, 0.3, 0], [0.8, 0.5, 0.1]], 1.05 * 0.8, 'dark')); // biome-ignore format: curves
});

it('names the direction of curves that differ with it', async () => {
  const found = await draw([curve(905, 0, [0.4, 0.3, 0]), curve(905, Math.PI / 2, [0.4, 0.2, 0])], false, 'light');
  expectSame(found, expected(['905 nm, along', '905 nm, across'], [[0.4, 0.3, 0], [0.4, 0.2, 0]], 1.05 * 0.4, 'light')); // biome-ignore format: curves
});

it('shows what is black on an axis that is not empty', async () => {
  expectSame(await draw([curve(905, 0, [0, 0, 0])], true, 'dark'), expected(['905 nm'], [[0, 0, 0]], 1.05e-3, 'dark'));
});
