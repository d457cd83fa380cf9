import { invariant } from '../base/errors.js';
import { Instance, Motion, MotionKnot, Phases, Shape, ShapeKnot } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import type { MeshShapes } from '../scene/model.js';
import type { ClipPhases } from '../scene/motion/sampled-motion.js';
import { durationOf, isDeforming } from '../scene/motion/shape-at.js';
import type { Scene, SceneInstance } from '../scene/scene.js';
import type { RecordWriter } from './record-writer.js';

/** A list of knots: its place among the records, and what is written there. */
interface PlacedKnots {
  first: number;
  times: Float64Array;
  /** Moments at the times, of phases; the boxes of intervals, of shapes, which are one fewer than the times. */
  moments?: Float64Array;
  boxes?: Float32Array;
}

/** The phases of a motion, or the shape of a mesh whose clip begins anew or not. */
interface PlacedRecord {
  number: number;
  knots: PlacedKnots;
  shape?: { trees: NonNullable<WideBvh['shape']>; duration: number; loop: boolean };
}

/** The Phases and Shapes of movers that deform, and their knots, behind the Motions of all movers. */
export class ShapeRecords {
  /** Records and knots together. */
  readonly count: number;
  private readonly phases = new Map<ClipPhases, PlacedRecord>();
  private readonly shapes = new Map<string, PlacedRecord>();
  /** For each mover that deforms its number among them, and those of its records. */
  private readonly users: { mover: number; phases: PlacedRecord; shape: PlacedRecord }[] = [];

  /** The first record of a scene has the number `first` among its instances. */
  constructor(
    scene: Pick<Scene, 'meshes' | 'motions'>,
    trees: readonly Pick<WideBvh, 'shape'>[],
    movers: readonly SceneInstance[],
    first: number,
  ) {
    const { meshes, motions = [] } = scene;
    let next = first;
    const take = (count: number) => {
      next += count;
      return next - count;
    };
    const keys = new Map<MeshShapes, PlacedKnots>();
    for (const [mover, instance] of movers.entries()) {
      if (!isDeforming(scene, instance)) continue;
      const { phases } = motions[instance.motion ?? 0];
      const { shapes } = meshes[instance.mesh];
      const { shape } = trees[instance.mesh];
      invariant(phases && shapes && shape, 'what deforms has phases, shapes and their trees');
      const { times, moments, loop } = phases;
      const played = this.phases.get(phases) ?? {
        number: take(1),
        knots: { first: take(times.length), times, moments },
      };
      this.phases.set(phases, played);
      const knots = keys.get(shapes) ?? { first: take(shape.intervals), times: shapes.times, boxes: shape.boxes };
      keys.set(shapes, knots);
      const key = `${instance.mesh} ${loop}`;
      const own = { trees: shape, duration: durationOf(shapes), loop };
      const kept = this.shapes.get(key) ?? { number: take(1), knots, shape: own };
      this.shapes.set(key, kept);
      this.users.push({ mover, phases: played, shape: kept });
    }
    this.count = next - first;
  }

  /** Writes them, and their numbers into the Motions of movers; the writer begins with record number `base`. */
  write(writer: RecordWriter, base: number): void {
    for (const { mover, phases, shape } of this.users) {
      writer.u32(mover * Motion.SIZE + Motion.phases, phases.number);
      writer.u32(mover * Motion.SIZE + Motion.shape, shape.number);
    }
    for (const { number, knots, shape } of [...this.phases.values(), ...this.shapes.values()]) {
      const at = (number - base) * Instance.SIZE;
      writer.u32(at + Phases.firstKnot, knots.first);
      writer.u32(at + Phases.knotCount, knots.moments ? knots.times.length : knots.times.length - 1);
      if (shape) writeShape(writer, at, shape);
      writeKnots(writer, (knots.first - base) * Instance.SIZE, knots);
    }
  }
}

function writeShape(writer: RecordWriter, at: number, { trees, duration, loop }: NonNullable<PlacedRecord['shape']>) {
  if (loop && duration > 0) {
    writer.f32Pair(at + Shape.periodHigh, at + Shape.periodLow, duration);
    writer.f32(at + Shape.perPeriod, 1 / duration);
  }
  writer.u32(at + Shape.nodeStride, trees.nodeStride);
  writer.u32(at + Shape.cornerStride, trees.blockStride);
}

function writeKnots(writer: RecordWriter, start: number, { times, moments, boxes }: PlacedKnots): void {
  for (let k = 0; k < times.length - (moments ? 0 : 1); k++) {
    const at = start + k * MotionKnot.SIZE;
    writer.f32Pair(at + MotionKnot.timeHigh, at + MotionKnot.timeLow, times[k]);
    if (moments) writer.f32Pair(at + MotionKnot.position, at + MotionKnot.positionLow, moments[k]);
    for (let axis = 0; boxes && axis < 3; axis++) {
      writer.f32(at + ShapeKnot.low + 4 * axis, boxes[6 * k + axis]);
      writer.f32(at + ShapeKnot.high + 4 * axis, boxes[6 * k + 3 + axis]);
    }
    if (k + 1 < times.length)
      writer.f32Pair(at + MotionKnot.perStepHigh, at + MotionKnot.perStepLow, 1 / (times[k + 1] - times[k]));
  }
}
