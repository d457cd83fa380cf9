import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../../base/errors.js';
import { type MeasurementKind, measurementKind } from '../../material/import/import-material.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { describeAssignments } from '../describe/describe-assignments.js';
import { formatTable, rangeText } from '../describe/format.js';
import { endedByInterrupt, interruptible } from '../interrupts.js';
import { measure, NUMBER_OPTION, namedFile, pictureSize } from '../options.js';
import { ProgressBar } from '../progress-bar.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const WAVELENGTH_RANGE = { min: 100, max: 100_000, unit: 'nm' };
const RIGHT_ANGLE = Math.PI / 2;
/** Columns of the table: every fifteen degrees, and near grazing incidence. */
const TABLE_ANGLES = [0, 15, 30, 45, 60, 75, 85].map((degrees) => (degrees * RIGHT_ANGLE) / 90);
const CURVE_STEPS = 360;
const CURVE_ANGLES = Array.from({ length: CURVE_STEPS + 1 }, (_, k) => (RIGHT_ANGLE * k) / CURVE_STEPS);

const FOLDER_OPTION = {
  folder: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'folder of material files, before the catalogue; may be repeated',
  },
} as const;
const JSON_OPTION = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;
const FORCE_OPTION = { force: { type: 'boolean', describe: 'replace files that exist' } } as const;
const LIST_OPTIONS = { ...FOLDER_OPTION, ...JSON_OPTION } as const satisfies Record<string, Options>;

const WAVELENGTH_OPTION = {
  wavelength: { ...NUMBER_OPTION, describe: 'of the laser, nm; absent: those that are common' },
} as const;

const SHOW_OPTIONS = {
  ...FOLDER_OPTION,
  ...WAVELENGTH_OPTION,
  png: { type: 'string', requiresArg: true, describe: 'draw backscatter over the angle into this PNG file' },
  size: { type: 'string', requiresArg: true, default: '1200x800', describe: 'width and height in pixels' },
  background: { choices: ['dark', 'light'], default: 'light', describe: 'background of the picture' },
  ...FORCE_OPTION,
  ...JSON_OPTION,
} as const satisfies Record<string, Options>;

const ASSIGN_OPTIONS = {
  scene: { type: 'string', requiresArg: true, demandOption: true, describe: 'survey (.yaml, .xml) or model file' },
  ...SURVEY_OPTIONS,
  ...FOLDER_OPTION,
  wavelength: { ...NUMBER_OPTION, describe: "of the laser, nm; absent: those of the survey's" },
  ...JSON_OPTION,
} as const satisfies Record<string, Options>;

const IMPORT_OPTIONS = {
  out: { type: 'string', requiresArg: true, default: '.', describe: 'folder of the material file' },
  id: {
    type: 'string',
    requiresArg: true,
    describe: 'its id, and the name of its file; absent: made of the name of FILE',
  },
  name: { type: 'string', requiresArg: true, describe: 'name of the material; absent: that in the file' },
  licence: { type: 'string', requiresArg: true, describe: 'terms that the numbers come under' },
  as: { choices: ['lambert', 'oren-nayar'], default: 'lambert', describe: 'model for a reflectance spectrum' },
  roughness: {
    ...NUMBER_OPTION,
    describe: 'of --as oren-nayar: standard deviation of the slope angle, deg; of n and k: root mean square slope',
  },
  wavelengths: { type: 'string', requiresArg: true, describe: 'file of the wavelengths of a USGS spectrum' },
  ...FORCE_OPTION,
  ...JSON_OPTION,
} as const satisfies Record<string, Options>;

type ListArguments = InferredOptionTypes<typeof LIST_OPTIONS>;
type ShowArguments = InferredOptionTypes<typeof SHOW_OPTIONS> & { material: string };
type AssignArguments = InferredOptionTypes<typeof ASSIGN_OPTIONS>;
type ImportArguments = InferredOptionTypes<typeof IMPORT_OPTIONS> & { file: string };

/** `subray material list | show | assign | import`: the catalogue of materials, and the materials of a scene. */
export const materialCommand: Command = {
  name: 'material',
  takes: { show: '<material>', import: '<file>' },
  subcommands: ['list', 'show', 'assign', 'import'],
  options: [...new Set([SHOW_OPTIONS, ASSIGN_OPTIONS, IMPORT_OPTIONS].flatMap(Object.keys))],
  register: (parser, context) => {
    parser.command('material', 'Show the catalogue of materials, extend it, show the materials of a scene', (y) =>
      y
        .command('list', 'List the materials', LIST_OPTIONS, (args) => list(context, args as ListArguments))
        .command(
          'show <material>',
          'Show a material, by its id or its file (.yaml): sources of its numbers, its backscatter',
          (z) =>
            z
              .positional('material', { type: 'string', demandOption: true, describe: 'its id or its file' })
              .options(SHOW_OPTIONS),
          (args) => show(context, args as ShowArguments),
        )
        .command('assign', 'Say which material the surfaces of a scene got, and why', ASSIGN_OPTIONS, (args) =>
          assign(context, args as AssignArguments),
        )
        .command(
          'import <file>',
          'Make a material of a measurement: RGL (.bsdf), a reflectance spectrum (text), n and k (.yml)',
          (z) =>
            z.positional('file', { type: 'string', demandOption: true, describe: 'the file' }).options(IMPORT_OPTIONS),
          (args) => importFile(context, args as ImportArguments),
        )
        .demandCommand(1, 'no command is given: material list, show, assign or import'),
    );
  },
};

