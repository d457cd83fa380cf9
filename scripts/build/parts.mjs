// The parts of dist/, each with its sources and the code that makes it. Editing a file makes anew only the parts made
// of it.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

/** Code that makes a part, loaded on demand: compilers and bundlers take half a second. */
const by =
  (file, name) =>
  async (...parameters) =>
    (await import(file))[name](...parameters);

/** Versions of packages: another one may produce other output from the same sources. */
const PACKAGES = 'package-lock.json';

/** Tables of the program that define the kernel's layout. */
const TABLES = ['device/buffers.ts', 'device/stages.ts'];

/**
 * A part: `sources` are files and folders that it is made of, `makes` files without which it is not there, `needs`
 * parts that come before it. `make` gets the path of the checkout with a `/` at its end, and the digests of the part's
 * former sources; it may return further sources, which it found by itself.
 */
const GENERATED = {
  records: {
    sources: ['wgsl/records.wgsl', 'scripts/generate-records.mjs'],
    makes: ['src/device/records.generated.ts', 'wasm/records.generated.ts'],
    make: by('../generate-records.mjs', 'generateRecords'),
  },
  deflectors: {
    sources: ['wgsl/records.wgsl', 'wgsl/deflectors', 'wasm/deflectors', 'scripts/generate-deflectors.mjs'],
    makes: ['src/device/deflectors.generated.ts', 'wasm/deflect.generated.ts'],
    make: by('../generate-deflectors.mjs', 'generateDeflectors'),
  },
  shaders: {
    sources: ['wgsl', 'scripts/generate-shaders.mjs'],
    makes: ['src/engine/gpu/shader-texts.generated.ts'],
    make: by('../generate-shaders.mjs', 'generateShaders'),
  },
  layouts: {
    sources: ['columns', 'laz', 'scripts/generate-layouts.mjs'],
    makes: ['src/cloud/columns/layouts.generated.ts', 'src/io/laz/layouts.generated.ts'],
    make: by('../generate-layouts.mjs', 'generateLayouts'),
  },
  decoders: {
    sources: [PACKAGES, 'scripts/generate-decoders.mjs'],
    makes: ['basis', 'draco', 'laz-perf', 'webp'].map((name) => `src/base/decoders/${name}.generated.ts`),
    make: by('../generate-decoders.mjs', 'generateDecoders'),
  },
  columns: {
    sources: ['columns', PACKAGES, 'scripts/generate-columns.mjs', 'scripts/compile-wasm.mjs'],
    makes: ['src/cloud/columns/columns-binary.generated.ts'],
    make: by('../generate-columns.mjs', 'generateColumns'),
  },
  laz: {
    sources: ['laz', PACKAGES, 'scripts/generate-laz.mjs', 'scripts/compile-wasm.mjs'],
    makes: ['src/io/laz/codec-binary.generated.ts'],
    make: by('../generate-laz.mjs', 'generateLaz'),
  },
  epsg: {
    sources: ['crs-db/epsg.tsv', 'scripts/generate-epsg.mjs'],
    makes: ['src/crs/epsg-table.generated.ts'],
    make: by('../generate-epsg.mjs', 'generateEpsg'),
  },
  shifts: {
    sources: ['crs-db/shifts.tsv', 'scripts/generate-epsg.mjs'],
    makes: ['src/crs/datum-shifts.generated.ts'],
    make: by('../generate-epsg.mjs', 'generateShifts'),
  },
  materials: {
    sources: ['brdf-db', PACKAGES, 'scripts/generate-materials.mjs', 'scripts/bake.mjs'],
    makes: ['src/material/catalogue/catalogue.generated.ts'],
    needs: ['records', 'deflectors'],
    make: by('../generate-materials.mjs', 'generateMaterials'),
  },
  catalogues: {
    sources: ['platforms', 'package.json', PACKAGES, 'scripts/generate-catalogues.mjs', 'scripts/bake.mjs'],
    makes: ['scanner/catalogue', 'scanner/listings', 'platform/catalogue', 'version'].map(
      (module) => `src/${module}.generated.ts`,
    ),
    needs: ['records', 'deflectors'],
    make: by('../generate-catalogues.mjs', 'generateCatalogues'),
  },
};

const allGenerated = Object.keys(GENERATED);

const WRITE_SCHEMA = `
import { writeFileSync } from 'node:fs';
import { surveyJsonSchema } from './dist/survey/schema/survey-schema.js';
writeFileSync('dist/survey.schema.json', JSON.stringify(surveyJsonSchema()) + '\\n');`;

const COMPILED = {
  modules: {
    sources: ['src', PACKAGES, 'scripts/build/modules.mjs'],
    makes: ['dist/index.js'],
    make: by('./modules.mjs', 'stripModules'),
  },
  declarations: {
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json', PACKAGES, 'scripts/build/declarations.mjs'],
    makes: ['dist/index.d.ts'],
    needs: allGenerated,
    // A program of its own: the others are made beside it.
    beside: true,
    make: by('./declarations.mjs', 'declareModules'),
  },
  kernel: {
    sources: ['wasm', ...TABLES.map((file) => `src/${file}`), PACKAGES, 'scripts/generate-kernel.mjs'],
    makes: ['dist/wasm/subray.wasm', 'wasm/addresses.generated.ts', 'wasm/index.generated.ts'],
    needs: ['records', 'deflectors'],
    async make(root) {
      const loadSource = by('../load-source.mjs', 'loadSource');
      const [buffers, stages] = await Promise.all(TABLES.map((file) => loadSource(root, file)));
      await by('../generate-kernel.mjs', 'generateKernel')(root, buffers.exports, stages.exports);
      await by('../compile-wasm.mjs', 'compileWasm')(root, 'wasm/index.generated.ts');
      return [...buffers.modules, ...stages.modules];
    },
  },
  schema: {
    sources: ['src', PACKAGES],
    makes: ['dist/survey.schema.json'],
    needs: [...allGenerated, 'modules'],
    // In a process of its own: this one keeps the modules that it has loaded.
    make: (root) => void execFileSync(process.execPath, ['--input-type=module', '-e', WRITE_SCHEMA], { cwd: root }),
  },
  threads: {
    sources: [PACKAGES, 'package.json', 'scripts/bundle-cli.mjs'],
    makes: ['dist/threads'],
    needs: [...allGenerated, 'modules'],
    make: by('../bundle-cli.mjs', 'bundleThreads'),
  },
  cli: {
    sources: [PACKAGES, 'package.json', 'scripts/bundle-cli.mjs', 'scripts/load-part.cjs', 'scripts/licences'],
    makes: ['dist/cli/main.js'],
    needs: [...allGenerated, 'modules', 'threads', 'kernel', 'schema'],
    async make(root) {
      const modules = await by('../bundle-cli.mjs', 'bundleCli')(root);
      // npm makes a package's commands executable when it installs it, but not in the project's own checkout.
      chmodSync(`${root}dist/cli/main.js`, 0o755);
      return modules;
    },
  },
  studio: {
    sources: ['studio', 'src', PACKAGES, 'scripts/build-studio.mjs', 'scripts/lean-three.mjs'],
    makes: ['dist/studio/index.html'],
    needs: [...allGenerated, 'modules', 'kernel'],
    make: by('../build-studio.mjs', 'buildStudio'),
  },
};

/** All parts, in the order in which they are made. */
export const PARTS = Object.entries({ ...GENERATED, ...COMPILED }).map(([name, part]) => ({
  name,
  needs: [],
  ...part,
}));
