import { invariant } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import type { Machine } from '../simulation/machine.js';
import { readSurvey } from '../survey/read-survey.js';
import type { Survey } from '../survey/survey.js';
import { HeldScene } from './held-scene.js';
import type { Control, Operation } from './operation.js';
import type { AnswerOf, AskOf, EventOf, OperationName } from './operations.js';
import { OPERATIONS } from './operations.js';
import type { RunStore } from './run-store.js';

/** Where a workbench stands. */
export interface WorkbenchPlace {
  machine: Machine;
  /** Folder from which the paths of the survey start. */
  folder: string;
  runs: RunStore;
}

/**
 * A survey on the table: its text, which may be any at any time, is read, its scene is kept on its device from one run to the
 * next, and its clouds are kept in files. A page asks by the names of `OPERATIONS`, from a worker beside it or from a server.
 */
export class Workbench {
  readonly place: WorkbenchPlace;
  readonly scenes: HeldScene;
  /** The runs in progress, and what ends each of them early. */
  readonly running = new Map<string, AbortController>();

  constructor(place: WorkbenchPlace) {
    this.place = place;
    this.scenes = new HeldScene(place);
  }

  /** Does what a page asks. Throws what the operation throws. */
  do<Name extends OperationName>(
    name: Name,
    ask: AskOf<Name>,
    control: Control<EventOf<Name>>,
  ): Promise<AnswerOf<Name>> {
    invariant(Object.hasOwn(OPERATIONS, name), `there is no operation ${name}`);
    const operation = OPERATIONS[name] as unknown as Operation<AskOf<Name>, AnswerOf<Name>, EventOf<Name>>;
    return operation(this, ask, control);
  }

  /** The survey in `text`. Throws UserError with all faults. */
  read(text: string, { log = SILENT_LOG, outputFolder }: { log?: Log; outputFolder?: string } = {}): Promise<Survey> {
    const { machine, folder } = this.place;
    return readSurvey(text, { files: machine.files, folder, name: SURVEY_NAME, log, outputFolder });
  }

  async close(): Promise<void> {
    for (const stop of this.running.values()) stop.abort();
    await this.scenes.close();
  }
}

/** Name of the survey in messages, which a page does not show. */
const SURVEY_NAME = 'survey';