async function list(context: CliContext, { folder, json }: ListArguments): Promise<void> {
  const materials = await context.library.listMaterials(folder ?? []);
  if (json) return printJson(context, { materials });
  const rows = materials.map(({ id, name, model, rangeNm }) => [id, name, model, rangeText(rangeNm)]);
  printLines(context, formatTable(rows));
}

async function show(context: CliContext, { material: which, folder = [], ...args }: ShowArguments): Promise<void> {
  const { png, background, force, json } = args;
  const size = pictureSize('size', args.size);
  const wavelength = measure('wavelength', args.wavelength, WAVELENGTH_RANGE);
  const options = { background, ...size, force };
  const { material, sheet } = await withOutputs([png], { force, inputs: [which] }, async () => {
    const material = await context.library.findMaterial(which, folder);
    const sheetAt = (angles: readonly number[]) =>
      context.library.materialSheet(material.scattering, wavelength === undefined ? undefined : [wavelength], angles);
    if (png !== undefined)
      await context.library.drawMaterial(material.name, await sheetAt(CURVE_ANGLES), CURVE_ANGLES, png, options);
    return { material, sheet: await sheetAt(TABLE_ANGLES) };
  });
  const { describeMaterial, materialJson } = await import('../describe/describe-material.js');
  if (json) return printJson(context, { ...materialJson(material, sheet, TABLE_ANGLES), picture: png });
  const picture = png === undefined ? [] : [`picture: ${png}`];
  printLines(context, [...describeMaterial(material, sheet, TABLE_ANGLES), ...picture]);
}

async function assign(context: CliContext, { scene, folder, json, ...args }: AssignArguments): Promise<void> {
  const wavelength = measure('wavelength', args.wavelength, WAVELENGTH_RANGE);
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { quiet: true, before: () => bar.clear() });
  const onProgress = bar.update.bind(bar);
  const wavelengthsNm = wavelength === undefined ? undefined : [wavelength];
  const assignments = await interruptible(context, (signal) =>
    context.library.assignMaterials(scene, {
      folders: folder,
      wavelengthsNm,
      survey: surveyOptions(args),
      log,
      signal,
      onProgress,
    }),
  ).finally(() => bar.clear());
  if (json) printJson(context, assignments);
  else printLines(context, describeAssignments(assignments));
}

const ROUGHNESS_RANGE = { min: 0, max: 90 };

async function importFile(context: CliContext, { file, json, ...args }: ImportArguments): Promise<void> {
  namedFile('material import', file, 'a measurement');
  const { id, name, licence, wavelengths, force } = args;
  const roughness = measure('roughness', args.roughness, ROUGHNESS_RANGE);
  checkImportOptions(file, args);
  const options = { folder: args.out, id, name, licence, roughness, wavelengths, force, log: logTo(context) };
  const imported = await endedByInterrupt(context, () => context.library.importMaterial(file, options));
  if (json) return printJson(context, imported);
  printLines(context, [`material ${imported.id}: ${imported.path}`, ...imported.notes.map((note) => `  ${note}`)]);
}

/** Options for other kinds of measurements. */
const VAIN_OPTIONS = {
  bsdf: ['as', 'roughness', 'wavelengths'],
  'refractive-index': ['as', 'wavelengths'],
  spectrum: [],
} as const satisfies Record<MeasurementKind, readonly ('as' | 'roughness' | 'wavelengths')[]>;

/**
 * Throws UserError for an option that does not apply to the kind of `file`, and for an Oren-Nayar surface without a
 * roughness.
 */
function checkImportOptions(file: string, args: Pick<ImportArguments, 'as' | 'roughness' | 'wavelengths'>): void {
  const kind = measurementKind(file);
  const isLambert = args.as === 'lambert';
  const vain = kind === 'spectrum' && isLambert ? (['roughness'] as const) : VAIN_OPTIONS[kind];
  const given = vain.find((name) => args[name] !== undefined && !(name === 'as' && isLambert));
  if (given !== undefined) throw new UserError(`--${given} is not for this kind of file`, { place: { file } });
  if (kind === 'spectrum' && !isLambert && args.roughness === undefined)
    throw new UserError('--as oren-nayar needs --roughness', {
      hint: 'the standard deviation of the slope angle in degrees; walls have some 10, rubble and ploughed soil 20 to 40',
    });
}
