import { basename } from 'node:path';
import { afterAll, expect } from 'vitest';

/**
 * A setup file of vitest for test files that share processes: fails those that load native code such as a GPU's, or
 * leave folder, environment or exit code of the process other than they were. Such a file says at its top "// Runs
 * alone: WHY." (`test-groups.ts`), unless it does by its imports already.
 */
const watched = globalThis as { strayed?: string[] };
watched.strayed ??= watchNativeCode([]);
const { strayed } = watched;
strayed.length = 0;
const before = stateOfProcess();

afterAll(() => {
  expect(strayed, 'what a test file that shares its process must not do; it can say "// Runs alone: WHY."').toEqual([]);
  expect(stateOfProcess(), 'the process as the file found it').toEqual(before);
});

function stateOfProcess() {
  const { PWD: _, ...env } = process.env;
  return { folder: process.cwd(), env, exitCode: process.exitCode };
}

function watchNativeCode(found: string[]): string[] {
  const original = process.dlopen;
  process.dlopen = (module: object, path: string, ...flags: number[]) => {
    found.push(`load ${basename(path)}`);
    return original.call(process, module, path, ...flags);
  };
  return found;
}
