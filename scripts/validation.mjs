// npm run validation: measures the rows of docs/validation.md on both engines and writes the page. SUBRAY_SLOW_ROWS=1
// measures those that take minutes, too; without it, their lines stay as they are.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', 'test/validation', ...process.argv.slice(2)];
const env = { ...process.env, SUBRAY_WRITE_VALIDATION: '1' };
process.exitCode = spawnSync(process.execPath, vitest, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
