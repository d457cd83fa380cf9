import { AbortedError, UserError } from '../base/errors.js';
import { recordInputs } from '../base/files/record-inputs.js';
import type { Log, OnProgress } from '../base/log.js';
import { type Box3, isEmptyBox } from '../base/vec3.js';
import { throwTogether } from '../base/yaml/faults.js';
import type { LabelledGroup } from '../scene/labels/labelled-group.js';
import { loadScene } from '../scene/load-scene.js';
import { partBoxes } from '../scene/place/part-boxes.js';
import type { PlacedPart } from '../scene/place/place-parts.js';
import { isScene, type Scene } from '../scene/scene.js';
import type { SceneDescription } from '../scene/scene-description.js';
import type { EngineRequest } from '../simulation/engines/choose-engine.js';
import type { SceneInspector } from '../simulation/inspect/scene-inspector.js';
import type { WithMachine } from '../simulation/machine.js';
import type { SceneSource } from '../simulation/run-survey.js';
import { standLegs } from '../simulation/stand-legs.js';
import type { SurveyScene } from '../survey/bare-survey.js';
import type { Survey } from '../survey/survey.js';
import { SURVEY_NAME } from './faults-in-survey.js';
import { fromFolder } from './from-folder.js';
import { HeldDevice } from './held-device.js';
import type { WorkbenchPlace } from './workbench-place.js';

/** Observers of the work on a scene. */
interface Watch {
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

/** The scene of the survey on the table, read once, and the device that it was last scanned on. */
export class HeldScene {
  private readonly place: WorkbenchPlace;
  private key: string | undefined;
  private loading: Promise<Scene> | undefined;
  private inspected: { scene: Scene; inspector: Promise<SceneInspector> } | undefined;
  private readonly grouped = new WeakMap<Scene, readonly LabelledGroup[]>();
  private readonly leftOut = new WeakMap<Scene, readonly UserError[]>();
  private readonly warned = new WeakMap<Scene, readonly string[]>();
  private readonly device = new HeldDevice();
  private readonly boxes = new WeakMap<Scene, readonly (Box3 | undefined)[]>();
  /** Paths of the files that the scene was read from, or that were looked for. */
  private filesRead: ReadonlySet<string> = new Set();
  /** Raised when files change, so that the scene is read again. */
  private revision = 0;

  constructor(place: WorkbenchPlace) {
    this.place = place;
  }

  /** Describes the source of a scene: texts with equal keys have the same scene. */
  keyOf({ scene }: Pick<Survey, 'scene'>): string {
    return `${this.revision} ${isScene(scene) ? 'in memory' : JSON.stringify(scene)}`;
  }

  /** Paths of the files that the scene was last read from, with those that were missing. */
  get files(): ReadonlySet<string> {
    return this.filesRead;
  }

  /** Forgets the scene, since files changed. */
  async forget(): Promise<void> {
    this.revision++;
    await this.release();
  }

  /** The scene of a survey. Throws UserError if it cannot be read or one of its parts has no place, AbortedError. */
  async load(survey: Pick<Survey, 'scene'>, watch: Watch = {}): Promise<Scene> {
    const scene = await this.loadPlaced(survey, watch);
    throwTogether(this.leftOutOf(scene));
    return scene;
  }

  /** The same without the parts that have no place, for viewing. Throws UserError, AbortedError. */
  async loadPlaced(survey: Pick<Survey, 'scene'>, watch: Watch = {}): Promise<Scene> {
    const key = this.keyOf(survey);
    return untilOwnEnd(watch.signal, async () => {
      if (this.key !== key || this.loading === undefined) await this.release();
      // Another one may have begun meanwhile.
      if (this.key === key && this.loading) return this.loading;
      this.key = key;
      const loading = isScene(survey.scene) ? Promise.resolve(survey.scene) : this.read(survey.scene, watch);
      this.loading = loading;
      loading.catch(() => {
        if (this.loading === loading) this.key = undefined;
      });
      return loading;
    });
  }

  /** The groups of triangles by whose names labels decide; none of a scene in memory. Throws as `load`. */
  async groups(survey: Pick<Survey, 'scene'>, watch: Watch = {}): Promise<readonly LabelledGroup[]> {
    return this.grouped.get(await this.loadPlaced(survey, watch)) ?? [];
  }

  /** Reasons why parts of it have no place; empty: all have. */
  leftOutOf(scene: Scene): readonly UserError[] {
    return this.leftOut.get(scene) ?? [];
  }

  /** Warnings about its files while it was read. */
  warningsOf(scene: Scene): readonly string[] {
    return this.warned.get(scene) ?? [];
  }

  /** Boxes of its parts; none for a scene in memory. */
  partsOf(scene: Scene): readonly (Box3 | undefined)[] {
    return this.boxes.get(scene) ?? [];
  }

