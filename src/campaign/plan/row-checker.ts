import { resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { dirname } from '../../base/files/paths.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { estimateSurvey } from '../../survey/estimate/estimate-survey.js';
import { MODEL_PACES } from '../../survey/estimate/run-steps.js';
import type { Survey } from '../../survey/survey.js';
import type { Campaign, Row } from '../campaign.js';
import { gridCells, rowAt } from '../rows.js';
import { InputDigests } from './input-digests.js';
import type { RowTrial } from './node-row-trial.js';
import type { StepSeconds, TaskEstimate } from './plan-file.js';
import { resolveRow, withRow } from './resolve-row.js';
import { type MentionedSemantics, mentionedSemantics } from './semantic-table.js';

/** Rows from `first` on, before `end`. */
export interface RowRange {
  first: number;
  end: number;
}

/** A plan's facts of a row that can be run. */
export interface RowFacts {
  /** Number of the attempt at its draw. */
  attempt: number;
  estimate: TaskEstimate;
  /** Parts of its seconds. */
  steps: StepSeconds;
  /** SHA-256 of the files that it reads, by their paths from the survey's folder. */
  inputs: Record<string, string>;
  semantics: MentionedSemantics;
}

/** The finding on a row; a fault in a form that goes from thread to thread. */
export type CheckedRow = { facts: RowFacts } | { fault: Pick<UserError, 'message' | 'place' | 'hint' | 'faults'> };

/** Attempts at a draw before it is a fault of the campaign. */
const ATTEMPTS_MAX = 20;

/** Resolves rows of a campaign as surveys, and estimates them. */
export class RowChecker {
  private readonly campaign: Campaign;
  private readonly outputFolder: string;
  private readonly inputs: InputDigests;
  private readonly trial: RowTrial | undefined;
  /** The draw that was tried last. */
  private tried: { draw: number; attempt: number } | undefined;

  /** `folder`: that of the plan; `trial`: draws with a survey that it refuses are drawn again. */
  constructor(campaign: Campaign, folder: string, trial?: RowTrial) {
    this.campaign = campaign;
    this.outputFolder = resolve(folder, 'tasks/new');
    this.inputs = new InputDigests(nodeFiles, dirname(campaign.base.file));
    this.trial = trial;
  }

  async check({ first, end }: RowRange): Promise<CheckedRow[]> {
    const rows: CheckedRow[] = [];
    for (let index = first; index < end; index++) rows.push(await this.checkRow(index));
    return rows;
  }

  private async checkRow(index: number): Promise<CheckedRow> {
    try {
      return { facts: await this.factsOf(index) };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { message, place, hint, faults } = error;
      return { fault: { message, place, hint, faults } };
    }
  }

  /** Throws UserError for a row that cannot be run. */
  private async factsOf(index: number): Promise<RowFacts> {
    const attempt = this.trial ? await this.attemptOf(index, this.trial) : 0;
    const survey = await this.resolved(rowAt(this.campaign, index, attempt));
    // At the paces of the model, so that a plan is the same on all; one program runs many surveys, and starts once.
    const { time, seconds, ...estimate } = await estimateSurvey(survey, { files: nodeFiles, paces: MODEL_PACES });
    const { start, ...steps } = time;
    const { pulses, outputBytesMax, memoryBytes } = estimate;
    return {
      attempt,
      steps,
      estimate: { seconds: seconds - start, pulses, outputBytesMax, memoryBytes },
      inputs: await this.inputs.of(survey),
      semantics: mentionedSemantics(survey.scene),
    };
  }

  private resolved(row: Row): Promise<Survey<SceneDescription>> {
    return resolveRow(this.campaign, row, { files: nodeFiles, outputFolder: this.outputFolder });
  }

  /**
   * The first attempt at the draw of a row whose surveys all see something. Throws UserError if there is none: of a row
   * of a program, in which nothing is drawn, at once.
   */
  private async attemptOf(index: number, trial: RowTrial): Promise<number> {
    const cells = gridCells(this.campaign);
    const draw = Math.floor(index / cells);
    if (this.tried?.draw === draw) return this.tried.attempt;
    const rows = { first: draw * cells, end: (draw + 1) * cells };
    const attempts = this.campaign.given && this.campaign.variables.length === 0 ? 1 : ATTEMPTS_MAX;
    for (let attempt = 0; ; attempt++) {
      const refusal = await this.refusalOf(rows, attempt, trial);
      if (refusal && attempt + 1 === attempts) throw refusal;
      if (refusal) continue;
      this.tried = { draw, attempt };
      return attempt;
    }
  }

  /** The reason why the first refused row of a draw is refused; undefined: none is. */
  private async refusalOf({ first, end }: RowRange, attempt: number, trial: RowTrial): Promise<UserError | undefined> {
    for (let index = first; index < end; index++) {
      const row = rowAt(this.campaign, index, attempt);
      const refusal = await trial.refusal(row.survey, await this.resolved(row));
      if (refusal) return withRow(refusal, row);
    }
    return undefined;
  }
}
