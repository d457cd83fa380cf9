// Tries out the commands that are used most, each on top of what the last has left: their functions are compiled now, for this Node,
// instead of at every start.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A scene of a file, a tenth of a second of scanning. */
const SURVEY = `scene: { parts: [{ file: ground.obj }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 2], duration: 0.1 }]
output: [cloud.las]
`;
const GROUND = 'v -9 -9 0\nv 9 -9 0\nv 9 9 0\nf 1 2 3\n';

/** V8 forgets code that has not run for long: the longest command comes first. */
const COMMANDS = [
  ['run', 'survey.yaml'],
  ['info', 'cloud.las', '--png', 'cloud.png'],
  ['info', 'cloud.las'],
  ['--help'],
  ['material', 'list'],
  ['scanner', 'list'],
  ['run', 'survey.yaml', '--dry-run', '--force'],
  ['--version'],
];

/** Leaves code beside the parts of dist/cli. */
export function compileCli(root) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-build-'));
  try {
    writeFileSync(join(folder, 'survey.yaml'), SURVEY);
    writeFileSync(join(folder, 'ground.obj'), GROUND);
    for (const command of COMMANDS)
      execFileSync(
        process.execPath,
        ['--require', `${root}scripts/leave-code.cjs`, `${root}dist/cli/main.js`, ...command],
        {
          cwd: folder,
          env: { ...process.env, SUBRAY_CACHE: join(folder, 'cache'), NODE_OPTIONS: '' },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
