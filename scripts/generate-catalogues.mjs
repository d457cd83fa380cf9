// Scanners and platforms of platforms/, checked, and the package's version, as TypeScript modules, so that Node and
// browsers load them alike without reading files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checked, jsonLiteral } from './bake.mjs';
import { loadSource } from './load-source.mjs';

/** Modules of src/ that check platforms/. */
const CHECKS = ['scanner/scanner-schema.ts', 'scanner/scanner-listing.ts', 'platform/platform-schema.ts'];

/**
 * Writes src/scanner/catalogue.generated.ts, src/scanner/listings.generated.ts, src/platform/catalogue.generated.ts and
 * src/version.generated.ts; returns the modules that checked them. Throws if a file of platforms/ is invalid.
 */
export async function generateCatalogues(root) {
  const checks = await Promise.all(CHECKS.map((path) => loadSource(root, path)));
  const { scannerSchema, scannerListing, platformSchema } = Object.assign({}, ...checks.map(({ exports }) => exports));
  const scanners = readFolder(root, 'platforms/scanners', scannerSchema);
  write(root, 'scanner/catalogue', 'platforms/scanners/', [
    '/** JSON of a ScannerDefinition each, by their ids, in alphabetical order. */',
    ...record('SCANNER_DEFINITIONS', scanners),
  ]);
  write(root, 'scanner/listings', 'platforms/scanners/', [
    '/** JSON of the ScannerListing of each, in alphabetical order of ids. */',
    `export const SCANNER_LISTINGS: string =\n  ${jsonLiteral(listingsOf(scanners, scannerListing), 'platforms/scanners')};`,
  ]);
  write(root, 'platform/catalogue', 'platforms/platforms/', [
    '/** JSON of a PlatformDefinition each, by their ids, in alphabetical order. */',
    ...record('PLATFORM_DEFINITIONS', readFolder(root, 'platforms/platforms', platformSchema)),
  ]);
  const { version, resultsVersion } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  write(root, 'version', 'package.json', [
    '/** The `version` of package.json. */',
    `export const PACKAGE_VERSION = ${JSON.stringify(version)};`,
    '/** The `resultsVersion` of package.json. */',
    `export const PACKAGE_RESULTS_VERSION = ${Number(resultsVersion)};`,
  ]);
  return checks.flatMap(({ modules }) => modules);
}

/** The content of a folder's files, checked, with their paths. */
function readFolder(root, folder, schema) {
  const ids = readdirSync(root + folder).flatMap((name) => /^(.*)\.yaml$/.exec(name)?.[1] ?? []);
  return ids.sort().map((id) => {
    const file = `${folder}/${id}.yaml`;
    const definition = checked(schema, parse(readFileSync(root + file, 'utf8')), file);
    if (definition.id !== id) throw new Error(`${file}: the id is ${definition.id}`);
    return { file, definition };
  });
}

/** JSON has no undefined: unknown fields of a listing are left out. */
const listingsOf = (scanners, scannerListing) =>
  scanners.map(({ definition }) => JSON.parse(JSON.stringify(scannerListing(definition))));

const record = (name, entries) => [
  `export const ${name}: Readonly<Record<string, string>> = {`,
  ...entries.map(({ file, definition }) => `  ${JSON.stringify(definition.id)}: ${jsonLiteral(definition, file)},`),
  '};',
];

function write(root, module, from, lines) {
  const head = `// Generated from ${from} by scripts/generate-catalogues.mjs.\n\n`;
  writeFileSync(`${root}src/${module}.generated.ts`, `${head}${lines.join('\n')}\n`);
}
