import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scannerRows } from '../../../src/cli/describe/describe-scanner.js';
import { createPulseLister } from '../../../src/engine/cpu/node-list-pulses.js';
import { legTiming } from '../../../src/scanner/leg-timing.js';
import { levelStation } from '../../../src/scanner/pattern/level-station.js';
import { listPattern } from '../../../src/scanner/pattern/list-pattern.js';
import { viewPattern } from '../../../src/scanner/pattern/view-pattern.js';
import { readScannerFile } from '../../../src/scanner/read-scanner-file.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { legLister } from '../../../src/simulation/leg-lister.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const PATTERN = 'time,azimuth,elevation\n0,350,-20\n0.001,10,-30\n0.002,10,-60\n0.003,-10,-40\n';

const OWN = `name: mine
wavelength: 905
divergence: { mrad: 1 }
detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 2, rangeNoise: 0.01, sensitivity: { range: 80, reflectance: 0.1 }, systematicErrors: { range: 0.01, deflection: 'sin(2 * angle)', head: '-1 / tan(angle)^2', headAway: 3 } }
deflector: { kind: pattern, pulseRate: 1000, file: pattern.csv }
emitter: { position: [0, 0, 0.1], heading: 3 }
head: { axis: [0, 0, 1], rate: 10 }
`;

/** One of each kind of optics. */
const CATALOGUED = ['velodyne-vlp-16', 'riegl-vz-400', 'livox-mid-40', 'optech-altm-2033', 'hesai-xt32'];

const shipped = (id: string): FuzzSeed => ({
  file: 'mine.yaml',
  bytes: readFileSync(fileURLToPath(new URL(`../../../platforms/scanners/${id}.yaml`, import.meta.url))),
});

/** Patterns of more pulses take too long here. */
const PULSES_MAX = 20_000;

/** Reads the scanner and describes it as `subray scanner show` does; lists its pattern if that is short. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const scanner = await readScannerFile(filesOf({ 'pattern.csv': PATTERN }, file, bytes), file);
  // Its names and sources are the user's.
  const wrong = scannerRows({ ...scanner, name: '', source: '', unchecked: undefined }).find((line) =>
    /\bNaN\b|\bInfinity\b|\bundefined\b|\[object/.test(line),
  );
  return wrong === undefined ? faultOfPattern(scanner) : `show prints "${wrong}"`;
}

async function faultOfPattern(scanner: Scanner): Promise<string | undefined> {
  const seconds = PULSES_MAX / 2 / legTiming(scanner, levelStation(1)).pulseCount;
  const { pulseCount } = legTiming(scanner, levelStation(seconds));
  if (!(pulseCount >= 1 && pulseCount <= PULSES_MAX)) return undefined;
  const pattern = await listPattern(scanner, legLister({ createPulseLister }, scanner), seconds);
  const { x, y } = viewPattern(scanner, pattern);
  const { count, silent } = pattern.pulses;
  for (let k = 0; k < count; k++)
    if (!silent[k] && !(Number.isFinite(x[k]) && Number.isFinite(y[k])))
      return `pulse ${k} has no place in the picture`;
  return undefined;
}

export const scanner: FuzzKind = {
  name: 'scanner',
  weight: 2,
  isText: true,
  dictionary: [
    ...[
      'kind',
      'spinning',
      'polygon',
      'raster',
      'oscillating',
      'risley',
      'palmer',
      'pattern',
      'fibre',
      'mems',
      'flash',
    ],
    ...['channels', 'elevation', 'azimuth', 'time', 'origin', 'pulseRate', 'rotationRate', 'firingPeriod', 'programs'],
    ...[
      'head',
      'axis',
      'rate',
      'emitter',
      'convention',
      'fwhm',
      'half-1/e',
      'sensitivity',
      'minEnergy',
      'minPower',
      'file',
    ],
    ...['method', 'peaks', 'clusters', 'rangeResolution'],
  ],
  seeds: () => [textSeed('mine.yaml', OWN), ...CATALOGUED.map(shipped)],
  use,
};
