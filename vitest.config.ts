import { defineConfig } from 'vitest/config';
import { softwareVulkan } from './test/support/software-vulkan.js';

// Tests run in child processes, which find a GPU through what stands here.
Object.assign(process.env, await softwareVulkan());

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
