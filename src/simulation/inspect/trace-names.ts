import type { PointBatch } from '../../cloud/point-batch.js';
import type { Scene } from '../../scene/scene.js';
import type { PulseSubrays, TraceNames } from './pulse-trace.js';

type Labels = Pick<PulseSubrays, 'objects' | 'materials' | 'semantics' | 'classes'>;

/** Names of the numbers that surfaces and points have. */
export function traceNames({ names }: Pick<Scene, 'names'>, met: Labels, points?: PointBatch): TraceNames {
  const named = (
    list: ArrayLike<number>,
    more: ArrayLike<number> | undefined,
    nameOf: Readonly<Record<number, string>>,
  ) => {
    const numbers = new Set([...Array.from(list), ...Array.from(more ?? [])]);
    const entries = [...numbers].flatMap((number) => (nameOf[number] === undefined ? [] : [[number, nameOf[number]]]));
    return Object.fromEntries(entries) as Record<number, string>;
  };
  return {
    objects: named(met.objects, points?.instance, names.instances),
    materials: named(met.materials, points?.material, names.materials),
    semantics: named(met.semantics, points?.semantic, names.semantics),
    classes: named(met.classes, points?.classification, names.classes),
  };
}
