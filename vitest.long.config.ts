import { defineConfig } from 'vitest/config';
import { softwareVulkan } from './test/support/software-vulkan.js';

// Tests run in child processes, which find a GPU through what stands here.
Object.assign(process.env, await softwareVulkan());

export default defineConfig({
  test: {
    include: ['test/**/*.long.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    passWithNoTests: true,
  },
});
