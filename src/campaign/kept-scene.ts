import type { RecordingFiles } from '../base/files/record-inputs.js';
import type { SceneSource } from '../simulation/run-survey.js';
import { openScene, type SceneDevice } from '../simulation/scene-device.js';
import { canonicalJson } from './canonical-json.js';

/**
 * All of a survey, as written, that its scene on a device depends on, and numbers of parts that it is without:
 * equal texts, equal scenes.
 */
export const sceneKey = (
  { scene, physics, colors }: Readonly<Record<string, unknown>>,
  without: readonly number[] = [],
): string => canonicalJson([scene, physics ?? null, colors !== undefined, without]);

/** The scene of the last survey, which stays on its device for the next one if that has the same. */
export class KeptScene {
  private kept: { key: string; device: SceneDevice; inputs: ReadonlySet<string> } | undefined;

  /** Paths of the files that it was read from, and others of the task that read it. */
  get inputs(): ReadonlySet<string> {
    return this.kept?.inputs ?? new Set();
  }

  /** For a run whose scene has the key `key`, and which reads its files through `files`. */
  of(key: string, { inputs }: RecordingFiles): SceneSource {
    return {
      open: (...request) => this.open(key, request, inputs),
      release: async (_device, failed) => {
        if (failed) await this.close();
      },
    };
  }

  /** The scene with the key `key` on its device, opened if it is another than before; see `openScene`. */
  async open(
    key: string,
    request: Parameters<typeof openScene>,
    inputs: ReadonlySet<string> = new Set(),
  ): Promise<SceneDevice> {
    if (this.kept?.key === key) return this.kept.device;
    await this.close();
    const device = await openScene(...request);
    this.kept = { key, device, inputs };
    return device;
  }

  async close(): Promise<void> {
    const { kept } = this;
    this.kept = undefined;
    await kept?.device.close();
  }
}
