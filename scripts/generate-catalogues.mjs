// Scanners and platforms of platforms/ and the package's version as TypeScript modules, so that Node and browsers have them alike,
// without reading files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Writes src/scanner/catalogue.generated.ts, src/platform/catalogue.generated.ts and src/version.generated.ts. */
export function generateCatalogues(root) {
  writeCatalogue(root, 'scanner', 'platforms/scanners', 'SCANNER_DEFINITIONS');
  writeCatalogue(root, 'platform', 'platforms/platforms', 'PLATFORM_DEFINITIONS');
  const { version, resultsVersion } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  write(root, 'version', 'package.json', [
    '/** The `version` of package.json. */',
    `export const PACKAGE_VERSION = ${JSON.stringify(version)};`,
    '/** The `resultsVersion` of package.json. */',
    `export const PACKAGE_RESULTS_VERSION = ${Number(resultsVersion)};`,
  ]);
}

function writeCatalogue(root, module, folder, name) {
  const ids = readdirSync(root + folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length));
  write(root, `${module}/catalogue`, `${folder}/`, [
    `/** As the files have them, by their names, in alphabetical order; see ${module}Schema. */`,
    `export const ${name}: Readonly<Record<string, unknown>> = {`,
    ...ids.sort().map((id) => `  ${JSON.stringify(id)}: ${definitionOf(`${root}${folder}/${id}.yaml`)},`),
    '};',
  ]);
}

const definitionOf = (file) => JSON.stringify(parse(readFileSync(file, 'utf8')));

function write(root, module, from, lines) {
  const head = `// Generated from ${from} by scripts/generate-catalogues.mjs.\n\n`;
  writeFileSync(`${root}src/${module}.generated.ts`, `${head}${lines.join('\n')}\n`);
}
