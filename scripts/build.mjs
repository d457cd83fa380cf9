// Builds dist/: record layouts, shader texts, decoders, catalogues, the WebAssembly kernel, the TypeScript, the
// survey's JSON Schema, the studio, the command line.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildStudio } from './build-studio.mjs';
import { bundleCli } from './bundle-cli.mjs';
import { compileCli } from './compile-cli.mjs';
import { compileWasm } from './compile-wasm.mjs';
import { generateCatalogues } from './generate-catalogues.mjs';
import { generateColumns } from './generate-columns.mjs';
import { generateDecoders } from './generate-decoders.mjs';
import { generateDeflectors } from './generate-deflectors.mjs';
import { generateEpsg } from './generate-epsg.mjs';
import { generateKernel } from './generate-kernel.mjs';
import { generateLayouts } from './generate-layouts.mjs';
import { generateLaz } from './generate-laz.mjs';
import { generateMaterials } from './generate-materials.mjs';
import { generateRecords } from './generate-records.mjs';
import { generateShaders } from './generate-shaders.mjs';
import { markBuilt, sourceDigest } from './source-digest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;
const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

// Taken first and written last: edits in the meantime, or a failed build, make dist/ out of date.
const digest = sourceDigest(root);
rmSync(`${root}dist`, { recursive: true, force: true });
generateRecords(root);
generateDeflectors(root);
generateShaders(root);
generateLayouts(root);
generateDecoders(root);
await generateColumns(root);
await generateLaz(root);
generateEpsg(root);
await generateMaterials(root);
await generateCatalogues(root);
// Several checkers work out the same types, each for itself: one takes half the seconds of a core that four do.
node(bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--checkers', '1');

// The kernel's addresses and exports are derived from tables of the program itself.
const compiled = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);
generateKernel(root, await compiled('device/buffers.js'), await compiled('device/stages.js'));
await compileWasm(root, 'wasm/index.generated.ts');

const { surveyJsonSchema } = await compiled('survey/schema/survey-schema.js');
writeFileSync(`${root}dist/survey.schema.json`, `${JSON.stringify(surveyJsonSchema())}\n`);

await buildStudio(root);
await bundleCli(root);
// npm makes a package's commands executable when it installs it, but not in the project's own checkout.
chmodSync(`${root}dist/cli/main.js`, 0o755);
compileCli(root);

markBuilt(root, digest);
