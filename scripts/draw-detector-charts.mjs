// The pictures of docs/detectors.md: the bias of every detector over signal, slope and separation, measured on scans
// without noise. Writes docs/images/detectors-*.png and prints some of the numbers. Usage, after a build: node
// scripts/draw-detector-charts.mjs
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { CURVE_COLORS, drawLineChart, encodePng, loadSurvey, simulate, THEMES } = await import(`${root}dist/index.js`);

const folder = mkdtempSync(join(tmpdir(), 'subray-detectors-'));
writeFileSync(join(folder, 'straight.csv'), 'time,azimuth,elevation\n0,0,0\n0.0001,0,0\n');

/** Metres from the scanner to the wall, or to the middle of the slope. */
const RANGE = 10;
const DEGREE = Math.PI / 180;
const PULSES = 400;
const SUBRAYS = 200;
/** s and J: the wall's peak power is PEAK watts. */
const [DURATION, ENERGY] = [5e-9, 1e-6];
const [DIAMETER, EFFICIENCY] = [0.05, 0.8];
const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);
/** Peak power that comes back from a white wall, W. */
const PEAK =
  ((ENERGY * (DIAMETER / (2 * RANGE)) ** 2 * EFFICIENCY) / DURATION) * (FWHM_PER_SIGMA / Math.sqrt(2 * Math.PI));
/** Photons that come back from it, of 1064 nm. */
const PHOTONS = (ENERGY * (DIAMETER / (2 * RANGE)) ** 2 * EFFICIENCY * 1064e-9) / (6.62607015e-34 * 299_792_458);
const MARGIN = 20;

const KINDS = ['peak', 'leadingEdge', 'constantFraction', 'gaussian', 'geiger', 'photonCounting'];
const COUNTING = ['geiger', 'photonCounting'];

/** The detector and its threshold for a signal of `margin` times the threshold, or of so many photons. */
function receiver(kind, margin) {
  if (!COUNTING.includes(kind)) return `detector: { kind: ${kind} }, threshold: ${PEAK / margin}`;
  return `detector: { kind: ${kind}, deadTime: ${kind === 'geiger' ? 1000 : 0} }, noise: { quantumEfficiency: ${Math.min(1, margin / PHOTONS)} }`;
}

const survey = (kind, margin) => `
scene: { parts: [ { name: target, file: target.obj } ], labels: [ { match: target, on: object, material: white } ], materials: { white: { reflectance: 1 } } }
scanner:
  name: a pulse
  wavelength: 1064
  divergence: { mrad: 3, convention: full-1/e2 }
  pulse: { energy: ${ENERGY}, duration: ${DURATION * 1e9} }
  receiver: { diameter: ${DIAMETER}, efficiency: ${EFFICIENCY}, sampling: { rate: 2, samples: 512 }, ${receiver(kind, margin)} }
  detection: { rangeMin: 1, rangeMax: 100, maxReturns: ${kind === 'photonCounting' ? 15 : 1}, rangeNoise: 0 }
  deflector: { kind: pattern, pulseRate: 10000, file: straight.csv }
platform: tripod
footprint: { pattern: disc, subrays: ${SUBRAYS} }
atmosphere: { visibilityKm: 1000 }
mount: { position: [0, 0, 0] }
legs: [ { position: [0, 0, 0], duration: ${PULSES / 10000} } ]
output: [ out.las ]
`;

/**
 * Mean range of the first returns of a detector, of all photons where they are counted, that meets these
 * rectangles: corner, side, side.
 */
async function meanRange(kind, margin, rectangles) {
  const corners = rectangles.flatMap(([c, u, v]) => [c, plus(c, u), plus(c, u, v), plus(c, v)]);
  const faces = rectangles.map((_, k) => `f ${[1, 2, 3, 4].map((i) => 4 * k + i).join(' ')}`);
  writeFileSync(
    join(folder, 'target.obj'),
    [...corners.map((c) => `v ${c.join(' ')}`), 'o target', ...faces, ''].join('\n'),
  );
  writeFileSync(join(folder, 'survey.yaml'), survey(kind, margin));
  let [sum, count] = [0, 0];
  for await (const { range } of simulate(await loadSurvey(join(folder, 'survey.yaml')), {
    engine: 'cpu',
    cache: false,
  }))
    for (const one of range) [sum, count] = [sum + one, count + 1];
  return count < PULSES / 50 ? Number.NaN : sum / count;
}

const plus = (...vectors) => [0, 1, 2].map((axis) => vectors.reduce((sum, vector) => sum + vector[axis], 0));

const wall = (range, from = -1) => [
  [from, range, -1],
  [1 - from, 0, 0],
  [0, 0, 2],
];
/** A plane that the beam meets at RANGE, its normal so many degrees off the beam. */
function slope(degrees) {
  const [reach, s, c] = [4, Math.sin(degrees * DEGREE), Math.cos(degrees * DEGREE)];
  return [
    [-reach, RANGE - reach * s, -reach * c],
    [2 * reach, 0, 0],
    [0, 2 * reach * s, 2 * reach * c],
  ];
}

/** A curve for every kind: the bias at each x, in centimetres. */
async function curvesOf(kinds, xs, biasAt) {
  const curves = [];
  for (const kind of kinds) {
    const y = [];
    for (const x of xs) y.push(100 * (await biasAt(kind, x)));
    curves.push({
      name: kind,
      color: CURVE_COLORS[KINDS.indexOf(kind)],
      x: Float64Array.from(xs),
      y: Float64Array.from(y),
    });
    console.log(kind, xs.map((x, k) => `${x}: ${y[k].toFixed(2)}`).join(', '));
  }
  return curves;
}

function draw(name, chart) {
  const yAxis = { title: 'range too long by', unit: 'cm' };
  const picture = drawLineChart({ ...chart, yAxis }, { width: 900, height: 560 }, THEMES.light);
  writeFileSync(`${root}docs/images/detectors-${name}.png`, encodePng(picture));
}

const powers = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const signals = await curvesOf(
  KINDS,
  powers,
  async (kind, power) => (await meanRange(kind, 10 ** power, [wall(RANGE)])) - RANGE,
);
draw('signal', {
  curves: signals,
  xAxis: { title: 'decimal logarithm of the signal: peak over threshold, or mean number of photons', unit: '' },
  title: 'Bias over the signal',
  subtitle: 'a white wall at normal incidence; pulse of 5 ns',
});

const degrees = [0, 15, 30, 45, 55, 60, 65, 70, 75, 80, 83, 85];
draw('slope', {
  curves: await curvesOf(KINDS, degrees, async (kind, x) => (await meanRange(kind, MARGIN, [slope(x)])) - RANGE),
  xAxis: { title: 'angle of incidence', unit: '°' },
  title: 'Bias over the slope',
  subtitle: `half angle of the beam 1.5 mrad, ${RANGE} m away; signal ${MARGIN} at normal incidence`,
});

const gaps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 1, 1.25, 1.5];
draw('separation', {
  // Photons are counted from both plates alike.
  curves: await curvesOf(
    KINDS.slice(0, -1),
    gaps,
    async (kind, gap) => (await meanRange(kind, MARGIN, [wall(RANGE, 0), wall(RANGE + gap)])) - RANGE,
  ),
  xAxis: { title: 'distance of the second plate behind the first', unit: 'm' },
  title: 'Bias of the first return before a second one',
  subtitle: 'half of the beam meets each plate; pulse of 5 ns; signal 20',
});
rmSync(folder, { recursive: true });
