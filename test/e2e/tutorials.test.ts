import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installPackage } from '../support/installed-package.js';
import { missingLines, namedFiles, readTutorial, type Step, wordsOf } from '../support/tutorial.js';

const PAGES = resolve(import.meta.dirname, '../../docs/tutorials');
const names = readdirSync(PAGES).filter((name) => name.endsWith('.md'));

// Users have nothing but the package: a folder of its own for each page, beside the same installation.
const home = mkdtempSync(join(tmpdir(), 'subray-tutorials-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const program = installPackage(home);
const env = { ...process.env, NODE_OPTIONS: '--preserve-symlinks', NODE_PATH: '', SUBRAY_CACHE: join(home, 'cache') };

/** What Node runs for a line: the installed program, or one that the reader wrote. */
function argumentsOf([first, second, ...rest]: readonly string[]): string[] {
  if (first === 'node') return [second, ...rest];
  expect(`${first} ${second}`).toBe('npx subray');
  return [program, ...rest];
}

/** Runs a line of a page; returns all that it prints. */
function runLine(line: string, cwd: string): string {
  const argv = argumentsOf(wordsOf(line));
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8' });
  expect(`exit code ${status}\n${status === 0 ? '' : stderr}`, line).toBe('exit code 0\n');
  return stdout + stderr;
}

function follow(step: Step, folder: string): void {
  if (step.kind === 'file') {
    writeFileSync(join(folder, step.name), step.content);
    return;
  }
  const output = step.commands.map((line) => runLine(line, folder)).join('\n');
  expect(missingLines(step.printed, output), `${step.commands.join('\n')}\n${output}`).toEqual([]);
}

describe('the package of the tutorials', () => {
  it('reaches its own dependencies and no others', () => {
    const { resolve: find } = createRequire(program);
    expect(find('yargs')).toBeTruthy();
    for (const tool of ['typescript', 'vitest', 'webgpu']) expect(() => find(tool)).toThrow(tool);
  });
});

describe('the tutorial', () => {
  it.each(names)('%s does and prints what it says', (name) => {
    const page = readFileSync(join(PAGES, name), 'utf8');
    const steps = readTutorial(page);
    expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['file', 'commands']));
    const folder = mkdtempSync(join(home, 'page-'));
    for (const step of steps) follow(step, folder);
    expect(namedFiles(page).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });
});
