import { describe, expect, it } from 'vitest';
import { ProgressBar } from '../../src/cli/progress-bar.js';
import { FakeStream } from './fakes.js';

function fakeBar(isTTY: boolean) {
  const stream = new FakeStream();
  stream.isTTY = isTTY;
  const clock = { time: 0 };
  const bar = new ProgressBar(stream, () => clock.time);
  const update = (time: number, done: number, task = 'simulate') => {
    clock.time = time;
    bar.update({ task, done, total: 1000, unit: 'pulses' });
  };
  return { stream, bar, update };
}

describe('progress bar on a terminal', () => {
  it('draws one line with rate and time left', () => {
    const { stream, update } = fakeBar(true);
    update(0, 0);
    stream.text = '';
    update(2, 250);
    expect(stream.text).toBe('\r\u001b[Ksimulate [######------------------] 25 %  125 pulses/s  6.0 s left');
  });

  it('redraws at most ten times a second, but always the end', () => {
    const { stream, update } = fakeBar(true);
    for (let step = 0; step <= 100; step++) update(step / 100, step * 9);
    expect(stream.text.split('\r').length - 1).toBeLessThanOrEqual(11);
    update(1.001, 1000);
    expect(stream.text).toMatch(/100 % /);
  });

  it('goes away when something else is to be printed', () => {
    const { stream, bar, update } = fakeBar(true);
    bar.clear();
    expect(stream.text).toBe('');
    update(0, 10);
    bar.clear();
    expect(stream.text.endsWith('\r\u001b[K')).toBe(true);
  });
});

describe('progress in a file or pipe', () => {
  it('prints a line for every 10 %', () => {
    const { stream, update } = fakeBar(false);
    for (let step = 0; step <= 100; step++) update(step, step * 10);
    const lines = stream.text.trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('simulate: 10 %, 100 of 1 k pulses, 10 pulses/s, 1 min 30 s left');
    expect(lines[9]).toBe('simulate: 100 %, 1 k of 1 k pulses, 10 pulses/s');
    expect(stream.text).not.toContain('\r');
  });

  it('says nothing of tasks that take no time', () => {
    const { stream, update } = fakeBar(false);
    for (let step = 0; step <= 10; step++) update(step / 100, step * 100);
    expect(stream.text).toBe('');
  });

  it('begins anew with another task', () => {
    const { stream, update } = fakeBar(false);
    update(0, 0, 'build');
    update(5, 1000, 'build');
    update(5, 0);
    update(10, 500);
    expect(stream.text).toBe(
      'build: 100 %, 1 k of 1 k pulses, 200 pulses/s\nsimulate: 50 %, 500 of 1 k pulses, 100 pulses/s, 5.0 s left\n',
    );
  });
});
