import type { Point } from '../document/edits/index.js';
import { NumberInput } from '../ui/field.js';

/** What `PointTable` shows and tells. */
export interface PointTableProps {
  name: string;
  /** The coordinates that can be typed, in metres. */
  axes: readonly ('x' | 'y' | 'z')[];
  points: readonly Point[];
  onMove(index: number, to: Point): void;
  /** Absent: none can be removed. */
  onRemove?(index: number): void;
}

/** Points in a table whose coordinates can be typed. */
export function PointTable({ name, axes, points, onMove, onRemove }: PointTableProps) {
  return (
    <table class="points" aria-label={name}>
      <thead>
        <tr>
          <td />
          {axes.map((axis) => (
            <th key={axis} scope="col">
              {axis} <span class="unit">m</span>
            </th>
          ))}
          {onRemove && <td />}
        </tr>
      </thead>
      <tbody>
        {points.map((point, index) => (
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {axes.map((axis, k) => (
              <td key={axis}>
                <NumberInput
                  aria-label={`${axis} of point ${index + 1}, metres`}
                  value={point[k]}
                  onChange={(value) => value !== undefined && onMove(index, withAxis(point, k, value))}
                />
              </td>
            ))}
            {onRemove && (
              <td>
                <button
                  type="button"
                  class="icon"
                  aria-label={`Remove point ${index + 1}`}
                  onClick={() => onRemove(index)}
                >
                  ✕
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const withAxis = (point: Point, axis: number, value: number): Point => point.with(axis, value) as unknown as Point;
