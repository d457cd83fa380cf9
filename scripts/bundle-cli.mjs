// The command line as a few files: a command finds its code in one or two of them instead of in hundreds, and does not
// load code that only others need. Packages are bundled too, except those with binaries.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, posix, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { THREADS } from './build/threads.mjs';
import { ownModules, TYPESCRIPT } from './load-source.mjs';

/** Packages that need files of their own beside them: a library of Dawn, a kernel in WebAssembly. */
const EXTERNAL = ['webgpu'];

/** Replacements of import.meta in a part: load-part.cjs passes its URL; no package of the bundle calls the other. */
const IMPORT_META = { 'import.meta.url': 'PART_URL', 'import.meta.resolve': 'undefined' };

/** Modules that replace others. */
const aliases = (root) => ({
  'string-width': `${root}scripts/text-width.mjs`,
  // The package as modules, so that only the used part is bundled; Node gets it as CommonJS.
  yaml: `${root}node_modules/yaml/browser/dist/index.js`,
});

/**
 * Files of the bundle, the first one first, each with these modules of src/ and all that they import: opening a file
 * takes as long as reading 100 KB of it. A folder, with a `/` at its end, stands for the modules in it, but for those
 * with a `!`. The bundler divides the rest by its users.
 */
const FILES = {
  base: ['base/', 'base/files/', '!base/files/node-commit-record', 'engine/gpu/gpu-adapter'],
  start: [
    ...['cli/cli', 'cli/node-context', 'cli/options', 'cli/interrupts', 'cli/progress-bar', 'cli/survey-look'],
    ...['cli/survey-options', 'cli/with-outputs', 'cli/describe/format', 'cli/describe/describe-survey'],
  ],
  clouds: [
    ...['cloud/', 'cloud/tone-mapping/hable-curve', 'cloud/shading/srgb', 'cloud/comparison/comparison-options'],
    ...['io/las/', 'io/las-files/', 'io/clouds/readable-clouds', 'io/records/batch-points', 'io/clouds/cloud-crs'],
    ...['io/clouds/cloud-units', 'io/clouds/comparable-clouds', 'io/records/named-reference', 'crs/crs', 'crs/units'],
    ...['crs/wkt-node', 'crs/wkt-systems', 'crs/wkt-units', 'crs/write-wkt', 'crs/inspect-wkt', 'crs/same-system'],
    ...['crs/epsg-table', 'crs/geo-keys', 'crs/geo-keys-crs', 'crs/geo-units', 'crs/geo-geographic', 'crs/geo-heights'],
    ...['crs/geo-projections', 'picture/raster/color-ramps'],
    ...['scene/labels/asprs-classes', 'scene/labels/asprs-class-by-name', 'cli/filter-options'],
    ...['io/opened/labels-beside'],
    ...['scene/materials/why-material', 'cli/open-named-cloud', 'cli/picture-options'],
    ...['cli/last-of-each', 'cli/range-options'],
  ],
  scanners: ['scanner/list-scanners', 'cli/commands/scanner'],
  documents: ['base/yaml/'],
  threads: ['engine/cpu/chunk-tracer', 'engine/cpu/node-kernel-module'],
  materials: ['material/catalogue/node-catalogue', 'material/material-sheet'],
  trees: ['bvh/build-mesh', 'bvh/top-level'],
  surveys: [
    ...['cli/commands/run', 'survey/load-survey', 'survey/check', 'survey/estimate/estimate-survey'],
    ...['survey/estimate/refine-estimate', 'simulation/node-kept-paces'],
  ],
  plans: ['cli/commands/plan', 'planning/plan-files', 'planning/plan-request', 'planning/plan-map'],
  simulation: ['simulation/run-survey', 'simulation/node-machine'],
  sheets: [
    ...['scanner/read-scanner-file', 'scanner/load-scanner', 'scanner/sheet/scanner-sheet'],
    'cli/describe/describe-scanner',
  ],
  passes: ['engine/gpu/passes', 'bench/resized-workgroups'],
  plan: [
    ...['cli/commands/plan', 'planning/area/', 'planning/flight/write-lines', 'planning/plan-grid'],
    ...['planning/plan-map', 'planning/survey-plan'],
  ],
  scene: ['cli/commands/scene', 'cli/describe/describe-model', 'procedural/write-lanes'],
};

const groups = (root) =>
  Object.entries(FILES).map(([name, modules], k, { length }) => ({
    name,
    test: isAmong(root, modules),
    priority: length - k,
  }));

/** Whether the id of a module is one of `modules`. Throws for one that is not there, which may have moved. */
function isAmong(root, modules) {
  const [without, wanted] = [true, false].map((not) => modules.filter((module) => module.startsWith('!') === not));
  const named = [...wanted, ...without.map((module) => module.slice(1))];
  const gone = named.find((module) => !existsSync(`${root}src/${module.endsWith('/') ? module : `${module}.ts`}`));
  if (gone) throw new Error(`scripts/bundle-cli.mjs: src/${gone} is not there; name it where it is now`);
  return (id) => {
    const module = slashes(relative(`${root}src`, id)).replace(/\.ts$/, '');
    const isNamed = wanted.includes(module) || wanted.includes(`${posix.dirname(module)}/`);
    return isNamed && !without.includes(`!${module}`);
  };
}

