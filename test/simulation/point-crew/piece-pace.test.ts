import { describe, expect, it } from 'vitest';
import { PiecePace } from '../../../src/simulation/point-crew/piece-pace.js';

describe('the pace of a thread', () => {
  it('is what it makes in four milliseconds, by the last piece', () => {
    const pace = new PiecePace();
    expect(pace.points).toBe(1024);
    pace.note(1024, 0.001);
    expect(pace.points).toBe(4096);
    pace.note(4096, 0.032);
    expect(pace.points).toBe(512);
  });

  it('is not guessed from a few points, and never so slow that pieces cost more than points', () => {
    const pace = new PiecePace();
    pace.note(255, 1);
    pace.note(0, 0);
    expect(pace.points).toBe(1024);
    pace.note(256, 1);
    expect(pace.points).toBe(256);
  });
});
