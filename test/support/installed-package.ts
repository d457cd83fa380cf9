import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from './read-tar.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Facts of an installed package in package-lock.json; only tests and builds need `dev`. */
interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/**
 * Packs the project as npm does, and unpacks it in `node_modules` of an empty folder, with links to its dependencies
 * and to nothing else. Returns the path of the program. Programs see the links as folders of their own with Node's
 * `--preserve-symlinks`; without it they would find their way into the project's `node_modules`.
 */
export function installPackage(folder: string): string {
  const installed = join(folder, 'node_modules', 'subray');
  const files = [...readTar(pack(folder))].map(([name, bytes]) => [join(installed, unwrapped(name)), bytes] as const);
  for (const path of new Set(files.map(([path]) => dirname(path)))) mkdirSync(path, { recursive: true });
  for (const [path, bytes] of files) writeFileSync(path, bytes);
  for (const name of productionDependencies()) link(name, folder);
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return join(installed, bin.subray);
}

/** The archive that npm would publish. */
function pack(folder: string): Buffer {
  const argv = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', argv, { cwd: ROOT, shell: true, stdio: 'ignore' });
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return gunzipSync(readFileSync(join(folder, archive)));
}

/** Everything in npm's archives lies in a folder `package`. */
const unwrapped = (name: string) => name.replace(/^package\//, '');

/**
 * Folders in `node_modules` of the packages that users get without the optional ones; packages inside of one of them
 * come with it.
 */
function productionDependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<Locked>(packages)
    .filter(([path, { dev, optional, devOptional }]) => path && !dev && !optional && !devOptional)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0);
}

function link(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(join(ROOT, path), join(folder, path), 'junction');
}
