import { describe, expect, it } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import { composeRigid, emptyRigid, invertRigid, moved, type Rigid, type RigidOut } from '../../src/base/rigid.js';
import type { Vec3 } from '../../src/base/vec3.js';

const QUARTER = Math.PI / 2;
/** Heading 90° sends forward (+y) to +x, and right (+x) to −y. */
const turned: Rigid = { position: [10, 20, 30], orientation: fromAttitude(QUARTER, 0, 0) };
const other: Rigid = { position: [1, 2, 3], orientation: fromAttitude(0.2, -0.4, 1.3) };

const near = (values: Vec3) => values.map((value) => expect.closeTo(value, 12));
const copyOf = ({ position, orientation }: Rigid): RigidOut => ({
  position: [...position],
  orientation: [...orientation],
});

describe('rigid motions', () => {
  it('turn first, then move', () => {
    expect(moved(turned, [1, 2, 3])).toEqual(near([12, 19, 33]));
    expect(moved(emptyRigid(), [1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('composed do the second first', () => {
    const p: Vec3 = [-4, 5, 6];
    expect(moved(composeRigid(turned, other), p)).toEqual(near(moved(turned, moved(other, p))));
    expect(composeRigid(turned, { position: [0, 5, 0], orientation: [0, 0, 0, 1] }).position).toEqual(
      near([15, 20, 30]),
    );
  });

  it('are undone by their inverse', () => {
    expect(moved(invertRigid(turned), [12, 19, 33])).toEqual(near([1, 2, 3]));
    expect(composeRigid(other, invertRigid(other)).position).toEqual(near([0, 0, 0]));
  });

  it('may be filled into an argument', () => {
    const [first, second] = [copyOf(turned), copyOf(other)];
    expect(composeRigid(first, other, first)).toBe(first);
    expect(first).toEqual(composeRigid(turned, other));
    expect(composeRigid(turned, second, second)).toEqual(composeRigid(turned, other));
    const back = copyOf(other);
    expect(invertRigid(back, back)).toEqual(invertRigid(other));
    const into = copyOf(turned);
    expect(moved(into, [1, 2, 3], into.position)).toEqual(near([12, 19, 33]));
  });
});
