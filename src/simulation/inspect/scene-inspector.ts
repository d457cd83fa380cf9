import type { SourcePlace } from '../../base/errors.js';
import { AbortedError } from '../../base/errors.js';
import { finishInTurns } from '../../base/steps.js';
import type { RunSettings } from '../../device/run-settings.js';
import { PulseTracer } from '../../engine/cpu/pulse-tracer.js';
import { createSceneMemory, type SceneMemory } from '../../engine/cpu/scene-memory.js';
import { SingleRays } from '../../engine/cpu/single-rays.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import { groundHeights } from '../../scene/ground-heights.js';
import type { HeightGrid, Rectangle } from '../../scene/place/height-grid.js';
import type { Scene } from '../../scene/scene.js';
import type { Survey } from '../../survey/survey.js';
import { type InstrumentScan, settingsOf } from '../instrument-scan.js';
import { standLegs } from '../stand-legs.js';
import { inspectLeg, type LegInspection, type PlaceOfLeg } from './leg-inspection.js';

/** Settings and program of a leg being traced. */
type TracedLeg = Pick<LegInspection, 'settings' | 'program'>;

/** Above this, heights of the ground are kept of a part of the scene only: 72 bytes a triangle. */
const TRIANGLES_KEPT = 2_000_000;
/** Metres about places for which heights are made, in larger scenes. */
const MARGIN = 50;

/**
 * A scene in memory with its trees, for looking at single pulses, beams and places with `tracePulse`, `previewLeg` and
 * `probeScene`. It computes in the calling thread. It need not be closed: its memory is freed with it.
 */
export class SceneInspector {
  readonly scene: Scene;
  private readonly prepared: PreparedScene;
  private readonly kernel: WebAssembly.Module;
  private readonly memory: SceneMemory;
  /** Current user of the memory besides the scene. */
  private user: { rays: SingleRays } | { leg: TracedLeg; pulses: PulseTracer } | undefined;
  private readonly standing = new WeakMap<Survey, Promise<Survey>>();
  private leg: { survey: Survey; at: PlaceOfLeg; inspection: Promise<LegInspection> } | undefined;
  private ground: { area: Rectangle; heights: Promise<HeightGrid> } | undefined;

  private constructor(scene: Scene, prepared: PreparedScene, kernel: WebAssembly.Module, memory: SceneMemory) {
    this.scene = scene;
    this.prepared = prepared;
    this.kernel = kernel;
    this.memory = memory;
  }

  /** Puts a scene whose trees are built into memory. Throws UserError if it does not fit, AbortedError. */
  static async of(
    scene: Scene,
    prepared: PreparedScene,
    kernel: WebAssembly.Module,
    signal?: AbortSignal,
  ): Promise<SceneInspector> {
    return new SceneInspector(scene, prepared, kernel, await createSceneMemory(prepared.device, signal));
  }

  /** The compiled kernel. */
  get module(): WebAssembly.Module {
    return this.kernel;
  }

  /** Traces single rays, relative to the scene's frame origin. Not to be kept over an `await`. */
  rays(): SingleRays {
    if (this.user === undefined || !('rays' in this.user))
      this.user = { rays: new SingleRays(this.kernel, this.memory) };
    return this.user.rays;
  }

  /** Traces pulses of a leg. Not to be kept over an `await`. */
  pulses(leg: TracedLeg): PulseTracer {
    if (this.user === undefined || !('pulses' in this.user) || this.user.leg !== leg)
      this.user = { leg, pulses: new PulseTracer(this.kernel, this.memory, leg.settings, leg.program) };
    return this.user.pulses;
  }

  /** Settings of a run of an instrument in this scene. */
  settingsOf(scan: InstrumentScan): RunSettings {
    return settingsOf(scan, this.prepared);
  }

  /**
   * A leg of a survey of this scene, ready to be traced; the last one is kept. Throws UserError where the survey has
   * none there.
   */
  async legOf(survey: Survey, at: PlaceOfLeg): Promise<LegInspection> {
    const { leg } = this;
    if (leg?.survey === survey && leg.at.scanner === at.scanner && leg.at.leg === at.leg) return leg.inspection;
    const inspection = this.standingOf(survey).then((standing) =>
      inspectLeg(standing, at, { scene: this.scene, prepared: this.prepared, kernel: this.kernel }),
    );
    this.leg = { survey, at, inspection };
    inspection.catch(() => {
      if (this.leg?.inspection === inspection) this.leg = undefined;
    });
    return inspection;
  }

  /** The survey with its legs on the ground, as a run has them. */
  private standingOf(survey: Survey): Promise<Survey> {
    const known = this.standing.get(survey) ?? standLegs(survey, this.scene);
    this.standing.set(survey, known);
    return known;
  }

  /**
   * Heights of the ground over an area and some way around it; those made last are kept. Throws UserError,
   * AbortedError.
   */
  async groundOver(area: Rectangle, place: SourcePlace, signal?: AbortSignal): Promise<HeightGrid> {
    if (this.ground === undefined || !holds(this.ground.area, area)) {
      const wide = this.widened(area);
      const ground = { area: wide, heights: finishInTurns(groundHeights(this.scene, wide, place)) };
      this.ground = ground;
      ground.heights.catch(() => {
        if (this.ground === ground) this.ground = undefined;
      });
    }
    const heights = await this.ground.heights;
    if (signal?.aborted) throw new AbortedError();
    return heights;
  }

  /** The area with the whole scene, or, of a large one, with some more of it. */
  private widened({ min, max }: Rectangle): Rectangle {
    const { bounds, triangleCount } = this.scene;
    const grown = (axis: 0 | 1): [number, number] =>
      triangleCount <= TRIANGLES_KEPT
        ? [Math.min(min[axis], bounds.min[axis] - 1), Math.max(max[axis], bounds.max[axis] + 1)]
        : [min[axis] - MARGIN, max[axis] + MARGIN];
    const [x, y] = [grown(0), grown(1)];
    return { min: [x[0], y[0]], max: [x[1], y[1]] };
  }
}

/** Whether an area lies in another one. */
const holds = (outer: Rectangle, { min, max }: Rectangle): boolean =>
  [0, 1].every((axis) => outer.min[axis] <= min[axis] && max[axis] <= outer.max[axis]);
