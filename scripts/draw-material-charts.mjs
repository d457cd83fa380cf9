// The pictures of docs/radiometry.md: backscatter of each analytic model over angle and distance. Writes
// docs/images/brdf-*.png. Usage, after a build: node scripts/draw-material-charts.mjs [folder of the built library]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = pathToFileURL(`${resolve(process.argv[2] ?? `${root}dist`)}/`);
const load = (name) => import(new URL(`${name}.js`, library));

const { brdfAt } = await load('material/backscatter-at');
const { CURVE_COLORS, drawLineChart } = await load('picture/chart/line-chart');
const { createRaster, pasteRaster } = await load('picture/raster/raster');
const { encodePng } = await load('picture/raster/png');
const { THEMES } = await load('picture/raster/theme');

const THEME = THEMES.light;
const DEGREE = Math.PI / 180;
const NEAREST = 10;
const FARTHEST = 300;

// Shapes as in López et al. (2025), Fig. 11; each reflects half of the light along the normal.
const brushed = { model: 'ward', diffuse: 0.15, specular: 0.35, roughness: [0.15, 0.75] };
const MODELS = [
  ['Lambert', { model: 'lambert', reflectance: 0.5 }],
  ['Oren-Nayar, 0.5 rad', { model: 'oren-nayar', reflectance: 0.5, roughness: 0.5 }],
  ['Minnaert, k = 1.47', { model: 'minnaert', reflectance: 0.5, exponent: 1.47 }],
  ['Blinn-Phong, e = 11', { model: 'blinn-phong', diffuse: 0.1, specular: 0.4, exponent: 11 }],
  [
    'Cook-Torrance, m = 0.685',
    { model: 'cook-torrance', diffuse: 0.1, fresnel: 0.4, roughness: 0.685, distribution: 'beckmann' },
  ],
  ['Ward 0.15 x 0.75, along', brushed, 0],
  ['Ward, across', brushed, 90],
].map(([name, scattering, azimuth = 0], k) => {
  const brdf = brdfAt(scattering, 905);
  return {
    name,
    color: CURVE_COLORS[k],
    /** π f_r cos θ: 1 for a white Lambertian plate at normal incidence. */
    energyAt: (degrees) => Math.PI * brdf.backscatter(degrees * DEGREE, azimuth * DEGREE) * Math.cos(degrees * DEGREE),
  };
});

/** `count` + 1 numbers from `low` to `high`. */
const steps = (low, high, count) =>
  Float64Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count);

function angleChart() {
  const x = steps(0, 90, 360);
  return drawLineChart(
    {
      curves: MODELS.map(({ name, color, energyAt }) => ({ name, color, x, y: x.map(energyAt) })),
      xAxis: { title: 'angle of incidence', unit: '°' },
      yAxis: { title: 'energy', unit: '' },
      yRange: { low: 0, high: 1.05 },
      title: 'What comes back over the angle of incidence',
      subtitle: 'of what a white Lambertian plate sends back, met along its normal at the same distance',
    },
    { width: 1100, height: 720 },
    THEME,
  );
}

/** Panels side by side, one per angle. */
function distanceChart(angles) {
  const panel = { width: 560, height: 720 };
  const picture = createRaster(panel.width * angles.length, panel.height, THEME.page);
  const x = steps(NEAREST, FARTHEST, 290);
  angles.forEach((degrees, k) => {
    const curves = MODELS.map(({ name, color, energyAt }) => ({
      name,
      color,
      x,
      y: x.map((range) => energyAt(degrees) * (NEAREST / range) ** 2),
    }));
    const chart = {
      curves,
      xAxis: { title: 'distance', unit: ' m' },
      yAxis: { title: 'energy', unit: '' },
      xRange: { low: 0, high: FARTHEST },
      yRange: { low: 5e-6, high: 2 },
      logarithmic: true,
      title: `What comes back over the distance, at ${degrees}°`,
      subtitle: 'of what a white Lambertian plate sends back at 10 m',
    };
    pasteRaster(picture, drawLineChart(chart, panel, THEME), k * panel.width, 0);
  });
  return picture;
}

writeFileSync(`${root}docs/images/brdf-angle.png`, encodePng(angleChart()));
writeFileSync(`${root}docs/images/brdf-distance.png`, encodePng(distanceChart([0, 45, 70])));
