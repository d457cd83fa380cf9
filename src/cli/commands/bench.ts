import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import type { BenchReport, BenchRow } from '../../bench/bench-engines.js';
import { BENCH_SCENES } from '../../bench/bench-scenes.js';
import type { ParityReport, ParityRow } from '../../bench/compare-engines.js';
import { WORKGROUP_SIZES } from '../../bench/resized-workgroups.js';
import { STAGES } from '../../device/stages.js';
import { ADAPTER_KINDS } from '../../engine/gpu/gpu-adapter.js';
import { WALKS } from '../../engine/gpu/passes.js';
import type { Command } from '../command.js';
import { type CliContext, EXIT, logTo, printJson, printLines } from '../context.js';
import { formatCount, formatSeconds, formatTable } from '../describe/format.js';
import { NUMBER_OPTION, wholeNumber } from '../options.js';

const SCENES = {
  scenes: { type: 'string', requiresArg: true, describe: 'names of scenes, separated by commas; default: all' },
  shrink: { ...NUMBER_OPTION, describe: 'divides the triangles of every scene' },
  adapter: { choices: ADAPTER_KINDS, default: 'hardware', describe: 'which adapter the GPU engine takes' },
  json: { type: 'boolean', describe: 'print the report as one JSON object' },
} as const satisfies Record<string, Options>;

const ENGINES_OPTIONS = {
  seconds: { ...NUMBER_OPTION, describe: 'seconds of each measurement; default: 3' },
  repeats: {
    ...NUMBER_OPTION,
    describe: 'number of measurements, of which the median counts; default: 3',
  },
  workgroup: {
    choices: WORKGROUP_SIZES,
    describe: "invocations of a workgroup of the GPU engine's passes; default: its own, 64",
  },
  chunk: { ...NUMBER_OPTION, describe: "most subrays of the GPU engine's chunks; default: its own, 2097152" },
  walk: {
    choices: WALKS,
    describe: "what goes through the GPU engine's trees together; default: the fastest, which it finds by trying",
  },
  profile: { type: 'boolean', describe: 'print the rate of each stage as well' },
  ...SCENES,
} as const satisfies Record<string, Options>;

const PARITY_OPTIONS = {
  pulses: { ...NUMBER_OPTION, describe: 'pulses of each survey of each scene; default: 200000' },
  ...SCENES,
} as const satisfies Record<string, Options>;

/** `subray bench engines` and `subray bench parity`: the speed of both engines, and whether their results agree. */
export const benchCommand: Command = {
  name: 'bench',
  subcommands: ['engines', 'parity'],
  options: [...Object.keys(ENGINES_OPTIONS), ...Object.keys(PARITY_OPTIONS)],
  register: (parser, context, finish) => {
    parser.command('bench', 'Measure how fast this machine is', (y) =>
      y
        .command(
          'engines',
          'Measure both engines on the same surveys; takes two to four minutes',
          ENGINES_OPTIONS,
          (args) => bench(context, args),
        )
        .command('parity', 'Compare the results of both engines on the same surveys', PARITY_OPTIONS, async (args) => {
          if (!(await compare(context, args))) finish(EXIT.cannotRun);
        })
        .demandCommand(1, 'no command is given: bench engines, or bench parity'),
    );
  },
};

const SECONDS_MAX = 600;
const REPEATS_MAX = 99;
const SHRINK_MAX = 100_000;
/** Subrays of a chunk: those of a pulse with many, and more than any GPU has room for. */
const CHUNK_MIN = 1000;
const CHUNK_MAX = 2 ** 26;
const PULSES_MAX = 1e7;

async function bench(context: CliContext, args: InferredOptionTypes<typeof ENGINES_OPTIONS>): Promise<void> {
  const seconds = wholeNumber('seconds', args.seconds, { min: 1, max: SECONDS_MAX });
  const repeats = wholeNumber('repeats', args.repeats, { min: 1, max: REPEATS_MAX });
  const chunkSubrays = wholeNumber('chunk', args.chunk, { min: CHUNK_MIN, max: CHUNK_MAX });
  const report = await context.library.benchEngines({
    ...(seconds !== undefined && { seconds }),
    ...(repeats !== undefined && { repeats }),
    ...(chunkSubrays !== undefined && { chunkSubrays }),
    ...(args.workgroup !== undefined && { workgroup: args.workgroup }),
    ...(args.walk !== undefined && { walk: args.walk }),
    ...commonOptions(context, args),
  });
  if (args.json) printJson(context, report);
  else printLines(context, [...describeBench(report), ...(args.profile ? describeStages(report) : [])]);
}

