import { type Affine, compose, IDENTITY, rotation } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import { length, normalize, type Vec3 } from '../../base/vec3.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { TransformDefinition } from '../schema/scene-schema.js';
import { noteFault, type Reading } from './reading.js';

/** A rotation about the origin: angles about x, then y, then z, turns one after the other, or an axis. Notes an axis of no length. */
export function resolveRotation(
  reading: Reading,
  rotate: NonNullable<TransformDefinition['rotate']>,
  path: ValuePath,
): Affine {
  if ('axis' in rotate) {
    if (length(rotate.axis) > 0) return rotation(normalize(rotate.axis), rotate.angle * DEGREE);
    noteFault(reading, [...path, 'axis'], rotate.axis, 'an axis that is not [0, 0, 0]');
    return IDENTITY;
  }
  const turns = rotate.map((turn, k) =>
    typeof turn === 'number' ? rotation(AXES[ORDER[k]], turn * DEGREE) : rotation(AXES[turn.axis], turn.angle * DEGREE),
  );
  return turns.reduce((before, next) => compose(next, before));
}

const ORDER = ['x', 'y', 'z'] as const;

const AXES: Readonly<Record<(typeof ORDER)[number], Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
