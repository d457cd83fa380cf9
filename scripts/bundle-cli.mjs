// The command line as a few files: a command finds its code in one or two of them instead of in hundreds, and does not
// load code that only others need. Packages are bundled too, except those with binaries.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, posix, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { TYPESCRIPT } from './load-source.mjs';

/** Packages that need files of their own beside them: a library of Dawn, a kernel in WebAssembly. */
const EXTERNAL = ['webgpu'];

/** Replacements of import.meta in a part: load-part.cjs passes its URL; no package of the bundle calls the other. */
const IMPORT_META = { 'import.meta.url': 'PART_URL', 'import.meta.resolve': 'undefined' };

/** Modules that replace others. */
const aliases = (root) => ({
  'string-width': `${root}scripts/text-width.mjs`,
  // The package as modules, of which only the used part is bundled; Node gets it as CommonJS.
  yaml: `${root}node_modules/yaml/browser/dist/index.js`,
});

/**
 * Files of the bundle, each with the matching modules of src/ and everything that these import, the first file first:
 * opening a file takes as long as reading 100 KB of it. The bundler divides the rest by its users.
 */
const FILES = [
  ['base', /^(base\/([^/]+|files\/(?!node-commit-record).+)|engine\/gpu\/gpu-adapter)$/],
  [
    'start',
    /^cli\/(cli|node-context|options|interrupts|progress-bar|survey-look|survey-options|with-outputs|describe\/(format|describe-survey))$/,
  ],
  [
    'clouds',
    /^(cloud\/[^/]+|cloud\/(tone-mapping\/hable-curve|shading\/srgb|comparison\/comparison-options)|io\/(las\/[^/]+|readable-clouds|batch-points|cloud-crs)|scene\/(asprs-classes|why-material)|cli\/(open-named-cloud|picture-options))$/,
  ],
  ['scanners', /^(scanner\/list-scanners|cli\/commands\/scanner)$/],
  ['documents', /^base\/yaml\//],
  ['threads', /^engine\/cpu\/(leg-tracer|node-kernel-module)$/],
  ['materials', /^material\/(catalogue\/node-catalogue|material-sheet)$/],
  ['trees', /^bvh\/(build-mesh|top-level)$/],
  ['surveys', /^(cli\/commands\/run|survey\/(node-load-survey|check|estimate))$/],
  ['simulation', /^simulation\/node-run-survey$/],
  ['sheets', /^(scanner\/(node-scanner-file|load-scanner|sheet\/scanner-sheet)|cli\/describe\/describe-scanner)$/],
  ['passes', /^(engine\/gpu\/passes|bench\/resized-workgroups)$/],
];

const groups = (root) =>
  FILES.map(([name, modules], k) => ({
    name,
    test: (id) => modules.test(slashes(relative(`${root}src`, id)).replace(/\.ts$/, '')),
    priority: FILES.length - k,
  }));

const slashes = (path) => path.split(sep).join('/');

/** `new URL('…', import.meta.url)`: a file of dist/ that a module of src/ refers to. */
const FILE_URL = /new URL\(\s*'([^']+)',\s*import\.meta\.url\)/g;

/**
 * Threads that have parts of their own, as many may start: of the parts of the commands they would load three times
 * as much, each of them anew.
 */
export const LEAN_THREADS = ['node-point-worker', 'node-coder-worker', 'node-worker'];

/**
 * Replaces dist/cli by the bundle of src/cli/main.ts and of the threads that it starts. Throws
 * if anything is ambiguous.
 */
export async function bundleCli(root) {
  const out = `${root}dist/cli`;
  rmSync(out, { recursive: true, force: true });
  const programs = new Map();
  const modules = await bundle(root, { main: `${root}src/cli/main.ts` }, programs, { groups: groups(root) });
  // In place of those of the commands' bundle.
  const lean = Object.fromEntries(LEAN_THREADS.map((name) => [name, programs.get(name)]));
  modules.push(...(await bundle(root, lean, new Map(), { prefix: 'threads-' })));
  for (const program of ['main', ...programs.keys()]) writeFileSync(`${out}/${program}.js`, starterOf(program));
  for (const [name, source] of Object.entries(lean)) startFromBundle(root, name, source);
  copyFileSync(`${root}scripts/load-part.cjs`, `${out}/load-part.js`);
  // The package's other files are ES modules.
  writeFileSync(`${out}/package.json`, '{ "type": "commonjs" }\n');
  writeFileSync(`${out}/THIRD-PARTY-LICENSES.txt`, licences(root, modules));
}

