import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import { checkOutputPath } from '../../base/files/node-output-path.js';
import { SEED_MAX } from '../../base/random.js';
import { showValue } from '../../base/yaml/faults.js';
import {
  detailOf,
  PROCEDURAL_KINDS,
  PROCEDURAL_SIZES,
  type ProceduralKind,
  type SceneSize,
  type SizeKey,
  sizeFault,
} from '../../procedural/procedural-kind.js';
import {
  detailFaults,
  GROUND_CHOICES,
  type ListedTree,
  MATERIALS,
  type SceneDetails,
} from '../../procedural/scene-details.js';
import { SEASONS } from '../../procedural/season.js';
import { lanePaths } from '../../procedural/write-lanes.js';
import { standOfModel } from '../../scene/trees/stand.js';
import { describeFigures, standFigures } from '../../scene/trees/stand-figures.js';
import { treesPath } from '../../scene/trees/tree-table.js';
import { surveyFormatOf } from '../../survey/survey-formats.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { describeModel, summarizeModel } from '../describe/describe-model.js';
import { endedByInterrupt, interruptible } from '../interrupts.js';
import { listedNumbers, measure, NUMBER_OPTION, namedFile, pictureSize, wholeNumber } from '../options.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const SIZES = [...new Set(PROCEDURAL_KINDS.flatMap((kind) => Object.keys(PROCEDURAL_SIZES[kind]) as SizeKey[]))];

const TEXT_OPTION = { type: 'string', requiresArg: true } as const;

const OPTIONS = {
  out: { alias: 'o', type: 'string', requiresArg: true, demandOption: true, describe: 'file to write (.glb)' },
  seed: { ...NUMBER_OPTION, default: '1', describe: 'another seed, another scene' },
  triangles: {
    ...NUMBER_OPTION,
    describe: 'approximate number, counting every instance: the detail; 300000, more for a long street or trees',
  },
  length: { ...NUMBER_OPTION, describe: 'of a street, or of a room along x [m]' },
  width: { ...NUMBER_OPTION, describe: 'of all lanes of a street, or of a room along y [m]' },
  height: { ...NUMBER_OPTION, describe: 'of a room or a tree [m]' },
  extent: { ...NUMBER_OPTION, describe: 'side of the square of a forest, district or terrain [m]' },
  storeys: { ...NUMBER_OPTION, describe: 'of the highest houses of a district; 6' },
  lanes: { ...NUMBER_OPTION, describe: 'of a street, both ways together; 2' },
  traffic: { ...NUMBER_OPTION, describe: 'vehicles on the lanes of a street; 2' },
  drive: {
    ...NUMBER_OPTION,
    describe: 'of the right lane of a street that traffic leaves free, around the origin [m]',
  },
  vehicles: { ...TEXT_OPTION, describe: 'weights of kinds in a street, such as car=8,van=2,bus=1' },
  parked: { ...NUMBER_OPTION, describe: 'share of the parking bays of a street or district that are taken, 0 to 1' },
  people: { ...NUMBER_OPTION, describe: 'persons in a street or district' },
  furniture: { ...NUMBER_OPTION, describe: 'density at random places in a room, 0 to 1; a usual living room' },
  relief: { ...NUMBER_OPTION, describe: 'of a terrain or forest, from lowest to highest point [m]' },
  roughness: { ...NUMBER_OPTION, describe: 'of a terrain or forest: its fractal dimension, 2.1 to 2.8' },
  stems: { ...NUMBER_OPTION, describe: 'trees of a forest per hectare' },
  diameter: {
    ...TEXT_OPTION,
    describe: 'mean and standard deviation of the diameters of trees [m], such as 0.3,0.09, or that of a tree',
  },
  species: { ...TEXT_OPTION, describe: 'shares of the species of trees, such as beech=3,spruce=1, or the only one' },
  trees: { ...TEXT_OPTION, describe: 'CSV file with the trees of a forest: x, y and, if known, species, dbh, height' },
  lai: { ...NUMBER_OPTION, describe: 'leaf area of the trees of a forest in summer over its ground area' },
  'leaf-area': {
    ...TEXT_OPTION,
    describe: 'of the trees: a factor, or that of a mean tree of a species [m²], such as beech=150,spruce=120',
  },
  ground: { choices: GROUND_CHOICES, describe: 'of a forest: its own, or none, with all plants at height 0; own' },
  season: { choices: SEASONS, describe: 'of the plants of a street, district or forest; summer' },
  materials: { choices: MATERIALS, describe: 'the same in all scenes, or others of the catalogue by the seed; usual' },
  force: { type: 'boolean', describe: 'replace a file that exists' },
  json: { type: 'boolean', describe: 'print one JSON object' },
} as const satisfies Record<string, Options>;

