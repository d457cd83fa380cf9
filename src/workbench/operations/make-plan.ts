import { joinPath } from '../../base/files/paths.js';
import { makePlan } from '../../planning/make-plan.js';
import { type CoverageEntry, coverageBands } from '../../planning/picture/coverage-bands.js';
import { type CoverageShares, coverageShares, type PlanMap } from '../../planning/plan-map.js';
import type { AnyRequest, DriveRequest, FlightRequest, StationRequest } from '../../planning/plan-request.js';
import { planSourceIn } from '../../planning/plan-source.js';
import { plannedSections } from '../../planning/planned-sections.js';
import { SceneProbe } from '../../planning/scene-probe.js';
import type { AnyPlan, DrivePlan, FlightPlan, LegSection, StationPlan } from '../../planning/survey-plan.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { estimateSurvey } from '../../survey/estimate/estimate-survey.js';
import { readSurvey } from '../../survey/read-survey.js';
import type { SurveyInput } from '../../survey/schema/survey-schema.js';
import { SURVEY_NAME } from '../faults-in-survey.js';
import type { Operation } from '../operation.js';
import { type PlannedWay, plannedWays } from '../planned-ways.js';
import type { Workbench } from '../workbench.js';

export type { PlannedWay };

/** The wish for a plan: a request without its scene, scanner and platform, which are the survey's. */
export type PlanWish =
  | Omit<FlightRequest, OfTheSurvey>
  | Omit<DriveRequest, OfTheSurvey>
  | Omit<StationRequest, OfTheSurvey>;
type OfTheSurvey = 'scene' | 'scanner' | 'platform';

export interface PlanAsk {
  /** Text of the survey, which need not have legs yet. */
  text: string;
  wish: PlanWish;
  /** Number of the planned scanner, where the survey has several: the others go along. Absent: the first. */
  scanner?: number;
}

type Numbers<Plan> = Omit<Plan, 'references' | 'source' | 'scanner' | 'mount' | 'map' | 'legs' | 'sections' | 'notes'>;

/** Coverage of each cell of the area, row by row from its lower left corner. Plain data. */
export interface PlanCoverage extends CoverageShares {
  area: Rectangle;
  columns: number;
  rows: number;
  /** Number of views; also 0 where there is nothing to see. */
  cells: Uint16Array;
  /** Heights of the visible surface there, metres; NaN: nothing. */
  heights: Float32Array;
  /** Number in `bands` of each cell; 255: there is nothing to see. */
  cellBands: Uint8Array;
  /** Bands of counts that occur, with the colours of the command's picture. */
  bands: CoverageEntry[];
}

/** A plan as plain data. Metres, seconds, radians. */
export interface PlanAnswer {
  /** Numbers of the plan: see FlightPlan, DrivePlan, StationPlan. */
  numbers: Numbers<FlightPlan> | Numbers<DrivePlan> | Numbers<StationPlan>;
  /** Its legs as in the survey, with notes on each. */
  legs: LegSection[];
  /** Other sections of the survey that the plan replaces. */
  sections: AnyPlan['sections'];
  /** The way of each leg. */
  ways: PlannedWay[];
  /** Decisions of the planner that a reader should know, one sentence each. */
  notes: string[];
  coverage: PlanCoverage;
  /** Cost of the planned legs: pulses, and upper limits of the points and bytes of the survey's outputs. */
  cost: { pulses: number; pointsMax: number; outputBytesMax: number };
  /** Start of each leg in the survey, adjusted standard GPS time, and its duration: seconds. */
  times: { startTime: number; duration: number }[];
}

/**
 * Plans a flight, a drive or stations for the survey in `text` on its scene, which is read once for everything. Throws
 * UserError for an impossible request, stating what is possible, and for a survey or a scene that cannot be read;
 * AbortedError.
 */
export const makePlanOfText: Operation<PlanAsk, PlanAnswer> = async (bench, { text, wish, scanner }, { signal }) => {
  const { machine, folder } = bench.place;
  const source = await planSourceIn(machine.files, text, joinPath(folder, SURVEY_NAME), SURVEY_NAME, scanner);
  const openProbe = async () => {
    const inspector = await bench.scenes.inspector(await bench.sceneIn(text), { signal });
    return new SceneProbe(inspector.scene, () => inspector.rays());
  };
  const request = { ...wish, scene: SURVEY_NAME } as AnyRequest;
  const plan = await makePlan(request, { machine, signal, held: { source, openProbe } });
  const { source: _source, scanner: _planned, mount: _mount, references: _stated, ...rest } = plan;
  const { map, legs, sections, notes, ...numbers } = rest;
  return {
    numbers,
    legs,
    sections,
    ways: plannedWays(plan),
    notes,
    coverage: coverageOf(map),
    ...(await outcomeOf(plan, bench)),
  };
};

function coverageOf(map: PlanMap): PlanCoverage {
  const { area, columns, rows, heights } = map.relief;
  const { entries, entryOf } = coverageBands(map);
  const cellBands = Uint8Array.from(map.coverage, (count, cell) =>
    Number.isNaN(heights[cell]) ? 255 : entryOf(count),
  );
  const grid = { area, columns, rows, cells: map.coverage.slice(), heights: Float32Array.from(heights) };
  return { ...coverageShares(map), ...grid, cellBands, bands: entries };
}

/** Cost and duration of the survey with the plan's legs in place of its own; of several scanners, with all of them. */
async function outcomeOf(plan: AnyPlan, { place }: Workbench): Promise<Pick<PlanAnswer, 'cost' | 'times'>> {
  const { files } = place.machine;
  const planned = plannedSurvey(plan);
  const survey = await readSurvey(planned, { files, folder: place.folder, name: SURVEY_NAME });
  const { pulses, pointsMax, outputBytesMax, legs } = await estimateSurvey(survey, { files });
  return {
    cost: { pulses, pointsMax, outputBytesMax },
    times: legs.map(({ duration }, k) => ({ startTime: survey.legs[k].startTime, duration })),
  };
}

function plannedSurvey(plan: AnyPlan): SurveyInput {
  const { scanner: _one, scanners: _several, platform: _platform, mount: _mount, ...kept } = plan.source.sections;
  return { ...kept, ...plannedSections(plan), legs: plan.legs.map(({ section }) => section) } as SurveyInput;
}
