import { defineConfig } from 'vitest/config';
import { groupOf, testFiles } from './test/support/test-groups.js';

// The tests of one folder of src/, those that mirror it, for `npm run test:mutation`: they need no GPU and start no program.
const folder = process.env.MUTATED_FOLDER;
if (!folder) throw new Error('npm run test:mutation -- FOLDER sets MUTATED_FOLDER');
const include = testFiles().filter((file) => file.startsWith(`test/${folder}/`) && groupOf(file) === 'shared');

export default defineConfig({ test: { include, isolate: false, testTimeout: 120_000, hookTimeout: 120_000 } });
