import type { Log } from '../base/log.js';
import type { Scene } from '../scene/scene.js';
import type { EngineRequest } from '../simulation/engines/choose-engine.js';
import type { Machine } from '../simulation/machine.js';
import type { OpenSceneOptions, SceneDevice } from '../simulation/scene-device.js';
import type { Survey } from '../survey/survey.js';

/** A scene on a device, or on its way there. */
interface Held {
  scene: Scene;
  /** Name of its engine, as requested. */
  name: string;
  device: Promise<SceneDevice>;
  /** Resolves when its engine is as ready as it gets without a run. */
  ready: Promise<unknown>;
  /** Messages while nobody listened, for the first run. */
  messages: string[];
}

/** The device that a scene was last scanned on, kept from one run to the next. */
export class HeldDevice {
  private held: Held | undefined;
  private isLent = false;

  /** The scene on a device with this engine, until it is released: held, or opened. Throws UserError, AbortedError. */
  async open(scene: Scene, request: EngineRequest, options: OpenSceneOptions): Promise<SceneDevice> {
    this.isLent = true;
    const name = nameOf(request, options);
    const known = await this.find(scene, name);
    await known?.ready;
    if (known && known === this.held) {
      for (const message of known.messages.splice(0)) options.log?.info(message);
      return known.device;
    }
    return this.hold(scene, name, options).device;
  }

  /** Takes it back; `failed`: nothing is known of its state. */
  async release(failed: boolean): Promise<void> {
    this.isLent = false;
    if (failed) await this.close();
  }

  /**
   * Prepares the engine of a run of the survey, so that its first points wait for no threads, copies of the scene, or
   * shaders. The run itself reports failures.
   */
  async makeReady(survey: Survey, scene: Scene, request: EngineRequest, machine: Machine): Promise<void> {
    const name = nameOf(request, {});
    if (this.isLent || (await this.find(scene, name))) return;
    // A run may have begun while another device was closed.
    if (this.isLent) return;
    const messages: string[] = [];
    const log: Log = { info: (message) => void messages.push(message), warn: () => {} };
    const held = this.hold(scene, name, { ...request, machine, log });
    held.messages = messages;
    held.ready = held.device.then((device) => device.start(survey, { log })).catch(() => this.drop(held));
    await held.ready;
  }

  /** Ends its work, and frees its device. */
  async close(): Promise<void> {
    if (this.held) await this.drop(this.held);
  }

  /** The held scene if it is that one; any other is closed. */
  private async find(scene: Scene, name: string): Promise<Held | undefined> {
    const { held } = this;
    if (held?.scene === scene && held.name === name) return held;
    await this.close();
    return undefined;
  }

  private hold(scene: Scene, name: string, options: OpenSceneOptions): Held {
    const device = import('../simulation/scene-device.js').then(({ openScene }) => openScene(scene, options));
    const held: Held = { scene, name, device, ready: device.catch(() => this.forget(held)), messages: [] };
    this.held = held;
    return held;
  }

  private async drop(held: Held): Promise<void> {
    this.forget(held);
    const device = await held.device.catch(() => undefined);
    await device?.close();
  }

  private forget(held: Held): void {
    if (this.held === held) this.held = undefined;
  }
}

const nameOf = ({ engine, adapter }: EngineRequest, { threads }: Pick<OpenSceneOptions, 'threads'>): string =>
  `${engine} ${adapter} ${threads}`;