  /** The scene if it is there by now and is that of the survey. */
  async known(survey: Pick<Survey, 'scene'>): Promise<Scene | undefined> {
    return this.key === this.keyOf(survey) ? this.loading?.catch(() => undefined) : undefined;
  }

  /** Builds the trees of the scene, which runs and probes need. */
  async prepare(scene: Scene, watch: Watch = {}): Promise<void> {
    await this.place.machine.prepareScene(scene, watch);
  }

  /** The scene with its trees, for looking at places, beams and pulses. Throws as `load`. */
  async inspector(survey: Pick<Survey, 'scene'>, watch: Watch = {}): Promise<SceneInspector> {
    return this.inspectorOf(await this.load(survey, watch), watch);
  }

  /** A scene that was loaded, with its trees, likewise. Throws AbortedError. */
  async inspectorOf(scene: Scene, watch: Watch = {}): Promise<SceneInspector> {
    return untilOwnEnd(watch.signal, async () => {
      if (this.inspected?.scene === scene) return this.inspected.inspector;
      const inspector = inspect(scene, { machine: this.place.machine, ...watch });
      const inspected = { scene, inspector };
      this.inspected = inspected;
      inspector.catch(() => {
        if (this.inspected === inspected) this.inspected = undefined;
      });
      return inspector;
    });
  }

  /** The source of scenes for runs: the device that has it. `onScene` gets the scene before the scan. */
  source(request: EngineRequest, onScene?: (scene: Scene) => unknown): SceneSource {
    return {
      open: async (given: SurveyScene, options) => {
        const scene = await this.load({ scene: given }, options);
        await onScene?.(scene);
        return this.device.open(scene, request, options);
      },
      release: (_device, failed) => this.device.release(failed),
    };
  }

  /** Makes the engine ready that a run of the survey will ask for, if its scene is there: see HeldDevice.makeReady. */
  async makeReady(survey: Survey, request: EngineRequest): Promise<void> {
    const scene = await this.known(survey);
    if (scene && this.leftOutOf(scene).length === 0)
      await this.device.makeReady(await standLegs(survey, scene), scene, request, this.place.machine);
  }

  async close(): Promise<void> {
    await this.release();
  }

  private async read(description: SceneDescription, watch: Watch): Promise<Scene> {
    const { files: own, sceneHelper: helper } = this.place.machine;
    const files = recordInputs(own);
    let groups: readonly LabelledGroup[] = [];
    const onGroups = (found: readonly LabelledGroup[]) => {
      groups = found;
    };
    let boxes: readonly (Box3 | undefined)[] = [];
    const onPlaced = (parts: readonly PlacedPart[]) => {
      boxes = partBoxes(parts).map((box) => (isEmptyBox(box) ? undefined : box));
    };
    const faults: UserError[] = [];
    const onLeftOut = (fault: UserError) => void faults.push(fault);
    const warnings: string[] = [];
    const log: Log = {
      info: (message) => watch.log?.info(message),
      warn: (message) => {
        warnings.push(fromFolder(message, this.place.folder));
        watch.log?.warn(message);
      },
    };
    const options = { files, helper, onGroups, onPlaced, onLeftOut, ...watch, log };
    const scene = await loadScene(description, options)
      .catch((error) => {
        // An empty scene is no fault of its own.
        if (error instanceof UserError) throwTogether(faults);
        throw error;
      })
      .finally(() => {
        this.filesRead = files.inputs;
      });
    this.grouped.set(scene, groups);
    this.warned.set(scene, doubtsFirst(warnings));
    this.leftOut.set(scene, faults);
    this.boxes.set(scene, boxes);
    return scene;
  }

  private async release(): Promise<void> {
    this.key = undefined;
    this.loading = undefined;
    this.inspected = undefined;
    await this.device.close();
  }
}

/**
 * The result of work that several ask for together. The one that began it may give up, for whom it then ends: others
 * begin anew. Throws AbortedError when `signal` says so.
 */
async function untilOwnEnd<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    if (signal?.aborted) throw new AbortedError();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AbortedError)) throw error;
    }
  }
}

/** The scene for looking at; the code for that is loaded on first use. */
async function inspect(scene: Scene, options: WithMachine & Watch): Promise<SceneInspector> {
  const { inspectScene } = await import('../simulation/inspect/inspect-scene.js');
  return inspectScene(scene, options);
}

/** Warnings at a line of the survey, such as a doubt about the upward axis, come before those about files. */
const doubtsFirst = (warnings: readonly string[]): string[] => {
  const isDoubt = (warning: string) => warning.startsWith(`${SURVEY_NAME}:`);
  return [...warnings.filter(isDoubt), ...warnings.filter((warning) => !isDoubt(warning))];
};
