// Duration of commands from start to end: wall and CPU time (user + system) of whole processes, and the modules that
// each loads. `--cli` takes several programs, separated by commas, which are measured by turns.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const options = {
  cli: { type: 'string', default: here('../dist/cli/main.js') },
  rounds: { type: 'string', default: '11' },
  /** Names of COMMANDS; absent: all. */
  commands: { type: 'string', multiple: true },
};

/** A 100 kHz profiler on a car at 20 m/s, four stretches of road: 1.0 million pulses. */
const SURVEY = `name: blocks
scene: { parts: [{ file: blocks.obj }] }
scanner:
  name: 2-D profiler
  wavelength: 1064
  detection: { rangeMin: 1, rangeMax: 400, maxReturns: 15, rangeNoise: 0.005 }
  emitter: { rotate: [{ axis: x, angle: 90 }, { axis: z, angle: 90 }] }
  deflector: { kind: polygon, pulseRate: 100000, elevationMin: -180, elevationMax: 180, verticalStep: 0.18, lineRateMax: 50 }
mount: { position: [0, 0, 2.2], pitch: 45 }
legs:
  - { from: [-30, 64, 0], to: [-25, -31, 0], speed: 20 }
  - { from: [-25, -31, 0], to: [1, -31, 0], speed: 20 }
  - { from: [1, -31, 0], to: [31, -1, 0], speed: 20 }
  - { from: [31, -1, 0], to: [73, -1, 0], speed: 20 }
output: [blocks.las]
`;

/** Ground of 200 m and 64 cubes on it, as OBJ. */
function blocks() {
  const corners = [];
  const faces = [];
  const quad = (...points) => {
    corners.push(...points);
    faces.push(points.map((_, k) => corners.length - 3 + k));
  };
  const on = (x, y, z, size) => [x * size, y * size, z * size].map((value) => value.toFixed(2));
  quad(on(-1, -1, 0, 100), on(1, -1, 0, 100), on(1, 1, 0, 100), on(-1, 1, 0, 100));
  for (let k = 0; k < 64; k++) {
    const at = ([x, y, z]) => [(k % 8) * 20 - 75 + 4 * x, (k >> 3) * 20 - 75 + 4 * y, 4 * z];
    const ring = [[0, 0], [1, 0], [1, 1], [0, 1]]; // biome-ignore format: a square
    ring.forEach(([x, y], side) => {
      const [u, v] = ring[(side + 1) % 4];
      quad(at([x, y, 0]), at([u, v, 0]), at([u, v, 1]), at([x, y, 1]));
    });
    quad(...ring.map(([x, y]) => at([x, y, 1])));
  }
  return [...corners.map((c) => `v ${c.join(' ')}`), ...faces.map((f) => `f ${f.join(' ')}`), ''].join('\n');
}

/** The measured commands by name: arguments of the program. Without any: Node itself. */
const COMMANDS = {
  'subray --version': ['--version'],
  'subray --help': ['--help'],
  'subray scanner list': ['scanner', 'list'],
  'subray material list': ['material', 'list'],
  'dry run': ['run', 'survey.yaml', '--dry-run', '--look', 'never', '--force'],
  'small survey': ['run', 'survey.yaml', '--force', '--quiet'],
};

export async function run({ cli, rounds, commands: names = Object.keys(COMMANDS) }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    writeFileSync(join(folder, 'survey.yaml'), SURVEY);
    writeFileSync(join(folder, 'blocks.obj'), blocks());
    const programs = cli.split(',').map((path) => resolve(path));
    const commands = names.map((name) => ({
      name,
      programs: measure(
        folder,
        programs.map((program) => [program, ...COMMANDS[name]]),
        Number(rounds),
      ),
    }));
    const [node] = measure(folder, [['-e', '0']], Number(rounds));
    return { programs, node, commands };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Medians for each of `lines`, arguments of Node, over rounds by turns, after a round that fills caches. */
function measure(folder, lines, rounds) {
  const modules = lines.map((line) => countModules(folder, line));
  const times = lines.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [k, line] of lines.entries()) times[k].push(timeOf(folder, line));
  return times.map((all, k) => ({
    wall: median(all.map(({ wall }) => wall)),
    cpu: median(all.map(({ cpu }) => cpu)),
    modules: modules[k],
  }));
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Trees are kept in the benchmark's folder, so that its first run makes them and the others reuse them. */
const environment = (folder) => ({ ...process.env, SUBRAY_CACHE: join(folder, 'cache') });

/** Seconds by the clock and of the processors, children included, as the shell measures them. */
function timeOf(folder, line) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" > /dev/null';
  const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, ...line], {
    cwd: folder,
    env: environment(folder),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${line.join(' ')}: ${stderr}`);
  const [wall, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall, cpu: user + system };
}

/** Number of modules that the process and its workers load. */
function countModules(folder, line) {
  const list = join(folder, 'loaded.txt');
  rmSync(list, { force: true });
  execFileSync(process.execPath, ['--import', here('lib-count-modules.mjs'), ...line], {
    cwd: folder,
    env: { ...environment(folder), SUBRAY_LOADED: list },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').length : 0;
}

export function print({ programs, node, commands }) {
  console.log(`node alone: ${node.wall.toFixed(3)} s, CPU ${node.cpu.toFixed(3)} s`);
  for (const { name, programs: measured } of commands)
    measured.forEach(({ wall, cpu, modules }, k) => {
      const program = programs.length > 1 ? `, ${programs[k]}` : '';
      console.log(`${name}: ${wall.toFixed(3)} s, CPU ${cpu.toFixed(3)} s, ${modules} modules${program}`);
    });
}
