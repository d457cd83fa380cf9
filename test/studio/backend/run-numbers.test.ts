import { beforeEach, expect, it, vi } from 'vitest';

/** A tab, whose module is its own; the place that tabs share is the same. */
async function openTab() {
  vi.resetModules();
  return import('../../../studio/backend/run-numbers.js');
}

const shared = new Map<string, string>();
let tabs = 1;

beforeEach(() => {
  shared.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shared.get(key) ?? null,
    setItem: (key: string, value: string) => void shared.set(key, value),
  });
  const held = () => Array.from({ length: tabs }, (_, k) => ({ name: `subray survey-${k}.yaml` }));
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: held() }), request: async (_: string, act: () => unknown) => act() },
  });
});

it('runs of two tabs have different numbers', async () => {
  tabs = 1;
  const first = await openTab();
  await first.noteRunNumber(4);
  tabs = 2;
  const second = await openTab();
  await second.noteRunNumber(4);
  expect([await first.takeRunNumber(4), await second.takeRunNumber(4), await first.takeRunNumber(5)]).toEqual([
    5, 6, 7,
  ]);
});

it('a number is given back where none was taken since', async () => {
  tabs = 2;
  const { giveBackRunNumber, takeRunNumber } = await openTab();
  expect(await takeRunNumber(0)).toBe(1);
  await giveBackRunNumber(1);
  expect([await takeRunNumber(0), await takeRunNumber(0)]).toEqual([1, 2]);
  await giveBackRunNumber(1);
  expect(await takeRunNumber(0)).toBe(3);
});

it('a tab alone goes on from the runs that are kept', async () => {
  tabs = 1;
  shared.set('subray last run', '9');
  const { noteRunNumber, takeRunNumber } = await openTab();
  await noteRunNumber(2);
  expect(await takeRunNumber(2)).toBe(3);
});
