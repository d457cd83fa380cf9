import { resolve } from 'node:path';
import type { InferredOptionTypes, Options } from 'yargs';
import { DEGREE } from '../../base/angle.js';
import { UserError } from '../../base/errors.js';
import { SEED_MAX } from '../../base/random.js';
import { areaEnding, lineEnding } from '../../planning/plan-files.js';
import {
  type AnyRequest,
  DENSITY_MEASURES,
  type DensityMeasure,
  FLIGHT_DEFAULTS,
  type FlightRequest,
  type PlanRequest,
} from '../../planning/plan-request.js';
import type { AnyPlan } from '../../planning/survey-plan.js';
import type { Command } from '../command.js';
import { type CliContext, logTo, printJson, printLines } from '../context.js';
import { describePlan, planHeader, planJson } from '../describe/describe-plan.js';
import { interruptible } from '../interrupts.js';
import { measure, NUMBER_OPTION, pictureSize, wholeNumber } from '../options.js';
import { areaOption, flightAreaOption, pathOption, tieLinesOption } from '../plan-options.js';
import { ProgressBar } from '../progress-bar.js';
import { SURVEY_OPTIONS, surveyOptions } from '../survey-options.js';
import { withOutputs } from '../with-outputs.js';

const KINDS = ['als', 'uav', 'tls', 'mls'] as const;
type Kind = (typeof KINDS)[number];

const text = { type: 'string', requiresArg: true } as const;

const COMMON = {
  scene: {
    ...text,
    demandOption: true,
    describe: 'scene to scan: a survey (.yaml, .xml) or a model (.glb, .obj, …)',
  },
  ...SURVEY_OPTIONS,
  scanner: {
    ...text,
    array: true,
    describe: "id in the catalogue, or a scanner file (.yaml); repeated for several; default: the survey's own",
  },
  platform: {
    ...text,
    array: true,
    describe: 'id of a platform, which positions the scanner, of one for each, or of a system of several (vmx-450)',
  },
  area: {
    ...text,
    describe:
      'rectangle to cover, x0,y0,x1,y1 [m]; of a flight also polygons (.geojson, .kml); default: the whole scene',
  },
  out: { ...text, alias: 'o', describe: 'survey to write (.yaml)' },
  png: { ...text, describe: 'draw plan and coverage into this PNG file' },
  size: { ...text, default: '1600x1200', describe: 'width and height of the picture in pixels' },
  background: { choices: ['dark', 'light'], default: 'dark', describe: 'background of the picture' },
  force: { type: 'boolean', describe: 'replace files that exist' },
  json: { type: 'boolean', describe: 'print one JSON object' },
  quiet: { type: 'boolean', describe: 'print warnings and errors only, besides the plan' },
} as const satisfies Record<string, Options>;

const FLIGHT = {
  height: { ...NUMBER_OPTION, demandOption: true, describe: 'of the scanner above the ground [m]' },
  fov: {
    ...NUMBER_OPTION,
    describe: "angle across the flight [deg]; the scanner's whole field, 90 of one that sees all round",
  },
  overlap: { ...NUMBER_OPTION, describe: 'share of a swath that the next one covers too, 0 to 0.9; als 0.2, uav 0.3' },
  speed: { ...NUMBER_OPTION, describe: 'over the ground [m/s]; als 60, uav 5' },
  heading: {
    ...NUMBER_OPTION,
    describe: 'of the first line, clockwise from north [deg]; along the longer side of the area',
  },
  density: {
    ...NUMBER_OPTION,
    describe:
      'required density [points/m²]: sets pulse rate, rate of lines, speed and overlap, as far as they are free',
  },
  'density-of': {
    choices: DENSITY_MEASURES,
    default: FLIGHT_DEFAULTS.densityOf,
    describe: 'density that is required: median of a strip, lowest of any place, or mean over the area with overlaps',
  },
  'pulse-rate': { ...NUMBER_OPTION, describe: "pulses a second of one laser [Hz]; the scanner's, or by the density" },
  'line-rate': {
    ...NUMBER_OPTION,
    describe: "lines a second of one laser, of a mirror that swings cycles [Hz]; the scanner's, or by the density",
  },
  terrain: { choices: ['constant', 'following'], describe: 'height of the lines; als: constant, uav: following' },
  above: { choices: ['highest', 'mean'], default: 'highest', describe: 'ground that a constant height counts from' },
  'tie-lines': { ...text, describe: 'lines across the others: how many, or how far apart (2000m)' },
  lines: { ...text, describe: 'write the lines as a .geojson, .kml or .csv file' },
  climb: { ...NUMBER_OPTION, describe: 'climb and descent of a path that follows the terrain, at most [m/s]; 3' },
} as const satisfies Record<string, Options>;

