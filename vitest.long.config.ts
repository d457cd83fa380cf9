import { defineConfig } from 'vitest/config';
import { softwareVulkan } from './test/support/software-vulkan.js';
import { longFiles } from './test/support/test-groups.js';

// Tests run in child processes, which find a GPU through what stands here.
Object.assign(process.env, await softwareVulkan(), { SUBRAY_TEST_LONG: '1' });

export default defineConfig({
  test: {
    include: longFiles(),
    setupFiles: ['test/support/equal-bytes.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    passWithNoTests: true,
  },
});
