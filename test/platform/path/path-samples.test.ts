import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import type { CurvePiece } from '../../../src/platform/path/catmull-rom.js';
import { curveSamples, lineSamples, type PathSample } from '../../../src/platform/path/path-samples.js';

/** A right angle along a circle, at a rate of a right angle for t from 0 to 1. */
function arcPiece(radius: number): CurvePiece {
  const angle = Math.PI / 2;
  return {
    at: (t) => [radius * Math.sin(t * angle), radius * (1 - Math.cos(t * angle)), 0],
    slope: (t) => [radius * angle * Math.cos(t * angle), radius * angle * Math.sin(t * angle), 0],
  };
}

/** The samples of pieces; of more than 100 the first 100, so that a fault does not take hours. */
function samplesOf(...pieces: CurvePiece[]): PathSample[] {
  const samples: PathSample[] = [];
  for (const sample of curveSamples(pieces)) if (samples.push(sample) === 100) break;
  return samples;
}

describe('samples of a curve', () => {
  it.each([
    // The chord of an angle a is off by r (1 − cos(a/2)): 1 mm allows 2 acos(0.999) = 0.0894, and π/2/32 = 0.0491.
    ['is 1 mm from its chord', 1, 32],
    // 2 acos(0.99) = 0.28, but no more than 0.1 of a turn: π/2/16 = 0.0982.
    ['turns by 0.1', 0.1, 16],
    // The chord is 0.141 mm long, that of one half 2 r sin(π/8) = 0.077 mm.
    ['is 0.1 mm long', 1e-4, 2],
    ['is shorter', 5e-5, 1],
  ])('are as close as it takes where it %s', (_, radius, pieces) => {
    const piece = arcPiece(radius);
    const expected = Array.from({ length: pieces + 1 }, (_, k) => k / pieces);
    expect(samplesOf(piece)).toEqual(expected.map((t) => ({ position: piece.at(t), direction: piece.slope(t) })));
  });

  it('halve a piece that never becomes straight 24 times', () => {
    const askew: CurvePiece = { at: (t) => [4000 * t, 0, 0], slope: () => [0, 1, 0] };
    const samples = curveSamples([askew]);
    expect(samples.next().value.position).toEqual([0, 0, 0]);
    expect(samples.next().value.position).toEqual([4000 / 2 ** 24, 0, 0]);
  });

  it('are the ends of straight pieces, of one behind the other, with or without a direction', () => {
    const line = (from: number, speed: number): CurvePiece => ({
      at: (t) => [from + t, 0, 0],
      slope: () => [speed, 0, 0],
    });
    expect(samplesOf(line(3, 1), line(4, 0))).toEqual([
      { position: [3, 0, 0], direction: [1, 0, 0] },
      { position: [4, 0, 0], direction: [1, 0, 0] },
      { position: [5, 0, 0], direction: [0, 0, 0] },
    ]);
  });
});

describe('samples of lines', () => {
  it('are the ends, the corners, and the places a millimetre from them, with the direction that follows', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [0, 2, 0],
      [4, 2, 0],
    ];
    const [north, east]: Vec3[] = [
      [0, 1, 0],
      [1, 0, 0],
    ];
    expect([...lineSamples(points)]).toEqual([
      { position: [0, 0, 0], direction: north },
      { position: [0, 1.999, 0], direction: north },
      { position: [0, 2, 0], direction: [1, 1, 0] },
      { position: [0.001, 2, 0], direction: east },
      { position: [4, 2, 0], direction: east },
    ]);
    expect([...lineSamples(points.slice(0, 2))]).toEqual([
      { position: [0, 0, 0], direction: north },
      { position: [0, 2, 0], direction: north },
    ]);
  });
});
