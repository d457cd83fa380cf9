import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { readTar } from './read-tar.js';

const PACKAGE = '@sparticuz/chromium';
const EXECUTABLE = 0o755;

/** Environment variable with the system's temporary folder, for tests with one of their own (`global-setup.ts`). */
export const SYSTEM_FOLDER = 'SUBRAY_SYSTEM_TMPDIR';

/** The folder of the package's compressed files; undefined if it is not installed, or its binaries cannot run. */
function archiveFolder(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    // The package exports its entry point only, which lies in build/cjs.
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../../bin');
  } catch {
    return undefined;
  }
}

/**
 * Unpacks files of the dev dependency `@sparticuz/chromium` into one folder under the system's temporary folder and
 * returns its path; undefined if they are not available. `X.tar.br` gives the files in it, any other `X.br` an
 * executable `X`. Files of an earlier process are used again; processes that unpack at once do not disturb each other.
 */
export async function unpackChromium(name: string, archives: readonly string[]): Promise<string | undefined> {
  const source = archiveFolder();
  if (!source) return undefined;
  const sizes = await Promise.all(archives.map(async (archive) => (await stat(join(source, archive))).size));
  const manifest = JSON.parse(await readFile(join(source, '../package.json'), 'utf8')) as { version: string };
  const key = [name, manifest.version, process.getuid?.() ?? 0, ...sizes].join('-');
  const folder = join(process.env[SYSTEM_FOLDER] ?? tmpdir(), `subray-test-${key}`);
  if (existsSync(folder)) return folder;

  const draft = await mkdtemp(`${folder}.`);
  try {
    await Promise.all(archives.map((archive) => unpack(join(source, archive), archive, draft)));
    await rename(draft, folder).catch((error: unknown) => {
      // Another process was first: its files are the same.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

async function unpack(from: string, archive: string, folder: string): Promise<void> {
  if (archive.endsWith('.tar.br')) return writeFiles(readTar(brotliDecompressSync(await readFile(from))), folder);
  const to = join(folder, archive.slice(0, -'.br'.length));
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: EXECUTABLE }));
}

async function writeFiles(files: ReadonlyMap<string, Buffer>, folder: string): Promise<void> {
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: EXECUTABLE });
  }
}
