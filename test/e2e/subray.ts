import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { CliContext } from '../../src/cli/context.js';

/** The program as it is installed; `npm ci` and `npm run build` make it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Outcome of a run of the program. */
export interface Outcome {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export const MEBIBYTE = 2 ** 20;

/** A file system of 1 MiB at `path`; undefined if this machine does not allow to mount one. */
export function mountSmall(path: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEBIBYTE}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  afterAll(() => void execFileSync('umount', [path]));
  return path;
}

/** A program under way. */
export interface Running {
  child: ChildProcess;
  /** Standard error so far. */
  said(): string;
  outcome: Promise<Outcome>;
}

/** A folder of its own to run the program in, removed after the tests of the file. */
export interface Workplace {
  path: string;
  /** Writes a file, and its folders; gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Makes a folder; gives its path. */
  folder(name: string): string;
  /** Names in a folder, hidden ones too, sorted. */
  names(folder?: string): string[];
  start(...argv: string[]): Running;
  run(...argv: string[]): Promise<Outcome>;
  /**
   * Runs a command line as the program does, but in this process, without a second for its start; one at a time, since
   * the folder of the process is the workplace's until it ends. Exit codes and signals of a process are tested with
   * `run`.
   */
  answer(...argv: string[]): Promise<Outcome>;
}

/**
 * A workplace. Its cache of search trees is its own as well; `env` are further variables of its programs; undefined:
 * unset.
 */
export function workplace(env: Record<string, string | undefined> = {}): Workplace {
  const path = mkdtempSync(join(tmpdir(), 'subray-e2e-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const at = (name: string) => join(path, name);
  const start = (...argv: string[]): Running => {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not built: npm run build`);
    const child = spawn(process.execPath, [PROGRAM, ...argv], {
      cwd: path,
      env: { ...process.env, ...env, SUBRAY_CACHE: at('cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    const outcome = new Promise<Outcome>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
    });
    return { child, said: () => stderr, outcome };
  };
  return {
    path,
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    folder(name) {
      mkdirSync(at(name), { recursive: true });
      return at(name);
    },
    names: (folder = '.') => readdirSync(at(folder)).sort(),
    start,
    run: (...argv) => start(...argv).outcome,
    answer: async (...argv) => {
      const answerTo = await commandLine();
      return inPlace(path, { ...env, SUBRAY_CACHE: at('cache') }, () => answerTo(argv));
    },
  };
}

/**
 * Output and exit code of a command line, without a process of its own. The sources of the command line are loaded
 * here, since that takes a second that files without an `answer` need not spend.
 */
async function commandLine(): Promise<(argv: readonly string[]) => Promise<Outcome>> {
  const [{ runCli }, { nodeContext }] = await Promise.all([
    import('../../src/cli/cli.js'),
    import('../../src/cli/node-context.js'),
  ]);
  return async (argv) => {
    const { said, context } = listening(nodeContext());
    return { code: await runCli(argv, context), ...said };
  };
}

/** A context whose output is kept. */
function listening(own: CliContext) {
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const exit = (code: number) => {
    throw new Error(`the program would end at once, with exit code ${code}`);
  };
  return { said, context: { ...own, stdout: stream('stdout'), stderr: stream('stderr'), exit } };
}

/** Does `action` with `folder` as the folder of the process and `env` in its environment. */
async function inPlace<T>(
  folder: string,
  env: Record<string, string | undefined>,
  action: () => Promise<T>,
): Promise<T> {
  const before = { folder: process.cwd(), env: process.env };
  process.chdir(folder);
  process.env = { ...before.env, ...env };
  try {
    return await action();
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
  }
}

/** Parts of a survey that a test wants otherwise, as YAML. */
export interface SurveyParts {
  scene?: string;
  scanner?: string;
  legs?: string;
  output?: string;
  /** More lines. */
  more?: string;
}

/** A small survey: a square of 20 m and a scanner of 16 lasers above it, about a thousand points. */
export function surveyText(parts: SurveyParts = {}): string {
  const {
    scene = '{ parts: [ { file: square.obj } ] }',
    scanner = 'velodyne-vlp-16',
    legs = '[ { position: [0, 0, 1.5] } ]',
    output = '[ cloud.las ]',
    more = '',
  } = parts;
  return `scene: ${scene}\nscanner: ${scanner}\nlegs: ${legs}\noutput: ${output}\n${more}`;
}

export const SQUARE = 'o square\nv -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3 4\n';

/**
 * The program's one complaint without "subray: "; fails unless it ended with exit code 2, said
 * nothing else, and left no stack.
 */
export function complaintOf({ code, stdout, stderr }: Outcome): string {
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).not.toMatch(/\n\s+at |Error:|undefined|NaN m/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a message must not steer the terminal
  expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  const complaints = stderr.split('\n').filter((line) => line.startsWith('subray: '));
  expect(complaints, stderr).toHaveLength(1);
  return stderr.slice(stderr.indexOf('subray: ') + 'subray: '.length).trimEnd();
}