const DRIVE = {
  path: { ...text, describe: 'way to drive: "x,y x,y …" [m], or a CSV file with columns x and y' },
  speed: { ...NUMBER_OPTION, describe: 'of the vehicle [m/s]; 10' },
} as const satisfies Record<string, Options>;

const STATIONS = {
  coverage: { ...NUMBER_OPTION, describe: 'share of the visible surface to be seen, 0 to 1; 0.95' },
  stations: { ...NUMBER_OPTION, describe: 'largest number of stations; 50' },
  clearance: { ...NUMBER_OPTION, describe: 'free space around a station [m]; 0.5' },
  registration: {
    ...NUMBER_OPTION,
    describe: 'share of the surface seen from a station that an earlier one also sees, 0 to 1; 0',
  },
  incidence: {
    ...NUMBER_OPTION,
    describe: 'most oblique view at which a surface counts as seen, from its normal [deg]; 85',
  },
  seed: { ...NUMBER_OPTION, describe: 'seed of the points that sample the surface; 1' },
} as const satisfies Record<string, Options>;

type PlanArguments = InferredOptionTypes<typeof COMMON> &
  Partial<Record<keyof typeof FLIGHT | keyof typeof DRIVE | keyof typeof STATIONS, string>>;

const SPECIFIC: Readonly<Record<Kind, Record<string, Options>>> = {
  als: FLIGHT,
  uav: FLIGHT,
  mls: DRIVE,
  tls: STATIONS,
};

const WORDS: Readonly<Record<Kind, string>> = {
  als: 'Plan parallel flight lines of an aircraft',
  uav: 'Plan parallel flight lines of a drone, following the terrain',
  tls: 'Plan stations of a tripod by visibility',
  mls: 'Plan a drive along a path on the ground',
};

/** `subray plan als|uav|tls|mls`: plans a survey of a scene, and writes it. */
export const planCommand: Command = {
  name: 'plan',
  subcommands: KINDS,
  options: [...new Set([COMMON, FLIGHT, DRIVE, STATIONS].flatMap((options) => Object.keys(options)))],
  register: (parser, context) => {
    parser.command('plan', 'Plan a survey: flight lines, a drive or stations', (y) => {
      let command = y;
      for (const kind of KINDS)
        command = command.command(
          kind,
          WORDS[kind],
          (z) => z.options({ ...COMMON, ...SPECIFIC[kind] }),
          (args) => plan(context, kind, args as unknown as PlanArguments),
        );
      return command.demandCommand(1, `no command is given: plan ${KINDS.join(', plan ')}`);
    });
  },
};

async function plan(context: CliContext, kind: Kind, args: PlanArguments): Promise<void> {
  const request = await requestOf(kind, args);
  const { out, png, lines, force } = args;
  const size = pictureSize('size', args.size);
  checkNames(args);
  const found = await withOutputs([out, png, lines], { force, inputs: inputsOf(args) }, async () => {
    const made = await makePlan(context, request, args);
    if (out !== undefined) await context.library.writePlan(made, out, { header: planHeader(made), force });
    if (lines !== undefined) await context.library.writePlanLines(made, lines, { force });
    if (png !== undefined)
      await context.library.drawPlan(made, png, {
        ...size,
        background: args.background,
        title: planHeader(made)[0],
        force,
      });
    return made;
  });
  if (args.json) printJson(context, { ...planJson(found), survey: out, picture: png, lineFile: lines });
  else printLines(context, [...describePlan(found), ...written({ survey: out, picture: png, 'flight lines': lines })]);
}

/** Makes the plan, and shows the progress. */
async function makePlan(context: CliContext, request: AnyRequest, { quiet, ...args }: PlanArguments): Promise<AnyPlan> {
  const bar = new ProgressBar(context.stderr, context.now);
  const log = logTo(context, { quiet, before: () => bar.clear() });
  const onProgress = quiet ? undefined : bar.update.bind(bar);
  return interruptible(context, (signal) =>
    context.library.makePlan(request, { survey: surveyOptions(args), log, signal, onProgress }),
  ).finally(() => bar.clear());
}

