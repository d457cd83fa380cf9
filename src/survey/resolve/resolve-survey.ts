import { DEGREE } from '../../base/angle.js';
import { invariant } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { basename, extname } from '../../base/files/paths.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { type Fault, throwFaults } from '../../base/yaml/faults.js';
import { pointColoring } from '../../cloud/shading/point-coloring.js';
import { checkProducts, PRODUCT_KEYS, resolveProducts } from '../../products/index.js';
import { type Footprint, ringRayCount, ringsOf, SUBRAYS_MAX } from '../../scanner/footprint.js';
import type { SurveyScene } from '../bare-survey.js';
import { fileFaults, legFaults } from '../check.js';
import { resolveLegs } from '../legs/resolve-legs.js';
import { resolveIntensity } from '../schema/intensity-schema.js';
import { resolveJitter } from '../schema/jitter-schema.js';
import { resolvePhysics } from '../schema/physics-schema.js';
import { resolvePoseError } from '../schema/pose-error-schema.js';
import { resolveRestrictions } from '../schema/restriction-schema.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import type { Survey } from '../survey.js';
import { checkPhysics } from './check-physics.js';
import { isWhole, noteFault, type Reading } from './reading.js';
import { resolveCrs } from './resolve-crs.js';
import { resolveInstruments } from './resolve-instruments.js';
import { readScannerFiles } from './scanner-files.js';

export interface ResolveSurveyOptions extends WithFiles {
  log?: Log;
  /** Folder for relative output paths. Absent: the current one. */
  outputFolder?: string;
}

interface Demands {
  /** Whether a survey without outputs is a fault. */
  mustWrite?: boolean;
}

/** The sections of a survey besides its scene. */
export type SurveySections = Omit<Survey, 'file' | 'inputs' | 'scene'>;

/**
 * Converts a definition from any source to SI units: looks up ids, makes paths absolute, fills in defaults. Throws one
 * UserError that lists all faults, including those that `reading` has already; beside others also those of files that
 * the survey names.
 */
export async function resolveSurvey(
  reading: Reading,
  definition: SurveyDefinition,
  scene: SurveyScene,
  options: ResolveSurveyOptions & Demands,
): Promise<SurveySections> {
  const ready = await readScannerFiles(reading, scannersOf(definition));
  const { sections, areLegsSound } = await resolveSections(ready, definition, options);
  if (reading.faults.length > 0) {
    const survey = { ...sections, file: reading.document.file, scene };
    const legs = areLegsSound ? legFaults(survey) : [];
    const faults = [...reading.faults, ...(await fileFaults(reading.files, survey)), ...legs];
    const isOwn = ({ place }: Fault) => place.file === reading.document.file;
    throwFaults([...faults.filter(isOwn), ...faults.filter((fault) => !isOwn(fault))]);
  }
  invariant(sections.instruments.length > 0, 'a survey without scanners has a fault');
  return sections;
}

/** The scanners of a survey, as it names them. */
const scannersOf = ({ scanner, scanners = [] }: SurveyDefinition) => [
  scanner,
  ...scanners.map((entry) => entry.scanner),
];

interface ResolvedSections {
  sections: SurveySections;
  /** Whether neither a leg nor a scanner has a fault. */
  areLegsSound: boolean;
}

/** Resolves every section, so that all faults are found. */
async function resolveSections(
  reading: Reading,
  definition: SurveyDefinition,
  { files, log = SILENT_LOG, outputFolder = files.folder, mustWrite = false }: ResolveSurveyOptions & Demands,
): Promise<ResolvedSections> {
  const crs = await resolveCrs(reading, definition.crs);
  const before = reading.faults.length;
  const { instruments, names } = resolveInstruments(reading, definition);
  const legs = await resolveLegs(reading, definition.legs, instruments, definition.startTime, { log, crs });
  const areLegsSound = reading.faults.length === before && LEG_SECTIONS.every((key) => isWhole(reading, [key]));
  const scale = definition.intensity?.scale;
  const context = { legs, instruments, areLegsSound, folder: outputFolder, crs, scale };
  const products = await resolveProducts(reading, definition, context);
  if (mustWrite && PRODUCT_KEYS.every((key) => definition[key] === undefined))
    noteFault(reading, ['output'], undefined, 'a list of clouds to write, or frames');
  const { document } = reading;
  const physics = definition.physics && resolvePhysics(definition.physics);
  checkPhysics(reading, definition, instruments, physics);
  const sections = {
    name: definition.name ?? basename(document.file, extname(document.file)),
    seed: definition.seed,
    instruments,
    legs,
    footprint: resolveFootprint(reading, definition.footprint),
    intensity: resolveIntensity(definition.intensity),
    radiometry: definition.radiometry,
    physics,
    colors: definition.colors && pointColoring(definition.colors, DEGREE),
    jitter: definition.jitter && resolveJitter(reading, definition.jitter),
    poseError: definition.poseError && resolvePoseError(definition.poseError),
    restrictions: resolveRestrictions(reading, definition.restrict ?? [], names),
    coordinates: definition.coordinates,
    ...products,
    crs,
    formulaPlaces: reading.formulas.size > 0 ? Object.fromEntries(reading.formulas) : undefined,
  };
  checkProducts(reading, definition, sections);
  return { sections, areLegsSound };
}

/** The sections that decide about the pulses of the legs. */
const LEG_SECTIONS = ['legs', 'scanner', 'scanners', 'detector', 'mount'];

function resolveFootprint(reading: Reading, footprint: Footprint): Footprint {
  const { pattern, subrays } = footprint;
  if (pattern === 'disc' || ringsOf(subrays) !== undefined) return footprint;
  let rings = 1;
  while (ringRayCount(rings + 1) < subrays) rings++;
  const near = [rings, rings + 1].map(ringRayCount).filter((count) => count <= SUBRAYS_MAX);
  noteFault(
    reading,
    ['footprint', 'subrays'],
    subrays,
    `a number of whole rings (1, 7, 19, 37, 62, …; nearest ${near.join(' or ')})`,
  );
  return footprint;
}
