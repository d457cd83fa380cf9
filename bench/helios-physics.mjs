// Sizes of the differences between the two kinds of physics (docs/helios.md): surveys of HELIOS++ converted, run as
// HELIOS++ computes, with each switch of its own as an instrument records, and wholly so; compared pulse by pulse.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { PHYSICS, PHYSICS_SWITCHES } from '../dist/scanner/physics.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const options = {
  /** Folder of HELIOS++'s `data/`, `assets/` and `bench/`. */
  helios: { type: 'string', default: here('../../shared/helios') },
  /** Surveys, below that folder. */
  surveys: {
    type: 'string',
    multiple: true,
    default: [
      'data/surveys/toyblocks/als_toyblocks.xml',
      'data/surveys/toyblocks/tls_toyblocks.xml',
      'data/surveys/toyblocks/mls_toyblocks.xml',
      'data/surveys/demo/tls_livox.xml',
    ],
  },
  /** Switches to be tried; absent: all. */
  switches: { type: 'string', multiple: true },
  cli: { type: 'string', default: here('../dist/cli/main.js') },
};

export function run({ helios, surveys, switches = Object.keys(PHYSICS_SWITCHES), cli }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  const subray = (...words) => execFileSync(process.execPath, [resolve(cli), ...words], { stdio: 'pipe' }).toString();
  try {
    return { surveys: surveys.map((file) => compareAll({ subray, folder, helios, switches }, file)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cloud of a survey by HELIOS++'s physics, beside those of its variants. */
function compareAll({ subray, folder, helios, switches }, file) {
  const name = basename(file, '.xml');
  const path = join(helios, file);
  if (!existsSync(path)) return { name, fault: `there is no ${path}` };
  const assets = ['--assets', helios, '--assets', join(helios, 'assets')];
  const converted = (physics) => {
    const out = join(folder, `${name}-${physics}.yaml`);
    subray('convert', path, ...assets, '--physics', physics, '-o', out, '--force');
    return parse(readFileSync(out, 'utf8'));
  };
  const cloudOf = (survey, label) => {
    const cloud = join(folder, `${name}-${label}.las`);
    const yaml = join(folder, 'variant.yaml');
    writeFileSync(yaml, stringify({ ...survey, output: [{ file: cloud, fields: ['standard', 'pulse'] }] }));
    subray('run', yaml, '--engine', 'cpu', '--quiet', '--force');
    return cloud;
  };
  const native = converted('helios');
  const theirs = cloudOf(native, 'helios');
  const differences = (survey, label) =>
    sizesOf(JSON.parse(subray('compare', theirs, cloudOf(survey, label), '--match', 'pulse', '--json')));
  const variants = switches.map((key) => {
    const physics = { like: 'helios', [key]: otherThanHelios(key) };
    return { variant: `${key}: ${physics[key]}`, ...differences({ ...native, physics }, key) };
  });
  return { name, variants: [...variants, { variant: '--physics si', ...differences(converted('si'), 'si') }] };
}

/** The first value of a switch that HELIOS++'s physics does not have. */
const otherThanHelios = (key) => PHYSICS_SWITCHES[key].values.find((value) => value !== PHYSICS.helios[key]);

function sizesOf({ a, b, matched }) {
  // Echoes of a receiver have energies alone.
  const { points, distance, amplitude = matched.energy } = matched;
  return {
    points: b.points / a.points - 1,
    pairs: points / a.points,
    distance: distance && { median: distance.median, p95: distance.p95, max: distance.max },
    amplitude: amplitude && { p5: amplitude.p5, median: amplitude.median, p95: amplitude.p95 },
  };
}

export function print({ surveys }) {
  for (const { name, fault, variants } of surveys) {
    if (fault) {
      console.log(`${name}: ${fault}`);
      continue;
    }
    console.log(`\n${name}\n`);
    console.log(
      '| against physics helios | points | pairs | distance, median | 95 % | max | amplitude, median | 5 to 95 % |',
    );
    console.log('|---|---|---|---|---|---|---|---|');
    for (const variant of variants) console.log(`| ${cellsOf(variant).join(' | ')} |`);
  }
}

const percent = (share) => `${share < 0 ? '−' : '+'}${(Math.abs(share) * 100).toFixed(2)} %`;
const metres = (value) => (value === undefined ? '' : `${value.toFixed(4)} m`);
const ratio = (value) => (value === undefined ? '' : value.toPrecision(4));

const cellsOf = ({ variant, points, pairs, distance, amplitude }) => [
  variant,
  percent(points),
  `${(pairs * 100).toFixed(2)} %`,
  metres(distance?.median),
  metres(distance?.p95),
  metres(distance?.max),
  ratio(amplitude?.median),
  amplitude ? `${ratio(amplitude.p5)} to ${ratio(amplitude.p95)}` : '',
];
