import { UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { SILENT_LOG } from '../../base/log.js';
import { throwFaults } from '../../base/yaml/faults.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { subraysOf } from '../../simulation/instrument-scans.js';
import { nodeMachine } from '../../simulation/node-machine.js';
import { fileFaults } from '../../survey/check.js';
import type { Survey } from '../../survey/survey.js';
import { KeptScene, sceneKey } from '../kept-scene.js';

const NOTHING_SEEN = 'no pulse of the survey has a return';

/** Tells whether surveys see anything: makes their scenes, and fires pulses until one has a return. */
export class RowTrial {
  private readonly scene = new KeptScene();
  private readonly signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /**
   * The reason why a survey, as written and as resolved, is of no use; undefined if it has a point. Throws
   * AbortedError.
   */
  async refusal(
    written: Readonly<Record<string, unknown>>,
    survey: Survey<SceneDescription>,
  ): Promise<UserError | undefined> {
    const options = {
      machine: nodeMachine,
      engine: 'cpu',
      cache: false,
      log: SILENT_LOG,
      signal: this.signal,
    } as const;
    const faults = await fileFaults(nodeFiles, survey);
    const needs = { colors: survey.colors !== undefined, subrays: subraysOf(survey) };
    try {
      throwFaults(faults);
      const device = await this.scene.open(sceneKey(written), [survey.scene, { ...options, ...needs }]);
      for await (const _ of device.scan(survey)) return undefined;
      return new UserError(NOTHING_SEEN);
    } catch (error) {
      await this.scene.close();
      if (error instanceof UserError) return error;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.scene.close();
  }
}
