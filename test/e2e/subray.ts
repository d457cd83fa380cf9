import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

/** The program as it is installed; `npm ci` and `npm run build` make it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a run of the program left behind. */
export interface Outcome {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
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
}

/** A workplace. Its cache of search trees is its own as well; `env` is what its programs find besides; undefined: not. */
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
  };
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

/** The program's one complaint without "subray: "; fails unless it ended with exit code 2, said nothing else, and left no stack. */
export function complaintOf({ code, stdout, stderr }: Outcome): string {
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).not.toMatch(/\n\s+at |Error:|undefined|NaN m/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a message must not steer the terminal
  expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  const complaints = stderr.split('\n').filter((line) => line.startsWith('subray: '));
  expect(complaints, stderr).toHaveLength(1);
  return stderr.slice(stderr.indexOf('subray: ') + 'subray: '.length).trimEnd();
}
