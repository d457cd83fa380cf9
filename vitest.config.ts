import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { softwareVulkan } from './test/support/software-vulkan.js';

// Tests run in child processes, which find a GPU through what stands here.
Object.assign(process.env, await softwareVulkan());

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Vitest leaves one core free for itself, which on two is half of them.
    maxWorkers: availableParallelism(),
    // Tests of the GPU in software take all cores, and may have to share them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