const SHOW = {
  png: { type: 'string', requiresArg: true, demandOption: true, describe: 'picture to write (.png)' },
  color: {
    choices: ['class', 'base'],
    default: 'class',
    describe: "surfaces' colour: class, or material's base colour",
  },
  cut: {
    type: 'string',
    requiresArg: true,
    describe: 'height above which nothing is drawn [m]; rooms: above scanners',
  },
  time: {
    type: 'string',
    requiresArg: true,
    describe: "moment at which parts that move are drawn, by the scene's clock [s]; 0: the survey's start",
  },
  size: { type: 'string', requiresArg: true, default: '1600x1000', describe: 'width and height in pixels' },
  background: { choices: ['dark', 'light'], default: 'dark', describe: 'background of the picture' },
  ...SURVEY_OPTIONS,
  force: { type: 'boolean', describe: 'replace a picture that exists' },
} as const satisfies Record<string, Options>;

/** Largest time of a picture, seconds: eleven days. */
const TIME_MAX = 1e6;

type ShowArguments = InferredOptionTypes<typeof SHOW> & { file: string };

type GenerateArguments = InferredOptionTypes<typeof OPTIONS> & { kind: ProceduralKind };

/** `subray scene generate <kind>`: makes a scene. */
export const sceneCommand: Command = {
  name: 'scene',
  takes: { generate: '<kind>', show: '<file>' },
  subcommands: ['generate', 'show'],
  options: [...new Set([OPTIONS, SHOW].flatMap((options) => Object.keys(options)))],
  register: (parser, context) => {
    parser.command('scene', 'Make and draw scenes', (y) =>
      y
        .command(
          'generate <kind>',
          'Generate a scene: the same kind, seed and sizes yield the same file',
          (z) =>
            z
              .positional('kind', { choices: PROCEDURAL_KINDS, demandOption: true, describe: 'kind of scene' })
              .options(OPTIONS),
          (args) => generate(context, args),
        )
        .command(
          'show <file>',
          'Draw a scene from above and in perspective; of a survey also its stations, ways and where beams land',
          (z) =>
            z.positional('file', { type: 'string', demandOption: true, describe: 'a survey or a model' }).options(SHOW),
          (args) => show(context, args as ShowArguments),
        )
        .demandCommand(1, 'no command is given: scene generate <kind>, scene show <file>'),
    );
  },
};

async function generate(context: CliContext, args: GenerateArguments): Promise<void> {
  const seed = wholeNumber('seed', args.seed, { min: 0, max: SEED_MAX }) ?? 1;
  const wished = sizeOf(args);
  const trees = await treesOf(context, args, wished);
  const details = detailsOf(args, wished, trees);
  const asked = wholeNumber('triangles', args.triangles, { min: 1, max: Number.MAX_SAFE_INTEGER });
  const { triangles, size } = detailOf(args.kind, { size: wished, triangles: asked, trees: trees?.length });
  const { out, force } = args;
  if (!out.toLowerCase().endsWith('.glb'))
    throw new UserError('a scene is written as a .glb file', { place: { file: out }, hint: `name it ${out}.glb` });
  const log = logTo(context);
  const { model, paths, stand } = await withOutputs(
    [out],
    { force, inputs: args.trees ? [args.trees] : [] },
    async () => {
      const { model, lanes = [] } = await context.library.generateScene(args.kind, { seed, triangles, size, details });
      const paths = lanePaths(out, lanes.length);
      const stand = standOfModel(model);
      const table = treesPath(out);
      for (const doubt of model.doubts ?? []) log.warn(doubt);
      for (const path of [...paths, ...(stand ? [table] : [])]) await checkOutputPath(path, { force });
      await endedByInterrupt(context, () => context.library.writeGlb(out, model, { force }));
      await context.library.writeLanes(paths, lanes, { force });
      if (stand) await context.library.writeTrees(table, stand.trees, { force });
      return { model, paths, stand: stand && { table, ...standFigures(stand) } };
    },
  );
  const summary = summarizeModel(out, model);
  if (args.json) printJson(context, { ...summary, lanes: paths, ...(stand && { stand }) });
  else
    printLines(context, [
      ...describeModel(summary),
      ...paths.map((path) => `lane: ${path}`),
      ...(stand ? [`trees: ${describeFigures(stand)}`, `table of trees: ${stand.table}`] : []),
    ]);
}

/** The sizes that are given, each a number that the kind takes. */
function sizeOf(args: GenerateArguments): SceneSize {
  const given = SIZES.flatMap((key) => {
    const value = measure(key, args[key]);
    return value === undefined ? [] : [[key, value] as const];
  });
  const size: SceneSize = Object.fromEntries(given);
  const fault = sizeFault(args.kind, size);
  if (fault) throw new UserError(`--${fault.key}: found ${fault.found}, expected ${fault.expected}`);
  return size;
}

