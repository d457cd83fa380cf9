import type { Files } from '../base/files/files.js';
import { joinPath } from '../base/files/paths.js';
import { recordInputs } from '../base/files/record-inputs.js';
import type { Log } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import { createFrom } from '../survey/create-survey.js';
import { surveyDocument } from '../survey/read-survey.js';
import type { Survey } from '../survey/survey.js';
import { Clouds } from './clouds.js';
import { SURVEY_NAME } from './faults-in-survey.js';
import { HeldScene } from './held-scene.js';
import { type SoundScene, soundScene } from './sound-scene.js';
import type { WorkbenchPlace } from './workbench-place.js';

/**
 * A survey on the table, with any text at any time. Its scene stays on its device from one run to the next; its clouds
 * are in files. A page uses it by the names of `OPERATIONS`, from a worker beside it or from a server: see
 * askWorkbench.
 */
export class Workbench {
  readonly place: WorkbenchPlace;
  readonly scenes: HeldScene;
  readonly clouds: Clouds;
  /** The runs in progress, with the controllers that end them early. */
  readonly running = new Map<string, AbortController>();

  private latest: { text: string; survey: Promise<Survey> } | undefined;
  /** The text that was parsed last, for several requests in a row. */
  private parsed: { text: string; document: Promise<SourceDocument> } | undefined;
  /** Paths of the files beside the scene's that the survey was read from, or that were looked for. */
  private filesRead: ReadonlySet<string> = new Set();

  constructor(place: WorkbenchPlace) {
    this.place = place;
    this.scenes = new HeldScene(place);
    this.clouds = new Clouds(place.runs, () => ({ files: place.machine.files, folder: place.folder }));
  }

  /** The survey in `text`, the same object while text and files stay the same. Throws UserError with all faults. */
  survey(text: string): Promise<Survey> {
    if (this.latest?.text !== text) {
      const latest = { text, survey: this.readNoting(text) };
      this.latest = latest;
      latest.survey.catch(() => {
        if (this.latest === latest) this.latest = undefined;
      });
    }
    return this.latest.survey;
  }

  /**
   * The scene of `text`. Other things may be wrong, such as missing legs. A scene that lacks parts replaces the current
   * one only if that is gone. Throws UserError if there is no scene.
   */
  async sceneIn(text: string): Promise<Pick<Survey, 'scene'>> {
    const found = await this.soundSceneIn(text);
    if (found.fault && (await this.scenes.known(found)) === undefined) throw found.fault;
    return found;
  }

  /** The same, where need be without the parts that are at fault: see soundScene. Throws as it does. */
  async soundSceneIn(text: string): Promise<SoundScene> {
    return this.survey(text).then(
      ({ scene }) => ({ scene, lacks: [] }),
      () => this.soundSceneInFaulty(text),
    );
  }

  /** The same of a text which is known to be no survey. */
  async soundSceneInFaulty(text: string): Promise<SoundScene> {
    const { machine, folder } = this.place;
    return soundScene(await this.document(text), joinPath(folder, SURVEY_NAME), machine.files);
  }

  /** Paths of the files that the survey and its scene were last read from, with those that were missing. */
  filesInUse(): Set<string> {
    return new Set([...this.filesRead, ...this.scenes.files]);
  }

  /** Forgets everything read, since `file` changed. */
  async forget(file: string): Promise<void> {
    this.latest = undefined;
    await this.clouds.forget({ file });
    await this.scenes.forget();
  }

  /** Reads the survey in `text`; its outputs are below `outputFolder`, or its own. Throws UserError with all faults. */
  async read(text: string, options: ReadOptions = {}): Promise<Survey> {
    const { machine, folder } = this.place;
    const { log = SILENT_LOG, outputFolder = folder, files = machine.files } = options;
    const document = await this.document(text);
    return createFrom(document, joinPath(folder, SURVEY_NAME), { files, log, outputFolder });
  }

  private document(text: string): Promise<SourceDocument> {
    if (this.parsed?.text !== text) this.parsed = { text, document: surveyDocument(text, SURVEY_NAME) };
    return this.parsed.document;
  }

  private readNoting(text: string): Promise<Survey> {
    const files = recordInputs(this.place.machine.files);
    return this.read(text, { files }).finally(() => {
      this.filesRead = files.inputs;
    });
  }

  async close(): Promise<void> {
    for (const stop of this.running.values()) stop.abort();
    await this.clouds.close();
    await this.scenes.close();
  }
}

interface ReadOptions {
  log?: Log;
  outputFolder?: string;
  files?: Files;
}
