import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledSources } from './test/support/compiled-sources.js';
import { softwareVulkan } from './test/support/software-vulkan.js';
import { testGroups } from './test/support/test-groups.js';

// Tests run in child processes, which find a GPU through what stands here.
Object.assign(process.env, await softwareVulkan());

const { gpu, page, alone, replacing, shared } = testGroups();
const plugins = [compiledSources(import.meta.dirname)];

export default defineConfig({
  test: {
    // All cores have tests: what V8 would do beside them takes a seventh more of a core's seconds.
    // V8 would mark the whole heap twice a second, though it hardly grows: surveys make large arrays.
    execArgv: ['--single-threaded', '--initial-old-space-size=512'],
    globalSetup: 'test/support/global-setup.ts',
    // Vitest leaves one core free for itself, which on two is half of them.
    maxWorkers: availableParallelism(),
    // Tests of the GPU in software take all cores, and may have to share them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `npm run bench -- tests` wants to know what each file takes.
    setupFiles: ['test/support/equal-bytes.ts', ...(process.env.TEST_TIMES ? ['test/support/file-times.ts'] : [])],
    projects: [
      { extends: true, plugins, test: { name: 'alone', include: alone } },
      { extends: true, plugins, test: { name: 'page', include: page, isolate: false } },
      { extends: true, test: { name: 'replacing', include: replacing } },
      {
        extends: true,
        plugins,
        test: { name: 'shared', include: shared, isolate: false, setupFiles: ['test/support/share-process.ts'] },
      },
      // SwiftShader takes half a minute to compile what one scan needs: one process compiles it for all, after the others or,
      // with `npm test`, beside them.
      {
        extends: true,
        plugins,
        test: { name: 'gpu', include: gpu, isolate: false, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
