import { relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { dirname } from '../../base/files/paths.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { SILENT_LOG } from '../../base/log.js';
import { throwFaults } from '../../base/yaml/faults.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import { readYamlFile } from '../../base/yaml/yaml-document.js';
import { needsOf } from '../../products/index.js';
import { type LoadSceneOptions, loadScene } from '../../scene/load-scene.js';
import type { PlacedPart } from '../../scene/place/place-parts.js';
import type { Scene } from '../../scene/scene.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { checkMaterials } from '../../simulation/check-materials.js';
import { instrumentScansOf } from '../../simulation/instrument-scans.js';
import { labelNotes } from '../../simulation/label-notes.js';
import { nodeMachine } from '../../simulation/node-machine.js';
import { sceneFaults, withReference } from '../../simulation/run-survey.js';
import { standLegs } from '../../simulation/stand-legs.js';
import { surveyWarnings } from '../../simulation/survey-warnings.js';
import { checkSurvey } from '../../survey/check.js';
import { estimateSurvey, type SurveyEstimate } from '../../survey/estimate/estimate-survey.js';
import { MODEL_PACES } from '../../survey/estimate/run-steps.js';
import { loadDocument } from '../../survey/load-document.js';
import type { Survey } from '../../survey/survey.js';
import { RESULTS_VERSION } from '../../version.js';
import { canonicalJson } from '../canonical-json.js';
import { sha256 } from '../node-sha256.js';
import { InputDigests } from '../plan/input-digests.js';
import { type LineFile, type MakePlanOptions, PlanTally, writeCampaignPlan } from '../plan/make-plan.js';
import {
  ID_DIGITS,
  PLAN_VERSION,
  type PlanFacts,
  type StepSeconds,
  type TaskEstimate,
  taskId,
} from '../plan/plan-file.js';
import { type CutRequest, cutLegs } from './cut-legs.js';
import type { Piece } from './piece.js';
import { reducePieces } from './reduce-pieces.js';
import { type KnownPart, knownParts, type WholeScene } from './scene-parts.js';
import { pieceFaults, surveyOfPieces } from './survey-of-pieces.js';

export interface SplitOptions extends Omit<MakePlanOptions, 'onProgress'>, CutRequest {}

/**
 * Cuts the survey in `file` into pieces, and writes a plan with them as tasks into `folder`: `joinPieces` makes of
 * their files the one that a run of the survey writes. Returns the facts. Throws UserError for a survey that cannot be
 * run, or whose outputs pieces cannot make, and if there is a plan already.
 */
export async function splitSurvey(file: string, options: SplitOptions): Promise<PlanFacts> {
  const { folder, engine = 'cpu', log = SILENT_LOG, signal } = options;
  const path = resolve(file);
  const document = await readYamlFile(nodeFiles, path, file);
  refuseEpochs(document);
  const outputFolder = resolve(folder, 'tasks/new');
  const given = await loadDocument(document, path, { files: recordInputs(nodeFiles), log });
  throwFaults(pieceFaults(given));
  const survey = surveyOfPieces(given, outputFolder);
  await checkSurvey(survey, { files: nodeFiles, force: true });
  let parts: KnownPart[] = [];
  const onPlaced = (found: readonly PlacedPart[]) => {
    parts = knownParts(found);
  };
  const scene = await sceneOf(survey, { log, signal, onPlaced });
  const placed = await placedIn(scene, survey, log);
  const estimate = await estimateSurvey(survey, { files: nodeFiles, paces: MODEL_PACES });
  const scans = instrumentScansOf(placed);
  const { trace, write } = estimate.time;
  const cut = cutLegs(scans, options, (trace + write) / estimate.pulses);
  // Below points within reach the ground may lie beyond it.
  const isFixed = placed.legs === survey.legs && !needsOf(survey).includes('ground');
  const { pieces, whole } = await reducePieces(cut, { scans, scene, parts, isFixed });
  const inputs = new InputDigests(nodeFiles, dirname(path));
  const named = await inputs.of(survey);
  const identity = { engine, results: RESULTS_VERSION };
  const id = taskId(document.value, named, identity);
  return writeCampaignPlan(options, async (lines) => ({
    plan: PLAN_VERSION,
    campaign: survey.name,
    pieces: true,
    ...identity,
    surveyFolder: relative(resolve(folder), dirname(path)).split(sep).join('/') || '.',
    ...(await writeTasks({ id, pieces, whole, survey: document.value as object, estimate }, lines)),
    inputs: named,
    semantics: {},
    sha256: '',
    facts: '',
  }));
}

function refuseEpochs(document: SourceDocument): void {
  const { epochs } = (document.value ?? {}) as { epochs?: unknown };
  if (epochs === undefined) return;
  throw new UserError('found a survey with epochs, expected one without', {
    place: document.placeOf(['epochs']),
    hint: 'cut a survey of each epoch, with its parts',
  });
}

const sceneOf = (
  { scene, colors }: Survey<SceneDescription>,
  options: Pick<LoadSceneOptions, 'log' | 'signal' | 'onPlaced'>,
): Promise<Scene> =>
  loadScene(scene, { files: nodeFiles, helper: nodeMachine.sceneHelper, colors: colors !== undefined, ...options });

/** The survey with its legs in the scene. Reports doubts about it as a whole, which pieces leave unsaid. */
async function placedIn(scene: Scene, survey: Survey, log: NonNullable<SplitOptions['log']>): Promise<Survey> {
  const placed = await withReference(await standLegs(survey, scene), scene, log);
  checkMaterials(placed, scene, log);
  for (const note of labelNotes(placed, scene)) log.info(note);
  for (const warning of surveyWarnings(placed, scene)) log.warn(warning);
  throwFaults(sceneFaults(placed, scene));
  return placed;
}

/** A survey, as the plan has it, and its pieces. */
interface CutSurvey {
  /** Of the whole. */
  id: string;
  pieces: readonly Piece[];
  whole?: WholeScene;
  survey: object;
  estimate: SurveyEstimate;
}

/** A line for each piece, the first with the survey. */
async function writeTasks(
  { id, pieces, whole, survey, estimate }: CutSurvey,
  lines: LineFile,
): Promise<Pick<PlanFacts, 'tasks' | 'splits' | 'totals'>> {
  const tally = new PlanTally();
  for (const [index, piece] of pieces.entries()) {
    const own = { index, id: pieceId(id, piece), variables: {}, estimate: estimateOf(piece, estimate), piece };
    tally.add(own, stepsOf(piece, estimate));
    await lines.add(`${JSON.stringify(index === 0 ? { ...own, whole, survey } : own)}\n`);
  }
  return tally.facts();
}

const pieceId = (whole: string, piece: Piece): string => sha256(canonicalJson({ whole, piece })).slice(0, ID_DIGITS);

/** Seconds of a piece, whose trees the cache has. */
function stepsOf({ first, end }: Pick<Piece, 'first' | 'end'>, { time, pulses }: SurveyEstimate): StepSeconds {
  const share = (end - first) / pulses;
  return { load: time.load, build: 0, trace: time.trace * share, write: time.write * share };
}

/** The share of a piece, by its pulses; it has the whole scene, whose trees the cache has after the first piece. */
function estimateOf({ first, end }: Piece, whole: SurveyEstimate): TaskEstimate {
  const share = (end - first) / whole.pulses;
  const { load, trace, write } = stepsOf({ first, end }, whole);
  return {
    seconds: load + trace + write,
    pulses: end - first,
    outputBytesMax: Math.ceil(whole.outputBytesMax * share),
    memoryBytes: whole.memoryBytes,
  };
}
