// Backscatter of six materials from 400 to 1000 nm: one instrument scans six spheres and a white one at each wavelength, and
// the mean energy is drawn over the wavelength, after the experiment of López et al. (2025), ISPRS J. 222, 79-98.
//
//   node examples/wavelengths/run.mjs [--out FOLDER] [--step NM] [--threads COUNT]
//
// leaves sphere.obj and wavelengths.yaml, which is a survey like any other, wavelengths.csv and wavelengths.png.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CURVE_COLORS, drawLineChart, encodePng, loadScene, loadSurvey, simulate, THEMES } from 'subray';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    step: { type: 'string', default: '10' },
    threads: { type: 'string' },
  },
});

/** Ids in the catalogue, names in the chart, and colours. */
const [BLUE, VERMILION, GREEN, PURPLE, YELLOW, , GREY] = CURVE_COLORS;
const SAMPLES = [
  { id: 'gold', name: 'gold', color: YELLOW },
  { id: 'copper-polished', name: 'copper', color: VERMILION },
  { id: 'rush', name: 'green rush', color: GREEN },
  { id: 'grass-dry', name: 'dry grass', color: PURPLE },
  { id: 'brick', name: 'red brick', color: BLUE },
  { id: 'asphalt-dark', name: 'asphalt', color: GREY },
];
const WHITE = 'white';

const WAVELENGTHS_NM = { first: 400, last: 1000 };
/** Metres. */
const DISTANCE = 5;
const RADIUS = 0.25;
/** Degrees from sphere to sphere: whole steps of the scanner, so that each is met by the same pulses. */
const SPACING = 6;
/** Degrees; much finer than the highlight of polished metal. */
const FACET = 2;

const DEGREE = Math.PI / 180;

/** The half of a sphere that faces -y, as OBJ; without the facets at its poles, which are seen edge-on. */
function sphereText() {
  const [columns, rows] = [180 / FACET, 180 / FACET - 2];
  const lines = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [latitude, longitude] = [((row + 1) * FACET - 90) * DEGREE, (column * FACET - 180) * DEGREE];
      const [x, y] = [Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude)];
      lines.push(`v ${[x, y, Math.sin(latitude)].map((value) => (RADIUS * value).toFixed(6)).join(' ')}`);
    }
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const corner = row * (columns + 1) + column + 1;
      lines.push(`f ${[corner, corner + 1, corner + columns + 2, corner + columns + 1].join(' ')}`);
    }
  return `${lines.join('\n')}\n`;
}

/** Spheres in an arc around the scanner, all seen at the same angle. */
function surveyText() {
  const names = [WHITE, ...SAMPLES.map(({ id }) => id)];
  const headings = names.map((_, k) => (k - (names.length - 1) / 2) * SPACING);
  const parts = names.map((name, k) => {
    const [x, y] = [Math.sin(headings[k] * DEGREE), Math.cos(headings[k] * DEGREE)].map((value) => DISTANCE * value);
    return `    - { name: ${name}, file: sphere.obj, instances: [{ translate: [${x}, ${y}, 0], heading: ${headings[k]} }] }`;
  });
  const labels = names.map((name) => `    - { match: ${name}, on: object, material: ${name} }`);
  const edge = (names.length / 2) * SPACING;
  return `name: wavelengths
scene:
  parts:
${parts.join('\n')}
  labels:
${labels.join('\n')}
  materials:
    ${WHITE}: { reflectance: 1 }
scanner:
  name: a fine scanner
  wavelength: ${WAVELENGTHS_NM.first}
  divergence: { mrad: 0.1 }
  detection: { rangeMin: 1, rangeMax: 100, maxReturns: 1, minEnergy: 1.0e-30, rangeNoise: 0 }
  deflector:
    { kind: polygon, pulseRate: 100000, elevationMin: -3, elevationMax: 3, verticalStep: 0.05, horizontalStep: 0.05, lineRateMax: 1000 }
legs:
  - { position: [0, 0, 0], azimuth: [${-edge}, ${edge}] }
footprint: { subrays: 1 }
atmosphere: { extinctionPerKm: 0 }
radiometry: { strict: true }
output: [wavelengths.laz]
`;
}

/**
 * Sums of energy times distance squared, J m², over the echoes of every material, one per wavelength; by the materials'
 * names.
 */
async function sumEnergies(survey, wavelengths) {
  const [instrument] = survey.instruments;
  // The same instrument once for every wavelength, so that the scene is loaded once.
  survey.instruments = wavelengths.map((wavelengthNm) => ({
    ...instrument,
    name: `${wavelengthNm}`,
    scanner: { ...instrument.scanner, wavelengthNm },
  }));
  const { materials } = await loadScene(survey.scene);
  const sums = new Map(materials.map(({ name }) => [name, new Float64Array(wavelengths.length)]));
  const threads = options.threads && Number(options.threads);
  for await (const { count, material, scanner, energy, range } of simulate(survey, { threads }))
    for (let i = 0; i < count; i++)
      sums.get(materials[material[i]].name)[scanner?.[i] ?? 0] += energy[i] * range[i] ** 2;
  return sums;
}

mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'sphere.obj'), sphereText());
writeFileSync(join(options.out, 'wavelengths.yaml'), surveyText());

const { first, last } = WAVELENGTHS_NM;
const step = Number(options.step);
const wavelengths = Float64Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, k) => first + k * step);
const survey = await loadSurvey(join(options.out, 'wavelengths.yaml'));
const sums = await sumEnergies(survey, [...wavelengths]);

// As many pulses meet each sphere, so the ratio of sums is that of means; what is too faint to be an echo counts as 0.
const curves = SAMPLES.map(({ id, name, color }) => ({
  name,
  color,
  x: wavelengths,
  y: sums.get(id).map((sum, k) => sum / sums.get(WHITE)[k]),
}));

const table = [
  ['wavelength_nm', ...SAMPLES.map(({ id }) => id)],
  ...Array.from(wavelengths, (wavelength, k) => [wavelength, ...curves.map(({ y }) => y[k].toFixed(4))]),
];
writeFileSync(join(options.out, 'wavelengths.csv'), `${table.map((row) => row.join(',')).join('\n')}\n`);

const chart = {
  curves,
  xAxis: { title: 'wavelength', unit: ' nm' },
  yAxis: { title: 'mean energy', unit: '' },
  yRange: { low: 0, high: 0.8 },
  title: 'Mean energy of six spheres over the wavelength',
  subtitle: 'of what a white Lambertian sphere sends back at the same distance',
};
writeFileSync(
  join(options.out, 'wavelengths.png'),
  encodePng(drawLineChart(chart, { width: 1100, height: 720 }, THEMES.light)),
);
