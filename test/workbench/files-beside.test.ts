import { expect, it } from 'vitest';
import { besideFiles } from '../../src/workbench/files-beside.js';
import type { RunStore } from '../../src/workbench/run-store.js';

/** A store with one run of these files, each as long as its name. */
const storeOf = (names: string[]): RunStore =>
  ({
    files: async () => names,
    file: async (_run: string, name: string) => new Blob([name]),
  }) as unknown as RunStore;

it('has what is neither a cloud nor of the workbench, with its bytes', async () => {
  const store = storeOf(['a.labels.json', 'a.las', 'points.subray.labels.json', 'points.subray.las', 'w/all.csv']);
  const outputs = [{ name: 'a.las', points: 1, bytes: 5 }];
  const files = ['a.labels.json', 'w/all.csv'].map((name) => ({ name, bytes: name.length }));
  expect(await besideFiles(store, 'run', outputs)).toEqual({ files, more: 0 });
});

it('tells some of very many, and how many more there are', async () => {
  const store = storeOf(Array.from({ length: 1234 }, (_, k) => `frames/${k}.pcd`));
  const { files, more } = await besideFiles(store, 'run', []);
  expect([files.length, more]).toEqual([100, 1134]);
});
