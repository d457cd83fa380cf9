import { runCli } from '../../src/cli/cli.js';
import type { CliContext } from '../../src/cli/context.js';
import type { Library } from '../../src/cli/library.js';
import { NODE_LIBRARY } from '../../src/cli/library.js';
import { noSeconds } from '../../src/device/stages.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import { NO_NOISE } from '../../src/scanner/resolve-detection.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { SceneDescription } from '../../src/scene/scene-description.js';
import type { RunReport } from '../../src/simulation/run-survey.js';
import type { Survey } from '../../src/survey/survey.js';

/** A stream that keeps its output. */
export class FakeStream {
  text = '';
  isTTY = false;
  columns = 80;
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

const NO_ADAPTER = { reason: 'no GPU in tests' };
const NO_ADAPTERS = { hardware: NO_ADAPTER, software: NO_ADAPTER, auto: NO_ADAPTER };

/** A context that records everything, with a clock that a test sets. */
export class FakeContext implements CliContext {
  readonly stdout = new FakeStream();
  readonly stderr = new FakeStream();
  /** Output as bytes. */
  readonly bytes: Buffer[] = [];
  readonly exits: number[] = [];
  time = 0;
  library: Library;
  #handlers = new Set<(code: number) => void>();

  constructor(library: Partial<Library> = {}) {
    this.library = { ...NODE_LIBRARY, findAdapters: async () => NO_ADAPTERS, ...library };
  }

  writeBytes = async (bytes: Uint8Array) => void this.bytes.push(Buffer.from(bytes));
  now = () => this.time;
  date = () => new Date(2026, 0, 2, 3, 4, 5);
  exit = (code: number) => void this.exits.push(code);
  onInterrupt = (handler: (code: number) => void) => {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  };

  /** Number of listeners for Ctrl-C. */
  get listeners(): number {
    return this.#handlers.size;
  }

  interrupt(code = 130): void {
    for (const handler of [...this.#handlers]) handler(code);
  }
}

/** Runs a command line, or its words where one is empty or has a space, with parts of the library replaced. */
export async function subray(argv: string | readonly string[], library: Partial<Library> = {}) {
  const context = new FakeContext(library);
  const code = await runCli(typeof argv === 'string' ? argv.split(' ').filter(Boolean) : argv, context);
  return {
    code,
    stdout: context.stdout.text,
    stderr: context.stderr.text,
    bytes: Buffer.concat(context.bytes),
    context,
  };
}

export const SURVEY: Survey<SceneDescription> = {
  name: 'yard',
  file: '/surveys/yard.yaml',
  seed: 5,
  scene: { parts: [], labels: [], materials: [] },
  instruments: [
    {
      name: 'toy',
      scanner: {
        id: 'toy',
        name: 'Toy',
        wavelengthNm: 1550,
        divergence: roundBeam(0.0002),
        exitRadius: 0.003,
        pulse: { energy: 1e-6, duration: 5e-9 },
        receiver: { diameter: 0.1, efficiency: 0.8 },
        detection: {
          rangeMin: 1,
          rangeMax: 300,
          minEnergy: 1e-15,
          maxReturns: 4,
          rangeResolution: 0.7,
          ...NO_NOISE,
          rangeNoise: 0.005,
        },
        channels: [{ elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 }],
        deflector: {
          kind: 'polygon',
          pulseRateHz: 1e5,
          elevationMin: -0.5,
          elevationMax: 1,
          verticalStep: 0.001,
          horizontalStep: 0.001,
          lineRateMaxHz: 100,
        },
        source: 'made up',
      },
      mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
      extinction: 0,
    },
  ],
  legs: [],
  footprint: { pattern: 'rings', subrays: 19, weights: 'gaussian' },
  intensity: { kind: 'amplitude' },
  radiometry: RADIOMETRY_DEFAULTS,
  restrictions: [],
  coordinates: 'world',
  outputs: [],
};

/** Seconds of stages; those that it does not name took none. */
export const TIMES = {
  pulse: 0.1,
  subray: 0.1,
  traverse: 1.5,
  reflect: 0.1,
  echo: 0.1,
  shade: 0,
  perturb: 0.05,
  pack: 0.05,
};

export const REPORT: RunReport = {
  engine: 'cpu',
  device: 'cpu',
  threads: 2,
  pulses: 1000,
  trees: { built: 12, found: 0 },
  subrays: 19000,
  hits: 9500,
  returns: 700,
  dropped: 0,
  points: 1234567,
  legs: [{ leg: 'leg 1', scanner: 0, pulses: 1000, hit: 500, lost: 0 }],
  seconds: { load: 0.1, build: 0.2, simulate: 2, write: 0.05, total: 2.35 },
  simulation: { open: 0.1, wait: 1.9, points: 0.2 },
  stages: { ...noSeconds(), ...TIMES },
  peakMemoryBytes: 100 * 2 ** 20,
  outputs: [{ path: '/out/yard.las', points: 1234567, bytes: 5 * 2 ** 20 }],
};
