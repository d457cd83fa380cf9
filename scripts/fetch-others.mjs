// node scripts/fetch-others.mjs FOLDER [--from URL] [--table FILE]: brings the files of other projects that test/others
// reads, each repository of the table at its commit and with its folders alone, into FOLDER/OWNER+NAME. What is there
// already stays. FOLDER is outside of this project: nothing of it goes in here.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TABLE = fileURLToPath(new URL('../test/others/repositories.json', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: 'https://github.com' },
    table: { type: 'string', default: TABLE },
  },
});
if (positionals.length !== 1) {
  console.error('node scripts/fetch-others.mjs FOLDER: name one folder, outside of the project');
  process.exit(2);
}
const { repositories } = JSON.parse(readFileSync(values.table, 'utf8'));
const missing = repositories.filter((row) => !fetchRepository(resolve(positionals[0]), row));
if (missing.length > 0) {
  console.error(`not fetched: ${missing.map(({ repository }) => repository).join(', ')}`);
  process.exit(1);
}

/** Brings the folders of one row; returns whether all of them are there. */
function fetchRepository(parent, { repository, commit, licence, folders }) {
  const folder = join(parent, repository.replace('/', '+'));
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, '.git', 'shallow')) && git(folder, ['rev-parse', 'HEAD'])?.trim() === commit) return true;
  console.log(`${repository} (${licence}) ${commit.slice(0, 8)}`);
  return [
    ['init', '--quiet'],
    ['config', 'remote.origin.url', `${values.from}/${repository}`],
    // Bytes as they are in the repository, on every system.
    ['config', 'core.autocrlf', 'false'],
    ['sparse-checkout', 'set', '--no-cone', ...folders.map((name) => `/${name}/`)],
    ['fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', commit],
    ['checkout', '--quiet', '--detach', 'FETCH_HEAD'],
  ].every((argv) => git(folder, argv) !== undefined);
}

/** What git prints; undefined if it fails, which it has then explained. */
function git(folder, argv) {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...argv], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' },
  });
  return status === 0 ? stdout : undefined;
}