/** The trees of a table, if one is given; undefined otherwise, and for kinds without one, which `detailsOf` refuses. */
async function treesOf(
  context: CliContext,
  { kind, trees, stems }: GenerateArguments,
  { extent }: SceneSize,
): Promise<readonly ListedTree[] | undefined> {
  if (trees === undefined) return undefined;
  namedFile('scene generate --trees', trees, 'a table of trees (.csv)');
  if (kind !== 'forest') return [];
  if (stems !== undefined) throw new UserError(`--stems: found ${stems}, expected no stems: the table has its trees`);
  const { max = 0 } = PROCEDURAL_SIZES.forest.extent ?? {};
  return context.library.readTreeTable(trees, extent ?? max, logTo(context));
}

/** The other details of the scene that are given. */
function detailsOf({ kind, ...args }: GenerateArguments, size: SceneSize, trees: SceneDetails['trees']): SceneDetails {
  const { season, vehicles, diameter, species, materials, ground, 'leaf-area': leafArea } = args;
  const details: SceneDetails = {
    ...(season !== undefined && { season }),
    ...(materials !== undefined && { materials }),
    ...(vehicles !== undefined && { vehicles: weightsOf('vehicles', vehicles, 'car=8,van=2') }),
    ...(diameter !== undefined && { diameter: diametersOf(diameter) }),
    ...(species !== undefined && { species: sharesOf(species) }),
    ...(leafArea !== undefined && { leafArea: leafAreaOf(leafArea) }),
    ...(ground !== undefined && { ground }),
    ...(trees !== undefined && { trees }),
  };
  const [fault] = detailFaults(kind, details, size);
  if (fault)
    throw new UserError(`--${optionOf(fault.path)}: found ${showValue(fault.found)}, expected ${fault.expected}`);
  return details;
}

/** The option of a detail, and the part of it, as `leaf-area beech`. */
const optionOf = ([key, ...rest]: readonly string[]): string =>
  [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...rest].join(' ');

function diametersOf(text: string): SceneDetails['diameter'] {
  const [mean, sd = 0, ...more] = listedNumbers(text) ?? [];
  if (mean !== undefined && more.length === 0) return { mean, sd };
  throw new UserError(`--diameter: found "${text}", expected mean and standard deviation, such as 0.3,0.09`);
}

/** The shares of species of a text, in which a name alone is the only one. */
const sharesOf = (text: string): Record<string, number> =>
  /^[a-z]+$/i.test(text) ? { [text.toLowerCase()]: 1 } : weightsOf('species', text, 'beech=3,spruce=1');

/** A factor, or leaf areas by species. */
function leafAreaOf(text: string): SceneDetails['leafArea'] {
  const [factor, ...more] = listedNumbers(text) ?? [];
  return factor !== undefined && more.length === 0 ? factor : weightsOf('leaf-area', text, 'beech=150,spruce=120');
}

/** The weights by name of a text like `example`, each name once. */
function weightsOf(option: string, text: string, example: string): Record<string, number> {
  const pairs = text.split(',').map((pair): [string, number] => {
    const [name, weight, ...more] = pair.split('=');
    return [name.trim(), more.length === 0 ? (listedNumbers(weight ?? '')?.[0] ?? Number.NaN) : Number.NaN];
  });
  const names = new Set(pairs.map(([name]) => name));
  if (names.size === pairs.length && pairs.every(([name, weight]) => name !== '' && Number.isFinite(weight)))
    return Object.fromEntries(pairs);
  throw new UserError(`--${option}: found "${text}", expected names with weights, each name once, such as ${example}`);
}

async function show(
  context: CliContext,
  { file, png, color, cut, time, size, background, force, ...args }: ShowArguments,
): Promise<void> {
  namedFile('scene show', file, 'a survey or a model');
  const shape = pictureSize('size', size);
  if (!/\.png$/i.test(png)) throw new UserError('--png: a picture is written as a .png file', { place: { file: png } });
  const height = measure('cut', cut, { unit: 'm', min: -1e9, max: 1e9 });
  const moment = measure('time', time, { unit: 's', min: -TIME_MAX, max: TIME_MAX });
  const log = logTo(context, { quiet: true });
  const isSurvey = surveyFormatOf(file) !== undefined;
  if (moment !== undefined && !isSurvey)
    throw new UserError(`--time: found "${time}", but a model stands: only in a survey do parts move`, {
      place: { file },
    });
  const options = { ...shape, color, cut: height, time: moment, background, force, title: file, log };
  await withOutputs([png], { force, inputs: [file] }, async () => {
    const given = isSurvey ? await context.library.loadSurvey(file, { log, ...surveyOptions(args) }) : file;
    await interruptible(context, (signal) => context.library.drawScene(given, png, { ...options, signal }));
  });
  printLines(context, [`picture: ${png}`]);
}
