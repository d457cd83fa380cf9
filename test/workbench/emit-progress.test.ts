import { expect, it, vi } from 'vitest';
import { emitProgress } from '../../src/workbench/emit-progress.js';

it('tells the beginning and the end of each task, and now and then what comes between', () => {
  const clock = vi.spyOn(performance, 'now');
  const told: string[] = [];
  const tell = emitProgress(({ progress: { task, done } }) => told.push(`${task} ${done}`));
  // One each millisecond.
  for (const [k, task] of ['build', 'simulate'].entries())
    for (let done = 0; done <= 120; done++) {
      clock.mockReturnValue(1000 * k + done);
      tell({ task, done, total: 120, unit: 'pulses' });
    }
  clock.mockRestore();
  expect(told).toEqual(['build', 'simulate'].flatMap((task) => [0, 50, 100, 120].map((done) => `${task} ${done}`)));
});
