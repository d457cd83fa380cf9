import { UserError } from '../../../src/base/errors.js';
import { runCli } from '../../../src/cli/cli.js';
import type { CliContext } from '../../../src/cli/context.js';
import { NODE_LIBRARY } from '../../../src/cli/library.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';

/** Command lines, a word a line. */
const LINES = [
  'run survey.yaml --dry-run --json',
  'run survey.yaml --engine cpu --threads 2 --force --no-cache --profile --quiet',
  'run survey.yaml -o - --format csv',
  'convert cloud.laz - --format copc.laz --fields minimal',
  'info cloud.las --png out.png --color class --tone hable --exposure 2 --gamma 1.5 --view top --size 300x200',
  'compare a.las b.xyz --match time --every 5 --max-distance 0.01 --share 0.99 --max-missing 0.1 --json',
  'scene generate forest --seed 3 --triangles 2000 out.glb',
  'scanner list --json',
  'scanner show velodyne-vlp-16 --png scanner.png',
  'material list',
  'material show grass --wavelength 905',
  'material import copper.txt --folder . --id x --roughness 10',
  'plan als --scene city.glb --density 10 --overlap 20',
  'plan tls --scene room.glb --json',
  'cache --json',
  'bench --seconds 1',
  'doctor --json',
  '--version',
  '--help',
];

const WORDS = [
  ...[
    '--json',
    '--force',
    '--png',
    '--engine',
    '--threads',
    '--size',
    '--seed',
    '--triangles',
    '--',
    '-',
    '--no-',
    '=',
    '-h',
  ],
  ...[
    'gpu',
    'cpu',
    'auto',
    'als',
    'mls',
    'uav',
    'tls',
    '--help',
    '--version',
    '--unknown',
    '--density',
    '--area',
    '1x1',
  ],
];

/** Stand-ins for commands that use disks, threads and time; only those that read the catalogue are real. */
const REAL = ['listScanners', 'loadScanner', 'listMaterials', 'findMaterial', 'materialSheet', 'cacheLimits'];
const NO_ADAPTER = { reason: 'no GPU in tests' };
const STUBS = {
  ...Object.fromEntries(
    Object.keys(NODE_LIBRARY)
      .filter((name) => !REAL.includes(name))
      .map((name) => [name, () => Promise.reject(new UserError('as far as a fuzzed command goes'))]),
  ),
  findAdapters: async () => ({ hardware: NO_ADAPTER, software: NO_ADAPTER, auto: NO_ADAPTER }),
};

async function use(bytes: Uint8Array): Promise<string | undefined> {
  const argv = new TextDecoder().decode(bytes).split('\n').filter(Boolean);
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const context: CliContext = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    writeBytes: async () => {},
    library: { ...NODE_LIBRARY, ...STUBS },
    now: () => performance.now() / 1000,
    date: () => new Date(),
    onInterrupt: () => () => {},
    exit: () => {},
  };
  const code = await runCli(argv, context);
  if (code !== 0 && code !== 2) return `exit code ${code}: ${said.stderr}`;
  if (code === 2 && !said.stderr.startsWith('subray: ')) return `no complaint: ${said.stderr}`;
  return /\n\s+at .*:\d+:\d+|\bundefined\b|\[object /.test(said.stderr)
    ? `a message of the program: ${said.stderr}`
    : undefined;
}

export const commandLines: FuzzKind = {
  name: 'cli',
  weight: 0.5,
  isText: true,
  dictionary: WORDS,
  seeds: () => LINES.map((line) => textSeed('argv', line.replaceAll(' ', '\n'))),
  use,
};
