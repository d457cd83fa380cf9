import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect } from 'vitest';
import { installPackage } from '../support/installed-package.js';
import { missingLines, namedFiles, readTutorial, type Step, wordsOf } from '../support/tutorial.js';

const PAGES = resolve(import.meta.dirname, '../../docs/tutorials');
export const TUTORIALS = readdirSync(PAGES).filter((name) => name.endsWith('.md'));

/** The text of a page, whole, or up to a heading, which must be there. */
export function tutorialPage(name: string, end?: string): string {
  const page = readFileSync(join(PAGES, name), 'utf8');
  const at = end === undefined ? page.length : page.indexOf(`\n## ${end}\n`);
  if (at < 0) throw new Error(`${name} has no section "${end}"`);
  return page.slice(0, at);
}

// Users have nothing but the package: a folder of its own for each page, beside the same installation.
const home = mkdtempSync(join(tmpdir(), 'subray-tutorials-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
/** The installed program. */
export const program = installPackage(home);
const env = { ...process.env, NODE_OPTIONS: '--preserve-symlinks', NODE_PATH: '', SUBRAY_CACHE: join(home, 'cache') };

/** Arguments of Node for a line: the installed program, or one that the reader wrote. */
function argumentsOf([first, second, ...rest]: readonly string[]): string[] {
  if (first === 'node') return [second, ...rest];
  expect(`${first} ${second}`).toBe('npx subray');
  return [program, ...rest];
}

export interface FollowOptions {
  /** Pictures of a sixteenth of the pixels, which take most of the time of the programs that draw them. */
  smallPictures?: boolean;
}

/** Runs a line of a page; returns all that it prints. */
function runLine(line: string, cwd: string, { smallPictures }: FollowOptions): string {
  const isSmall = smallPictures && line.includes(' --png ');
  const argv = [...argumentsOf(wordsOf(line)), ...(isSmall ? ['--size', '400x300'] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8' });
  expect(`exit code ${status}\n${status === 0 ? '' : stderr}`, line).toBe('exit code 0\n');
  return stdout + stderr;
}

function follow(step: Step, folder: string, options: FollowOptions): void {
  if (step.kind === 'file') {
    writeFileSync(join(folder, step.name), step.content);
    return;
  }
  const output = step.commands.map((line) => runLine(line, folder, options)).join('\n');
  expect(missingLines(step.printed, output), `${step.commands.join('\n')}\n${output}`).toEqual([]);
}

/**
 * Follows the text of a page, and expects its commands to print the text's output, and the files that it names to be
 * there in the end.
 */
export function followTutorial(page: string, options: FollowOptions = {}): void {
  const steps = readTutorial(page);
  expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['file', 'commands']));
  const folder = mkdtempSync(join(home, 'page-'));
  for (const step of steps) follow(step, folder, options);
  expect(namedFiles(page).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
}
