import { describe, expect, it } from 'vitest';
import { Point, WaveformPart } from '../../../src/device/records.generated.js';
import type { Records } from '../../../src/engine/engine.js';
import type { LegPiece } from '../../../src/simulation/points/leg-points.js';
import { splitPiece } from '../../../src/simulation/points/split-piece.js';

function recordsOf(count: number, size: number): Records {
  const words = new Uint32Array((count * size) / 4);
  return { words, floats: new Float32Array(words.buffer), count };
}

/**
 * A piece whose pulse `first + k` has `returns[k]` points, a part for each of these, and a sample more than parts
 * before in each.
 */
function pieceOf(first: number, returns: readonly number[]): LegPiece {
  const count = returns.reduce((sum, some) => sum + some, 0);
  const [points, parts] = [recordsOf(count, Point.SIZE), recordsOf(count, WaveformPart.SIZE)];
  let [k, samples] = [0, 0];
  returns.forEach((some, pulse) => {
    for (let number = 1; number <= some; number++, k++) {
      points.words[(k * Point.SIZE + Point.pulse) / 4] = first + pulse;
      points.words[(k * Point.SIZE + Point.returnNumber) / 4] = number;
      parts.words[(k * WaveformPart.SIZE + WaveformPart.pulse) / 4] = first + pulse;
      parts.words[(k * WaveformPart.SIZE + WaveformPart.sampleStart) / 4] = samples;
      parts.words[(k * WaveformPart.SIZE + WaveformPart.sampleCount) / 4] = k + 1;
      samples += k + 1;
    }
  });
  const waves = recordsOf(samples, 4);
  waves.floats.forEach((_, at) => {
    waves.floats[at] = at;
  });
  const truePlaces = recordsOf(points.count, 16);
  for (let at = 0; at < points.count; at++) truePlaces.floats[4 * at] = at;
  return { first, end: first + returns.length, outputs: { points, truePlaces, parts, samples: waves } };
}

const pulsesIn = ({ outputs: { points } }: LegPiece): number[] =>
  Array.from({ length: points.count }, (_, k) => points.words[(k * Point.SIZE + Point.pulse) / 4]);

describe('a piece of a leg', () => {
  it('is left whole where it has few points', () => {
    const piece = pieceOf(10, [1, 0, 3]);
    expect([...splitPiece(piece, 4)]).toEqual([piece]);
    expect([...splitPiece(pieceOf(10, [0, 0]), 4)]).toHaveLength(1);
  });

  it('has no more pulses than are asked for, whether or not they have points', () => {
    const piece = pieceOf(100, [0, 0, 0, 2, 1, 0, 0, 0]);
    const pieces = [...splitPiece(piece, 2, 3)];
    expect(pieces.map(({ first, end }) => [first, end])).toEqual([
      [100, 103],
      [103, 104],
      [104, 107],
      [107, 108],
    ]);
    expect(pieces.map(pulsesIn)).toEqual([[], [103, 103], [104], []]);
  });

  it('is divided into whole pulses, each once, with their points, parts and samples', () => {
    const returns = [2, 0, 3, 1, 1, 0, 5, 9, 2, 0, 0];
    const piece = pieceOf(100, returns);
    const pieces = [...splitPiece(piece, 4)];
    expect(pieces.map(({ first, end }) => [first, end])).toEqual([
      [100, 102],
      [102, 104],
      [104, 106],
      [106, 107],
      [107, 108],
      [108, 111],
    ]);
    expect(pieces.flatMap(pulsesIn)).toEqual(pulsesIn(piece));
    const places = pieces.flatMap(({ outputs: { truePlaces } }) =>
      [...truePlaces.floats].filter((_, k) => k % 4 === 0),
    );
    expect(places).toEqual(places.map((_, k) => k));
    for (const { first, end, outputs } of pieces) {
      const own = returns.slice(first - 100, end - 100).reduce((sum, some) => sum + some, 0);
      expect([outputs.points.count, outputs.parts.count]).toEqual([own, own]);
      expect(outputs.points.words).toHaveLength((own * Point.SIZE) / 4);
      const start = outputs.parts.words[WaveformPart.sampleStart / 4];
      // A sample is its own place among all.
      expect([...outputs.samples.floats]).toEqual(Array.from({ length: outputs.samples.count }, (_, k) => start + k));
    }
    expect(pieces.reduce((sum, { outputs }) => sum + outputs.samples.count, 0)).toBe(piece.outputs.samples.count);
  });
});
