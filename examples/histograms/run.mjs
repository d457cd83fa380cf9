// Brightness of the classes of a street, with the materials as they are and with Lambertian ones of the same albedo.
//
//   node examples/histograms/run.mjs [--out FOLDER] [--threads COUNT] [--survey FILE]
//
// leaves histograms.png and histograms.csv.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CURVE_COLORS, drawHistogramChart, encodePng, loadSurvey, simulate, THEMES, tilePictures } from 'subray';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    threads: { type: 'string' },
    survey: { type: 'string', default: fileURLToPath(new URL('street.yaml', import.meta.url)) },
  },
});

/** ASPRS classes; from 64 on those of generated scenes. */
const CLASSES = [
  { id: 11, name: 'Carriageway' },
  { id: 2, name: 'Pavements and gardens' },
  { id: 6, name: 'Houses' },
  { id: 5, name: 'Trees' },
  { id: 64, name: 'Cars' },
  { id: 66, name: 'City furniture: lamps, traffic signs, …' },
];
/** Decibels relative to a white target at normal incidence, one per bin. Fainter points count in the first. */
const RANGE = { low: -32, high: 32 };
const BINS = RANGE.high - RANGE.low;

const RUNS = [
  { scattering: 'lambert', name: 'Lambert', color: CURVE_COLORS[1] },
  { scattering: 'brdf', name: 'BRDF', color: CURVE_COLORS[0] },
];

/** Points in each bin, by class. */
async function countPoints(survey) {
  const counts = new Map(CLASSES.map(({ id }) => [id, new Float64Array(BINS)]));
  const threads = options.threads && Number(options.threads);
  for await (const { count, classification, intensity } of simulate(survey, { threads }))
    for (let i = 0; i < count; i++) {
      // docs/points.md: hundredths of a decibel above -50 dB.
      const bin = Math.floor(intensity[i] / 100 - 50 - RANGE.low);
      const ofClass = counts.get(classification[i]);
      if (ofClass !== undefined) ofClass[Math.min(BINS - 1, Math.max(0, bin))]++;
    }
  return counts;
}

const survey = await loadSurvey(options.survey);
const runs = [];
for (const run of RUNS) {
  survey.radiometry = { ...survey.radiometry, scattering: run.scattering };
  runs.push({ ...run, counts: await countPoints(survey) });
}

const thousands = (counts) => `${(counts.reduce((sum, count) => sum + count, 0) / 1000).toFixed(1)}k`;
const panels = CLASSES.map(({ id, name: title }) => {
  const histograms = runs.map(({ name, color, counts }) => {
    const ofClass = counts.get(id);
    return { name: `${name}: ${thousands(ofClass)} points`, color, counts: ofClass.map((count) => count / 1000) };
  });
  const chart = {
    histograms,
    xRange: RANGE,
    xAxis: { title: 'relative reflectance', unit: ' dB' },
    yAxis: { title: 'points', unit: 'k' },
    title,
    subtitle: 'thousands of points a decibel; 0 dB: a white target met along its normal',
  };
  return drawHistogramChart(chart, { width: 620, height: 380 }, THEMES.light);
});

mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'histograms.png'), encodePng(tilePictures(panels, 2, THEMES.light)));
const rows = CLASSES.flatMap(({ id }) =>
  Array.from({ length: BINS }, (_, bin) => [id, RANGE.low + bin, ...runs.map(({ counts }) => counts.get(id)[bin])]),
);
const header = ['class', 'decibel', ...RUNS.map(({ scattering }) => scattering)];
writeFileSync(join(options.out, 'histograms.csv'), `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`);