/** Compares the engines. */
async function compare(context: CliContext, args: InferredOptionTypes<typeof PARITY_OPTIONS>): Promise<boolean> {
  const pulses = wholeNumber('pulses', args.pulses, { min: 1, max: PULSES_MAX });
  const report = await context.library.compareEngines({
    ...(pulses !== undefined && { pulses }),
    ...commonOptions(context, args),
  });
  if (args.json) printJson(context, report);
  else printLines(context, describeParity(report));
  return report.ok;
}

function commonOptions(context: CliContext, args: InferredOptionTypes<typeof SCENES>) {
  const shrink = wholeNumber('shrink', args.shrink, { min: 1, max: SHRINK_MAX });
  const log = logTo(context, { quiet: false, before: () => {} });
  return { ...(shrink !== undefined && { shrink }), scenes: scenesOf(args.scenes), adapter: args.adapter, log };
}

function scenesOf(text: string | undefined): string[] {
  const known = BENCH_SCENES.map(({ name }) => name);
  if (text === undefined) return known;
  const names = text.split(',');
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UserError(`--scenes: found "${wrong}", expected names out of ${known.join(', ')}, with commas between`);
  return names;
}

/** Millions a second, three digits. */
const million = (perSecond: number) => (perSecond / 1e6).toPrecision(3);

/** The report as text: one line per measurement, rates in millions a second. */
function describeBench({ cpu, threads, gpu, rows }: BenchReport): string[] {
  const head = ['', '', '', 'traverse', 'traced', '', '', 'written', 'ready after'];
  const units = [
    'scene',
    'survey',
    'engine',
    'M subrays/s',
    'M subrays/s',
    'M pulses/s',
    'M points/s',
    'M points/s',
    '',
  ];
  return [
    `cpu: ${cpu}, ${threads} threads; gpu: ${gpu}`,
    ...formatTable([head, units, ...rows.map(cellsOf)], [3, 4, 5, 6, 7, 8]),
    ...comparisons(rows),
  ];
}

function cellsOf({
  scene,
  survey,
  engine,
  traverseSubraysPerSecond,
  traced,
  written,
  openSeconds,
}: BenchRow): string[] {
  return [
    scene,
    survey,
    engine,
    traverseSubraysPerSecond === undefined ? '–' : million(traverseSubraysPerSecond),
    million(traced.subraysPerSecond),
    million(traced.pulsesPerSecond),
    million(traced.pointsPerSecond),
    million(written.pointsPerSecond),
    formatSeconds(openSeconds),
  ];
}

/** Speed of the GPU relative to the CPU on each survey. */
function comparisons(rows: readonly BenchRow[]): string[] {
  return rows.flatMap((gpu) => {
    const cpu = rows.find((row) => row.engine === 'cpu' && row.scene === gpu.scene && row.survey === gpu.survey);
    if (gpu.engine !== 'gpu' || !cpu) return [];
    const ratio = gpu.traced.subraysPerSecond / cpu.traced.subraysPerSecond;
    return [`${gpu.scene}, ${gpu.survey}: the gpu is ${ratio.toPrecision(3)} times as fast as the cpu`];
  });
}

/** Millions of subrays a second of each stage alone; of the CPU, on a thread. */
function describeStages({ rows }: BenchReport): string[] {
  const timed = rows.filter(({ stages }) => stages);
  const names = STAGES.map(({ name }) => name).filter((name) => timed.some(({ stages }) => stages && stages[name] > 0));
  const cells = ({ scene, survey, engine, subrays, stages }: BenchRow) => [
    scene,
    survey,
    engine,
    ...names.map((name) => (stages && stages[name] > 0 ? million(subrays / stages[name]) : '–')),
  ];
  const table = [['scene', 'survey', 'engine', ...names], ...timed.map(cells)];
  return [
    '',
    'M subrays/s of each stage alone',
    ...formatTable(
      table,
      names.map((_, k) => k + 3),
    ),
  ];
}

/** The comparison as text. */
function describeParity({ gpu, rows, ok }: ParityReport): string[] {
  const head = ['scene', 'survey', 'returns', 'pulses that differ', 'range by', 'energy by'];
  const cells = ({ scene, survey, returns, differing, range, energyShare }: ParityRow) => [
    scene,
    survey,
    formatCount(returns),
    formatCount(differing),
    `${(range * 1000).toFixed(3)} mm`,
    `${(energyShare * 100).toPrecision(2)} %`,
  ];
  return [
    `${gpu} against the cpu; the largest differences`,
    ...formatTable([head, ...rows.map(cells)], [2, 3, 4, 5]),
    ok ? 'the engines agree' : 'the engines differ by more than rounding explains',
  ];
}
