import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import { checkOutputPath } from '../../base/files/node-output-path.js';
import { SEED_MAX } from '../../base/random.js';
import { PROCEDURAL_KINDS, type ProceduralKind } from '../../procedural/procedural-kind.js';
import type { Command } from '../command.js';
import { type CliContext, printJson, printLines } from '../context.js';
import { describeModel, summarizeModel } from '../describe/describe-model.js';
import { endedByInterrupt } from '../interrupts.js';
import { NUMBER_OPTION, wholeNumber } from '../options.js';

const OPTIONS = {
  out: { alias: 'o', type: 'string', requiresArg: true, demandOption: true, describe: 'file to write (.glb)' },
  seed: { ...NUMBER_OPTION, default: '1', describe: 'another seed, another scene' },
  triangles: {
    ...NUMBER_OPTION,
    default: '300000',
    describe: 'approximate number, counting every instance',
  },
  force: { type: 'boolean', describe: 'replace a file that exists' },
  json: { type: 'boolean', describe: 'print one JSON object' },
} as const satisfies Record<string, Options>;

type GenerateArguments = InferredOptionTypes<typeof OPTIONS> & { kind: ProceduralKind };

/** `subray scene generate <kind>`: makes a scene. */
export const sceneCommand: Command = {
  name: 'scene',
  subcommands: ['generate'],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command('scene', 'Make scenes', (y) =>
      y
        .command(
          'generate <kind>',
          'Generate a scene: the same kind, seed and number of triangles yield the same file',
          (z) =>
            z
              .positional('kind', { choices: PROCEDURAL_KINDS, demandOption: true, describe: 'kind of scene' })
              .options(OPTIONS),
          (args) => generate(context, args),
        )
        .demandCommand(1, 'no command is given: scene generate <kind>'),
    );
  },
};

async function generate(context: CliContext, args: GenerateArguments): Promise<void> {
  const seed = wholeNumber('seed', args.seed, { min: 0, max: SEED_MAX }) ?? 1;
  const triangles = wholeNumber('triangles', args.triangles, { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 1;
  const { out, force } = args;
  if (!out.toLowerCase().endsWith('.glb'))
    throw new UserError('a scene is written as a .glb file', { place: { file: out }, hint: `name it ${out}.glb` });
  await checkOutputPath(out, { force });
  const model = await context.library.generateModel(args.kind, { seed, triangles });
  await endedByInterrupt(context, () => context.library.writeGlb(out, model, { force }));
  const summary = summarizeModel(out, model);
  if (args.json) printJson(context, summary);
  else printLines(context, describeModel(summary));
}
