import { resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { dirname } from '../../base/files/paths.js';
import { estimateSurvey } from '../../survey/estimate.js';
import type { Campaign } from '../campaign.js';
import { rowAt } from '../rows.js';
import { InputDigests } from './input-digests.js';
import type { TaskEstimate } from './plan-file.js';
import { resolveRow } from './resolve-row.js';
import { type MentionedSemantics, mentionedSemantics } from './semantic-table.js';

/** Rows from `first` on, before `end`. */
export interface RowRange {
  first: number;
  end: number;
}

/** What a plan has to know of a row that can be run. */
export interface RowFacts {
  estimate: TaskEstimate;
  /** SHA-256 of the files that it reads, by their paths from the survey's folder. */
  inputs: Record<string, string>;
  semantics: MentionedSemantics;
}

/** What was found of a row; a fault as it goes from thread to thread. */
export type CheckedRow = { facts: RowFacts } | { fault: Pick<UserError, 'message' | 'place' | 'hint' | 'faults'> };

/** Resolves rows of a campaign as surveys, and estimates them. */
export class RowChecker {
  private readonly campaign: Campaign;
  private readonly outputFolder: string;
  private readonly inputs: InputDigests;

  /** `folder`: that of the plan. */
  constructor(campaign: Campaign, folder: string) {
    this.campaign = campaign;
    this.outputFolder = resolve(folder, 'tasks/new');
    this.inputs = new InputDigests(nodeFiles, dirname(campaign.base.file));
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
    const { campaign, outputFolder } = this;
    const survey = await resolveRow(campaign, rowAt(campaign, index), { files: nodeFiles, outputFolder });
    const { seconds, pulses, outputBytesMax, memoryBytes } = await estimateSurvey(survey, { files: nodeFiles });
    return {
      estimate: { seconds, pulses, outputBytesMax, memoryBytes },
      inputs: await this.inputs.of(survey),
      semantics: mentionedSemantics(survey.scene),
    };
  }
}
