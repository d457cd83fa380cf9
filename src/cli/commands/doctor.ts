import type { Command } from '../command.js';
import { type CliContext, EXIT, printJson, printLines } from '../context.js';
import { describeGpus } from '../describe/describe-gpus.js';
import { formatBytes, formatTable } from '../describe/format.js';
import { inspectMachine, type MachineReport } from '../inspect-machine.js';

const OPTIONS = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

/** `subray doctor`: says what the machine has; exit code 0 if subray can run on it. */
export const doctorCommand: Command = {
  name: 'doctor',
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context, finish) => {
    parser.command(
      'doctor',
      'Say what this machine has for subray: cores, SIMD, memory, GPUs',
      OPTIONS,
      async (args) => {
        const report = await inspectMachine();
        printReport(context, report, args.json ?? false);
        if (!report.ok) finish(EXIT.cannotRun);
      },
    );
  },
};

function printReport(context: CliContext, report: MachineReport, json: boolean): void {
  if (json) printJson(context, report);
  else printLines(context, describeMachine(report));
}

/** The report for people. */
export function describeMachine(report: MachineReport): string[] {
  const { webAssembly, memoryBytes, cache } = report;
  const yes = (has: boolean) => (has ? 'yes' : 'no');
  const lines = formatTable([
    ['subray', report.subray],
    ['node', report.node],
    ['platform', report.platform],
    ['cpu', `${report.cpu}, ${report.cores} ${report.cores === 1 ? 'core' : 'cores'} to use`],
    ['memory', `${formatBytes(memoryBytes.total)}, ${formatBytes(memoryBytes.free)} of it free`],
    ['WebAssembly SIMD', yes(webAssembly.simd)],
    ['WebAssembly threads', yes(webAssembly.threads)],
    ['SharedArrayBuffer', yes(report.sharedArrayBuffer)],
    ['shared memory', `${formatBytes(report.sharedMemoryMaxBytes)} at most`],
    ['kernel', webAssembly.kernel ? 'built' : 'missing: npm run build'],
    ...describeGpus(report.gpu),
    ['cache', `${cache.folder}, ${formatBytes(cache.bytes)}`],
  ]);
  const can = (is: boolean) => (is ? 'can' : 'cannot');
  return [
    ...lines,
    `the cpu engine ${can(report.ok)} run here`,
    `the gpu engine ${can(!('reason' in report.gpu.hardware))} run here`,
  ];
}
