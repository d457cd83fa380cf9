import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.js';
import type { PlanFacts } from '../plan/plan-file.js';
import { digestOf } from './task-folders.js';

/** A file that a survey reads is not as it was when the plan was made. */
export class ChangedInputError extends UserError {}

/** State of a file when its digest was taken. */
interface Known {
  size: number;
  modified: number;
  isSame: boolean;
}

/**
 * Tells whether the files that surveys read are those of the plan. Each is read once, and again when
 * its size or time changes.
 */
export class UnchangedInputs {
  private readonly folder: string;
  private readonly digests: PlanFacts['inputs'];
  private readonly known = new Map<string, Known>();

  /** `folder`: that of the campaign. */
  constructor(folder: string, { surveyFolder, inputs }: Pick<PlanFacts, 'surveyFolder' | 'inputs'>) {
    this.folder = resolve(folder, surveyFolder);
    this.digests = inputs;
  }

  /**
   * Throws ChangedInputError for the first of `paths` that is in the plan with another content, or is no longer there.
   */
  async check(paths: Iterable<string>): Promise<void> {
    for (const path of paths) {
      const name = relative(this.folder, path).split(sep).join('/');
      const change = Object.hasOwn(this.digests, name) ? await this.changeOf(path, this.digests[name]) : undefined;
      if (change === undefined) continue;
      throw new ChangedInputError(`${change} since the plan was made`, {
        place: { file: path },
        hint: 'put back what was there, or plan again with --force: surveys that read it get new folders, the others stay done',
      });
    }
  }

  /** The same for all files of the plan: a survey that failed may have looked for any of them. */
  checkAll(): Promise<void> {
    return this.check(Object.keys(this.digests).map((name) => resolve(this.folder, name)));
  }

  private async changeOf(path: string, sha256: string): Promise<'has changed' | 'has gone' | undefined> {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return found ? 'has changed' : 'has gone';
    const { size, mtimeMs: modified } = found;
    const before = this.known.get(path);
    const isSame =
      before?.size === size && before.modified === modified ? before.isSame : (await digestOf(path)).sha256 === sha256;
    this.known.set(path, { size, modified, isSame });
    return isSame ? undefined : 'has changed';
  }
}
