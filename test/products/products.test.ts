import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { NAMED_PRODUCTS, PRODUCT_KEYS, PRODUCTS, productFiles } from '../../src/products/index.js';
import { makeFolder, surveyText, writeSurvey } from '../survey/survey-file.js';
import { PRODUCT_SAMPLES, SAMPLING } from './product-samples.js';

const SRC = new URL('../../src/', import.meta.url);
const sourceOf = (file: string) => readFileSync(new URL(file, SRC), 'utf8');

/** A part with trees: a tree near the window, at three places. */
const TREES =
  '{ generate: { kind: tree, triangles: 2000 }, instances: [ { translate: [9, 0, 0] }, { translate: [9, 4, 0] }, { translate: [9, 9, 0] } ] }';

/** A survey with all products in a folder of its own, run. */
async function runAll() {
  const folder = await makeFolder();
  const { output, ...others } = PRODUCT_SAMPLES;
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ { generate: { kind: room } }, ${TREES} ] }`,
      scanner: `scanner: ${JSON.stringify(SAMPLING)}`,
      legs: 'legs: [ { from: [0.1, 0.2, 1.7], to: [0.9, 0.7, 1.8], speed: 10 } ]',
      output: `output: ${JSON.stringify(output)}`,
      others: Object.entries(others)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join('\n'),
    }),
  );
  const survey = await loadSurvey(file, { outputFolder: folder });
  return { folder, survey, report: await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false }) };
}

/** The products that a text names: in quotes, as members of a survey, or taken out of one. */
function namedIn(text: string): string[] {
  const plain = text.replace(/needs\.includes\('[\w ]+'\)/g, '');
  const quoted = [...plain.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const members = [...plain.matchAll(/\b(?:survey|sections|definition)\??\.(\w+)/g)].map(([, name]) => name);
  const taken = [...plain.matchAll(/\{([^{}]*)\}(?:: [\w<>&|' ,]*Survey\b| = (?:this\.setup\.)?survey\b)/g)];
  const sections = [...members, ...taken.flatMap(([, names]) => names.match(/\w+/g) ?? [])];
  // Surveys have clouds in `outputs`.
  const found = new Set([...quoted, ...sections.map((name) => (name === 'outputs' ? 'output' : name))]);
  return PRODUCT_KEYS.filter((name) => found.has(name));
}

const bytesOf = (path: string) => statSync(path).size;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

describe('products', () => {
  it('are all listed', () => {
    const files = readdirSync(new URL('products/', SRC)).filter((name) => name.endsWith('.ts'));
    const made = files.flatMap((file) =>
      [...sourceOf(`products/${file}`).matchAll(/^export const (\w+): (?:Named)?Product</gm)].map(([, name]) => name),
    );
    const [, listed] = /const LISTED = \[(.*)\]/.exec(sourceOf('products/index.ts')) ?? [];
    expect(listed.split(', ').sort()).toEqual(made.sort());
    expect(made).toHaveLength(PRODUCTS.length);
  });

  it('have a sample each, which the tests of all products use', () => {
    expect(Object.keys(PRODUCT_SAMPLES).sort()).toEqual([...PRODUCT_KEYS].sort());
  });

  it('are named one by one outside of their folder, never in a list', () => {
    const rooms = /^(survey|simulation|planning|campaign|cli|workbench|server)\/.*\.ts$/;
    const listing = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => rooms.test(file))
      .filter((file) => namedIn(sourceOf(file)).length > 1);
    // It makes the pieces that products are of.
    expect(listing).toEqual(['simulation/point-crew/point-maker.ts']);
  });

  it('write the files that they name, report them, and tell their size beforehand', async () => {
    const { folder, survey, report } = await runAll();
    const scene = await loadScene(survey.scene);
    const counts = { points: [report.points], pulses: report.pulses, scene };
    for (const { path } of productFiles(survey)) expect(bytesOf(path), path).toBeGreaterThan(0);
    const { instances, species, stand } = JSON.parse(readFileSync(join(folder, 'cloud.labels.json'), 'utf8'));
    const [, ...rows] = readFileSync(join(folder, 'cloud.trees.csv'), 'utf8').trim().split('\n');
    expect(rows.map((row) => row.split(',').slice(0, 5))).toEqual(
      [0, 4, 9].map((y, k) => [expect.any(String), `tree#${k + 1}`, expect.any(String), '9.000', `${y}.000`]),
    );
    for (const [id, name, kind] of rows.map((row) => row.split(',')))
      expect([instances[id], species[id]]).toEqual([name, kind]);
    expect(stand).toMatchObject({ trees: 3 });
    for (const product of NAMED_PRODUCTS) {
      const written = product.written(report);
      expect(written.length, product.key).toBeGreaterThan(0);
      expect(product.describe(survey)).toHaveLength(1);
      expect(Object.values(product.json(survey))).toEqual([expect.anything()]);
    }
    for (const product of PRODUCTS) {
      const named = NAMED_PRODUCTS.find((one) => one === (product as unknown));
      const bytes = named
        ? sum(named.written(report).map((of) => of.bytes))
        : sum(product.files(survey).map(({ path }) => bytesOf(path)));
      const ratio = product.bytes(survey, counts) / bytes;
      expect(ratio, named?.key ?? product.files(survey)[0].noun).toBeGreaterThan(0.5);
      expect(ratio, named?.key ?? product.files(survey)[0].noun).toBeLessThan(2);
    }
  });

  it('have no files, no bytes and no needs if a survey does not ask for them', async () => {
    const { outputs: _, ...bare } = await loadSurvey(await writeSurvey(surveyText()));
    const survey = { ...bare, outputs: [] };
    expect(productFiles(survey)).toEqual([]);
    for (const product of PRODUCTS) {
      expect(product.bytes(survey, { points: [100], pulses: 100 })).toBe(0);
      expect(product.needs?.(survey) ?? []).toEqual([]);
    }
  });
});
