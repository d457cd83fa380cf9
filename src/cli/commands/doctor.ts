import type { MachineReport } from '../../bench/inspect-machine.js';
import type { Command } from '../command.js';
import { type CliContext, EXIT, printJson, printLines } from '../context.js';
import { describeMachine } from '../describe/describe-machine.js';

const OPTIONS = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

/** `subray doctor`: reports on the machine; exit code 0 if subray can run on it. */
export const doctorCommand: Command = {
  name: 'doctor',
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context, finish) => {
    parser.command('doctor', 'Report on this machine: cores, SIMD, memory, GPUs', OPTIONS, async (args) => {
      const report = await context.library.inspectMachine();
      printReport(context, report, args.json ?? false);
      if (!report.ok) finish(EXIT.cannotRun);
    });
  },
};

function printReport(context: CliContext, report: MachineReport, json: boolean): void {
  if (json) printJson(context, report);
  else printLines(context, describeMachine(report));
}
