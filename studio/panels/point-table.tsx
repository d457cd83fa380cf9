import { useSignal } from '@preact/signals';
import { LEG_LIMITS } from 'subray/browser';
import type { Point } from '../document/edits/index.js';
import { writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { NumberInput } from '../ui/number-input.js';

/** Properties of `PointTable`. */
export interface PointTableProps {
  name: string;
  /** The coordinates that can be typed, in metres. */
  axes: readonly ('x' | 'y' | 'z')[];
  points: readonly Point[];
  /** Faults of a point. */
  faultsOf?(index: number): readonly string[];
  onMove(index: number, to: Point): void;
  /** Absent: none can be removed. */
  onRemove?(index: number): void;
}

/** Characters of a coordinate of which three have room beside each other. */
const SHORT = 8;

/** Points whose coordinates can be typed: a line each, or as many as their coordinates need. */
export function PointTable({ name, points, ...row }: PointTableProps) {
  const isShort = points.every((point) => row.axes.every((_, k) => String(point[k]).length <= SHORT));
  return (
    <section class="points" aria-label={name}>
      <h3>
        {name} <span class="unit">m</span>
      </h3>
      <ol class={isShort ? 'short' : undefined}>
        {points.map((point, index) => (
          <PointRow key={index} point={point} index={index} {...row} />
        ))}
      </ol>
    </section>
  );
}

type PointRowProps = Omit<PointTableProps, 'name' | 'points'> & { point: Point; index: number };

function PointRow({ point, index, axes, faultsOf, onMove, onRemove }: PointRowProps) {
  const typed = useSignal<Readonly<Record<string, string | undefined>>>({});
  const faults = [...Object.values(typed.value).flatMap((fault) => fault ?? []), ...(faultsOf?.(index) ?? [])];
  return (
    <li>
      <span class="quiet">{index + 1}</span>
      <div class="point-axes">
        {axes.map((axis, k) => (
          <div key={axis} class="point-axis">
            <span class="quiet">{axis}</span>
            <NumberInput
              aria-label={`${axis} of point ${index + 1}, metres`}
              {...LEG_LIMITS.coordinate}
              value={writtenNumber(point[k])}
              isInvalid={faults.length > 0 && typeof point[k] !== 'number'}
              onFault={(fault) => {
                typed.value = { ...typed.value, [axis]: fault };
              }}
              onChange={(value) => value !== undefined && onMove(index, withAxis(point, k, value))}
            />
          </div>
        ))}
      </div>
      {onRemove && (
        <button type="button" class="icon" aria-label={`Remove point ${index + 1}`} onClick={() => onRemove(index)}>
          ✕
        </button>
      )}
      <FieldFaults faults={faults} />
    </li>
  );
}

function withAxis(point: Point, axis: number, value: number): Point {
  const to = [...point];
  to[axis] = value;
  return to as unknown as Point;
}