/** The files that a plan is made from, as the options name them. */
const inputsOf = ({ scene, scanner, path, area }: PlanArguments): string[] =>
  [scene, ...(scanner ?? []), path, area !== undefined && areaEnding(area) ? area : undefined].filter(
    (input) => input !== undefined,
  );

const written = (files: Record<string, string | undefined>): string[] =>
  Object.entries(files).flatMap(([what, path]) => (path === undefined ? [] : [`${what}: ${path}`]));

/** Checks that outputs have fitting names, and never that of the input file. */
function checkNames({ scene, scanner, out, png, lines }: PlanArguments): void {
  if (lines !== undefined) lineEnding(lines);
  if (out !== undefined && !/\.ya?ml$/i.test(out))
    throw new UserError('--out: a survey is written as a .yaml file', { place: { file: out } });
  if (out !== undefined && resolve(out) === resolve(scene))
    throw new UserError('--out: the survey that the scene is read from is not written over', { place: { file: out } });
  if (out !== undefined && scanner?.some((file) => resolve(out) === resolve(file)))
    throw new UserError('--out: the scanner file that the plan is made with is not written over', {
      place: { file: out },
    });
  if (png !== undefined && !/\.png$/i.test(png))
    throw new UserError('--png: a picture is written as a .png file', { place: { file: png } });
}

const SPEED = { unit: 'm/s', above: 0, max: 10_000 };
const RATE = { unit: 'Hz', above: 0, max: 1e8 };
const SHARE = { min: 0, max: 1 };

async function requestOf(kind: Kind, args: PlanArguments): Promise<AnyRequest> {
  const { scene, scanner, platform } = args;
  const common: PlanRequest = { scene, scanner, platform };
  if (kind === 'als' || kind === 'uav') return flightRequest({ ...common, ...flightAreaOption(args.area) }, kind, args);
  const area = areaOption(args.area);
  if (kind === 'mls')
    return { ...common, area, kind, path: await pathOption(args.path), speed: measure('speed', args.speed, SPEED) };
  return stationRequest({ ...common, area }, args);
}

/** What a flight has in common with other plans, and the file of its area. */
type FlightCommon = PlanRequest & Pick<FlightRequest, 'areaFile'>;

function flightRequest(common: FlightCommon, kind: 'als' | 'uav', args: PlanArguments): AnyRequest {
  const fov = measure('fov', args.fov, { unit: 'deg', above: 0, max: 360 });
  const heading = measure('heading', args.heading, { unit: 'deg', min: -360, max: 360 });
  return {
    ...common,
    kind,
    height: measure('height', args.height, { unit: 'm', above: 0, max: 100_000 }) ?? 0,
    fieldOfView: fov === undefined ? undefined : fov * DEGREE,
    overlap: measure('overlap', args.overlap, { min: 0, max: 0.9 }),
    speed: measure('speed', args.speed, SPEED),
    heading: heading === undefined ? undefined : heading * DEGREE,
    density: measure('density', args.density, { unit: 'points/m²', above: 0, max: 1e9 }),
    densityOf: args['density-of'] as DensityMeasure | undefined,
    pulseRate: measure('pulse-rate', args['pulse-rate'], RATE),
    lineRate: measure('line-rate', args['line-rate'], RATE),
    tieLines: tieLinesOption(args['tie-lines']),
    terrain: args.terrain as 'constant' | 'following' | undefined,
    above: args.above as 'highest' | 'mean' | undefined,
    climb: measure('climb', args.climb, SPEED),
  };
}

function stationRequest(common: PlanRequest, args: PlanArguments): AnyRequest {
  const incidence = measure('incidence', args.incidence, { unit: 'deg', above: 0, max: 90 });
  return {
    ...common,
    kind: 'tls',
    coverage: measure('coverage', args.coverage, { above: 0, max: 1 }),
    stations: wholeNumber('stations', args.stations, { min: 1, max: 1000 }),
    clearance: measure('clearance', args.clearance, { unit: 'm', min: 0, max: 1000 }),
    registration: measure('registration', args.registration, SHARE),
    incidence: incidence === undefined ? undefined : incidence * DEGREE,
    seed: wholeNumber('seed', args.seed, { min: 0, max: SEED_MAX }),
  };
}
