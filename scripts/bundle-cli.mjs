// The command line as a few files: what a command needs is found in one or two of them instead of in hundreds, and what only
// others need is in files that it does not load. Packages are bundled too, but for those that bring binaries.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, posix, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { TYPESCRIPT } from './load-source.mjs';

/** Packages that find files of their own beside them: a library of Dawn, a kernel in WebAssembly. */
const EXTERNAL = ['webgpu', 'laz-perf'];

/** Modules that stand for others. */
const aliases = (root) => ({
  'string-width': `${root}scripts/text-width.mjs`,
  // The package as modules, of which only what is used is taken; Node gets it as CommonJS.
  yaml: `${root}node_modules/yaml/browser/dist/index.js`,
});

/**
 * Modules that lie in one file each with all that they import, the first group first, since finding a file takes as long as
 * reading 100 KB. What is in no group, the bundler deals out by who needs it.
 */
const GROUPS = [
  { name: 'base', test: /[\\/]src[\\/]base[\\/][^\\/]+\.ts$/ },
  {
    name: 'start',
    test: /[\\/]src[\\/](cli[\\/](cli|node-context|options|interrupts|progress-bar|describe[\\/]format)|base[\\/]files[\\/]node-output-path)\.ts$/,
  },
  { name: 'documents', test: /[\\/]src[\\/]base[\\/]yaml[\\/]/ },
  { name: 'threads', test: /[\\/]src[\\/]engine[\\/]cpu[\\/](leg-tracer|node-kernel-module)\.ts$/ },
  { name: 'trees', test: /[\\/]src[\\/]bvh[\\/](build-mesh|top-level)\.ts$/ },
  {
    name: 'surveys',
    test: /[\\/]src[\\/](survey[\\/](node-load-survey|check|estimate)|cli[\\/]commands[\\/]run)\.ts$/,
  },
  { name: 'simulation', test: /[\\/]src[\\/]simulation[\\/]node-run-survey\.ts$/ },
].map((group, k) => ({ ...group, priority: 10 - k }));

/** `new URL('…', import.meta.url)`: a file of dist/ that a module of src/ refers to. */
const FILE_URL = /new URL\(\s*'([^']+)',\s*import\.meta\.url\)/g;

/** Replaces dist/cli by the bundle of src/cli/main.ts. Throws where anything is left to chance. */
export async function bundleCli(root) {
  const out = `${root}dist/cli`;
  const bundle = await rolldown({
    input: { main: `${root}src/cli/main.ts` },
    platform: 'node',
    external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { ...TYPESCRIPT, alias: aliases(root) },
    plugins: [filesOf(root)],
    onLog: (_level, { message }) => {
      throw new Error(`bundling src/cli: ${message}`);
    },
  });
  rmSync(out, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: out,
    format: 'es',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: GROUPS },
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  writeFileSync(
    `${out}/THIRD-PARTY-LICENSES.txt`,
    licences(
      root,
      output.flatMap(({ moduleIds = [] }) => moduleIds),
    ),
  );
}

/**
 * Makes files of dist/ be found from dist/cli, where all chunks lie: programs of their own, such as threads, become entries of the
 * bundle, other files stay where they are.
 */
const filesOf = (root) => ({
  name: 'files-of-dist',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\.meta/ },
    handler(code, id) {
      const found = code.replace(FILE_URL, (_, path) => {
        const file = relative(`${root}dist`, resolve(id, '..', path))
          .split(sep)
          .join('/');
        const source = `${root}src/${file.replace(/\.js$/, '.ts')}`;
        if (!existsSync(source)) return url(posix.join('..', file));
        this.emitFile({ type: 'chunk', id: source, fileName: basename(file) });
        return url(`./${basename(file)}`);
      });
      if (found.replaceAll(url('…').slice(-'import.meta.url)'.length), '').includes('import.meta'))
        throw new Error(`${id}: import.meta is used otherwise than as new URL('path', import.meta.url)`);
      return { code: found, map: null };
    },
  },
});

const url = (path) => `new URL('${path}', import.meta.url)`;

/** The licences of all packages that `modules` come from. Throws where a package has none. */
function licences(root, modules) {
  const packages = new Set(
    modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
  );
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${relative(root, folder)} has no file with its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
