import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, transformPoint, translation } from '../../../src/base/affine.js';
import { add, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { composeUpdate, type FramedMove } from '../../../src/scene/motion/compose-moves.js';

// Compositions as written in DynMotionEngine of HELIOS++, with X a point of the part and O its middle.

const O: Vec3 = [4, -2, 1];
const X: Vec3 = [5, 3, -7];
const [f, g, h]: Affine[] = [
  compose(translation([1, 2, 3]), rotation([0, 0, 1], 0.4)),
  compose(translation([-3, 0.5, 2]), rotation([1, 0, 0], -1.1)),
  compose(translation([0, -4, 0.2]), rotation([0, 1, 0], 2.3)),
];
const [F, G, H] = [f, g, h].map((map) => (point: Vec3) => transformPoint(map, point));
const ofScene = (map: Affine): FramedMove => ({ map, isOwn: false });
const ofPart = (map: Affine): FramedMove => ({ map, isOwn: true });

/** Where X and O are after the moves. */
function after(...moves: FramedMove[]): { x: Vec3; middle: Vec3 } {
  const body = { middle: O };
  const map = composeUpdate(moves, body);
  return { x: transformPoint(map, X), middle: body.middle };
}

function expectAt(found: Vec3, expected: Vec3): void {
  for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], 12);
}

const CASES: [name: string, moves: FramedMove[], x: Vec3, middle: Vec3][] = [
  ['one', [ofScene(f)], F(X), F(O)],
  // Its rotation leaves the middle where it is.
  ['one of the part', [ofPart(f)], add(F(subtract(X, O)), O), add(O, [1, 2, 3])],
  ['two, the first of them first', [ofScene(g), ofScene(f)], F(G(X)), F(G(O))],
  [
    'one of the part after another',
    [ofScene(g), ofPart(f)],
    add(G(O), F(subtract(G(X), G(O)))),
    add(G(O), F([0, 0, 0])),
  ],
  ['one after one of the part', [ofPart(g), ofScene(f)], F(add(O, G(subtract(X, O)))), F(add(O, G([0, 0, 0])))],
  [
    'two of the part',
    [ofPart(g), ofPart(f)],
    add(G(O), F(subtract(add(O, G(subtract(X, O))), G(O)))),
    add(G(O), F(subtract(add(O, G([0, 0, 0])), G(O)))),
  ],
  [
    'three, the last of the part',
    [ofPart(g), ofScene(f), ofPart(h)],
    add(F(add(O, G([0, 0, 0]))), H(subtract(F(add(O, G(subtract(X, O)))), F(add(O, G([0, 0, 0])))))),
    add(F(add(O, G([0, 0, 0]))), H([0, 0, 0])),
  ],
];

describe('moves of an update are composed', () => {
  it.each(CASES)('%s', (_, moves, x, middle) => {
    const found = after(...moves);
    expectAt(found.x, x);
    expectAt(found.middle, middle);
  });
});