/**
 * Adds parts to dist/cli, and the programs that they start to `programs`; returns the modules that they are made of.
 */
async function bundle(root, input, programs, { prefix = '', groups }) {
  const program = await rolldown({
    input,
    platform: 'node',
    external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { ...TYPESCRIPT, alias: aliases(root) },
    transform: { define: IMPORT_META },
    plugins: [filesOf(root, programs), packagesOutside],
    onLog: (_level, { message }) => {
      throw new Error(`bundling src/cli: ${message}`);
    },
  });
  const { output } = await program.write({
    dir: `${root}dist/cli/parts`,
    format: 'cjs',
    // For tests, which ask what a part is made of; the package leaves them out.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${prefix}[name].js`,
    codeSplitting: groups ? { groups } : true,
    comments: { legal: true, annotation: false, jsdoc: false },
    // Names stay as they are, for whoever reads where an error came from.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await program.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** Makes the thread that a module of dist/ starts that of the bundle: one file to load instead of hundreds. */
function startFromBundle(root, name, source) {
  const file = `${root}dist/${slashes(relative(`${root}src`, source)).replace(/\.ts$/, '.js')}`;
  const bundled = slashes(relative(dirname(file), `${root}dist/cli/${name}.js`));
  writeFileSync(file, `import '${bundled}';\n`);
}

/** A program of the bundle: its parts are loaded one way only. */
const starterOf = (program) => `#!/usr/bin/env node\nrequire('./load-part.js').loadPart('${program}.js');\n`;

/**
 * Resolves files of dist/ from dist/cli/parts, which holds all chunks: separate programs, such as threads, become
 * entries of the bundle and are added to `programs` by their names; other files stay in place.
 */
const filesOf = (root, programs) => ({
  name: 'files-of-dist',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\.meta/ },
    handler(code, id) {
      const found = code.replace(FILE_URL, (_, path) => {
        const file = slashes(relative(`${root}dist`, resolve(id, '..', path)));
        const source = `${root}src/${file.replace(/\.js$/, '.ts')}`;
        if (existsSync(source)) {
          const name = basename(file, '.js');
          this.emitFile({ type: 'chunk', id: source, fileName: `${name}.js` });
          programs.set(name, source);
          return url(`../${basename(file)}`);
        }
        if (file.startsWith('..') || !existsSync(`${root}dist/${file}`))
          throw new Error(`${id}: '${path}' is no file of dist/`);
        return url(posix.join('../..', file));
      });
      if (found.replaceAll(FILE_URL, '').includes('import.meta'))
        throw new Error(`${id}: import.meta is used otherwise than as new URL('path', import.meta.url)`);
      return { code: found, map: null };
    },
  },
});

/** Lets load-part.cjs import packages that are not bundled: what it compiles cannot. */
const packagesOutside = {
  name: 'packages-outside',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\(/ },
    handler(code) {
      const found = EXTERNAL.reduce(
        (text, name) => text.replaceAll(`import('${name}')`, `importPackage('${name}')`),
        code,
      );
      return found === code ? undefined : { code: found, map: null };
    },
  },
};

const url = (path) => `new URL('${path}', import.meta.url)`;

/** The licences of all packages with code in `modules`. Throws if a package has none. */
function licences(root, modules) {
  const packages = new Set(
    modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
  );
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const own = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    // Some packages leave their licence in the repository that they come from.
    const file = own === undefined ? `${root}scripts/licences/${name}.txt` : `${folder}/${own}`;
    if (!existsSync(file)) throw new Error(`${relative(root, folder)} has no file with its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
