// Seconds from an edit to the answer of its tests: a comment is added to a source, `npm test -- NAME` runs, and the
// source is put back. By the clock, and of all cores with every program that is started (POSIX `times`).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const options = {
  rounds: { type: 'string', default: '5' },
  /** Another checkout. */
  root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
};

/** Sources, and tests of them: of modules alone, of a stage of the kernel, and of its threads, which are bundled. */
const EDITS = [
  { source: 'src/base/quaternion.ts', test: 'base/quaternion' },
  { source: 'wasm/traverse.ts', test: 'engine/fan' },
  { source: 'src/engine/cpu/chunk-tracer.ts', test: 'engine/held-chunks' },
];

export async function run({ rounds, root }) {
  return EDITS.map(({ source, test }) => {
    const runs = Array.from({ length: Number(rounds) }, (_, round) => timeEdit(root, source, test, round));
    return { source, test, clock: median(runs.map(({ clock }) => clock)), core: median(runs.map(({ core }) => core)) };
  });
}

/** Seconds of one edit: each round has another comment, so that no cache knows it from the one before. */
function timeEdit(root, source, test, round) {
  const file = `${root}/${source}`;
  const text = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, `${text}// ${Date.now()} ${round}\n`);
    const started = performance.now();
    const shell = spawnSync('sh', ['-c', `npm test -- ${test} >&2; code=$?; times; exit $code`], {
      cwd: root,
      encoding: 'utf8',
    });
    if (shell.status !== 0) throw new Error(shell.stderr);
    return { clock: (performance.now() - started) / 1000, core: ofChildren(shell.stdout) };
  } finally {
    writeFileSync(file, text);
  }
}

/** User and system seconds of the programs that a shell has started: the second line of `times`. */
const ofChildren = (text) =>
  [
    ...text
      .trim()
      .split('\n')[1]
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].reduce((sum, [, m, s]) => sum + 60 * m + Number(s), 0);

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

export function print(rows) {
  for (const { source, test, clock, core } of rows)
    console.log(`${source}, npm test -- ${test}: ${core.toFixed(1)} s of a core, ${clock.toFixed(1)} s by the clock`);
}
