import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readCrs } from '../../../src/crs/read-crs.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { compareClouds } from '../../../src/io/clouds/compare-clouds.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { cloudHeader, goldenCloud, LOCAL_BOX, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

/** A cloud of three points in the reference system `wkt`. */
async function cloudIn(name: string, wkt: string) {
  const path = join(folder, name);
  const writer = await createPointSink({ path, format: 'las', pointFormat: 7 }, cloudHeader(LOCAL_BOX, wkt), {
    files: nodeFiles,
  });
  await writer.write(goldenCloud());
  await writer.finish();
  return openReadable(nodeFiles, path);
}

/** A system on a plane that no list of codes has. */
const site = (name: string) => `LOCAL_CS["${name}",UNIT["metre",1],AXIS["x",EAST],AXIS["y",NORTH]]`;

it('warns of reference systems that may differ', async () => {
  const [wkt, coded] = [site('Site A'), (await readCrs('EPSG:25832')).wkt];
  const [a, sameAsA, b, utm] = [
    await cloudIn('a.las', wkt),
    await cloudIn('same.las', wkt),
    await cloudIn('b.las', site('Site B')),
    await cloudIn('utm.las', coded),
  ];
  const warningsOf = async (one: typeof a, other: typeof a) => (await compareClouds(one, other)).warnings;
  expect(await warningsOf(a, b)).toEqual(['the reference systems may differ: Site A and Site B']);
  expect(await warningsOf(b, a)).toEqual(['the reference systems may differ: Site B and Site A']);
  expect(await warningsOf(a, utm)).toEqual([
    'the reference systems may differ: Site A and ETRS89 / UTM zone 32N (EPSG:25832)',
  ]);
  expect(await warningsOf(utm, a)).toHaveLength(1);
  expect(await warningsOf(a, sameAsA)).toEqual([]);
  expect(await warningsOf(utm, utm)).toEqual([]);
});

it('refuses systems of different codes', async () => {
  const [utm, dutch] = await Promise.all(['EPSG:25832', 'EPSG:28992'].map(async (code) => (await readCrs(code)).wkt));
  const error = await compareClouds(await cloudIn('one.las', utm), await cloudIn('other.las', dutch)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toMatch(/^is in Amersfoort .* \(EPSG:28992\), and .*one\.las in ETRS89/);
});