const slashes = (path) => path.split(sep).join('/');

/** `new URL('…', import.meta.url)`: a file of dist/ that a module of src/ refers to. */
const FILE_URL = /new URL\(\s*'([^']+)',\s*import\.meta\.url\)/g;

const threadSource = (root, module) => `${root}src/${module}.ts`;

/**
 * Replaces dist/threads by the bundle of these threads, which all programs start then; returns its sources
 * (`ownModules`).
 */
export async function bundleThreads(root) {
  const out = `${root}dist/threads`;
  rmSync(out, { recursive: true, force: true });
  const input = Object.fromEntries(THREADS.map((module) => [basename(module), threadSource(root, module)]));
  const programs = new Map();
  const output = await bundle(root, out, input, programs);
  if (programs.size > 0) throw new Error(`a thread of the bundle starts ${[...programs.keys()].join(', ')}`);
  addStarters(root, out, Object.keys(input), output);
  for (const module of THREADS) startFromBundle(root, module);
  return ownModules(root, output);
}

/** Replaces dist/cli by the bundle of src/cli/main.ts; returns its sources. Throws if anything is ambiguous. */
export async function bundleCli(root) {
  const out = `${root}dist/cli`;
  rmSync(out, { recursive: true, force: true });
  const programs = new Map();
  const output = await bundle(root, out, { main: `${root}src/cli/main.ts` }, programs, groups(root));
  addStarters(root, out, ['main', ...programs.keys()], output);
  return ownModules(root, output);
}

/** Adds the starters of a bundle's programs, its loader, and the licences of its packages to its folder. */
function addStarters(root, out, programs, output) {
  for (const program of programs) writeFileSync(`${out}/${program}.js`, starterOf(program));
  copyFileSync(`${root}scripts/load-part.cjs`, `${out}/load-part.js`);
  // The package's other files are ES modules.
  writeFileSync(`${out}/package.json`, '{ "type": "commonjs" }\n');
  writeFileSync(`${out}/THIRD-PARTY-LICENSES.txt`, licences(root, output));
}

/**
 * Writes the parts of a bundle to the folder `out`, and adds the programs that they start to `programs`;
 * returns the bundler's output.
 */
async function bundle(root, out, input, programs, groups) {
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
    dir: `${out}/parts`,
    format: 'cjs',
    // For tests, which read a part's sources from it; the package leaves them out.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: groups ? { groups } : true,
    comments: { legal: true, annotation: false, jsdoc: false },
    // Names stay as they are, so that stack traces can be read.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await program.close();
  return output;
}

/** Replaces a module of dist/ that is a thread by the starter of its bundle: one file to load instead of hundreds. */
function startFromBundle(root, module) {
  const file = `${root}dist/${module}.js`;
  const bundled = slashes(relative(dirname(file), `${root}dist/threads/${basename(module)}.js`));
  writeFileSync(file, `import '${bundled}';\n`);
}

/** A program of the bundle: its parts are loaded one way only. */
const starterOf = (program) => `#!/usr/bin/env node\nrequire('./load-part.js').loadPart('${program}.js');\n`;

/**
 * Resolves files of dist/ from the folder of all parts of a bundle: separate programs become entries of the bundle and
 * are added to `programs` by their names; threads with a bundle of their own, and other files, stay in place.
 */
const filesOf = (root, programs) => ({
  name: 'files-of-dist',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: /import\.meta/ },
    handler(code, id) {
      const found = code.replace(FILE_URL, (_, path) => {
        const file = slashes(relative(`${root}dist`, resolve(id, '..', path)));
        const source = `${root}src/${file.replace(/\.js$/, '.ts')}`;
        if (THREADS.some((module) => source === threadSource(root, module)))
          return url(`../../threads/${basename(file)}`);
        if (existsSync(source)) {
          const name = basename(file, '.js');
          this.emitFile({ type: 'chunk', id: source, fileName: `${name}.js` });
          programs.set(name, source);
          return url(`../${basename(file)}`);
        }
        // The studio is bundled by itself, to files of the same names.
        if (file.startsWith('..') || ![`${root}dist/${file}`, `${root}${file}`].some((path) => existsSync(path)))
          throw new Error(`${id}: '${path}' is no file of dist/`);
        return url(posix.join('../..', file));
      });
      if (found.replaceAll(FILE_URL, '').includes('import.meta'))
        throw new Error(`${id}: import.meta is used otherwise than as new URL('path', import.meta.url)`);
      return { code: found, map: null };
    },
  },
});

/** Lets load-part.cjs import packages that are not bundled: code that it compiles cannot. */
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

/** The licences of all packages with code in a bundle. Throws if a package has none. */
function licences(root, output) {
  const packages = new Set(
    output
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
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
