import type { Log } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import { readSurvey } from '../survey/read-survey.js';
import type { Survey } from '../survey/survey.js';
import { HeldScene } from './held-scene.js';
import type { WorkbenchPlace } from './workbench-place.js';

/**
 * A survey on the table: its text, which may be any at any time, is read, its scene is kept on its device from one run to the
 * next, and its clouds are kept in files. A page asks it by the names of `OPERATIONS`, from a worker
 * beside it or from a server: see askWorkbench.
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

  /** The survey in `text`; its outputs are below `outputFolder`, absent: its own. Throws UserError with all faults. */
  read(text: string, options: { log?: Log; outputFolder?: string } = {}): Promise<Survey> {
    const { machine, folder } = this.place;
    const { log = SILENT_LOG, outputFolder = folder } = options;
    return readSurvey(text, { files: machine.files, folder, name: SURVEY_NAME, log, outputFolder });
  }

  async close(): Promise<void> {
    for (const stop of this.running.values()) stop.abort();
    await this.scenes.close();
  }
}

/** Name of the survey in messages, which a page does not show. */
const SURVEY_NAME = 'survey';
