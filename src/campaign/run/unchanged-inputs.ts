import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.js';
import type { PlanFacts } from '../plan/plan-file.js';
import { digestOf } from './task-folders.js';

/** A file that a survey reads is not as it was when the plan was made. */
export class ChangedInputError extends UserError {}

/** What a file was like when its digest was taken. */
interface Known {
  size: number;
  modified: number;
  isSame: boolean;
}

/** Tells whether the files that surveys read are those of the plan. Each is read once, and again when its size or time changes. */
export class UnchangedInputs {
  private readonly folder: string;
  private readonly digests: PlanFacts['inputs'];
  private readonly known = new Map<string, Known>();

  /** `folder`: that of the campaign. */
  constructor(folder: string, { surveyFolder, inputs }: Pick<PlanFacts, 'surveyFolder' | 'inputs'>) {
    this.folder = resolve(folder, surveyFolder);
    this.digests = inputs;
  }

  /** Throws ChangedInputError for the first of `paths` that is in the plan with another content. */
  async check(paths: Iterable<string>): Promise<void> {
    for (const path of paths) {
      const name = relative(this.folder, path).split(sep).join('/');
      if (!Object.hasOwn(this.digests, name) || (await this.isSame(path, this.digests[name]))) continue;
      throw new ChangedInputError('has changed since the plan was made', {
        place: { file: path },
        hint: 'put back what was there, or plan again with --force: surveys that read it get new folders, the others stay done',
      });
    }
  }

  private async isSame(path: string, sha256: string): Promise<boolean> {
    // A file that is not there is the survey's to name.
    const found = await stat(path).catch(() => undefined);
    if (!found) return true;
    const { size, mtimeMs: modified } = found;
    const before = this.known.get(path);
    if (before?.size === size && before.modified === modified) return before.isSame;
    const isSame = (await digestOf(path)).sha256 === sha256;
    this.known.set(path, { size, modified, isSame });
    return isSame;
  }
}
