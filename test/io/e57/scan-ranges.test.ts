/** Scans of an E57 file have their own limits of intensities and colours. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointBatch, joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { sealPage } from '../../../src/io/e57/pages.js';
import { cloudHeader, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;

const [PAGE, CONTENT] = [1024, 1020];

/** The file of a path with another XML, which is its last part. */
function withXml(path: string, edit: (xml: string) => string): void {
  const file = readFileSync(path);
  const [xmlAt, xmlLength] = [24, 32].map((at) => Number(file.readBigUInt64LE(at)));
  const pages = Array.from({ length: file.length / PAGE }, (_, k) => file.subarray(k * PAGE, k * PAGE + CONTENT));
  const content = Buffer.concat(pages);
  const start = Math.floor(xmlAt / PAGE) * CONTENT + (xmlAt % PAGE);
  const xml = Buffer.from(edit(content.toString('utf8', start, start + xmlLength)));
  const length = Math.ceil((start + xml.length) / CONTENT);
  const whole = Buffer.alloc(length * CONTENT);
  content.copy(whole, 0, 0, start);
  xml.copy(whole, start);
  whole.writeBigUInt64LE(BigInt(length * PAGE), 16);
  whole.writeBigUInt64LE(BigInt(xml.length), 32);
  const sealed = Array.from({ length }, (_, k) => {
    const page = Buffer.alloc(PAGE);
    whole.copy(page, 0, k * CONTENT, (k + 1) * CONTENT);
    page.writeUInt32BE(sealPage(page), CONTENT);
    return page;
  });
  writeFileSync(path, Buffer.concat(sealed));
}

/** A file with a scan for each edit of the XML of one. */
async function scansOf(intensity: number[], rgb: number[], edits: ((scan: string) => string)[]): Promise<string> {
  const path = join(folder, `${number++}.e57`);
  const batch = createPointBatch(intensity.length);
  batch.intensity.set(intensity);
  for (let i = 0; i < batch.count; i++) batch.x[i] = 1 + i;
  batch.rgb = Uint16Array.from(rgb);
  const header = { ...cloudHeader(), optional: ['rgb'] as const };
  const sink = await createPointSink({ path, format: 'e57', fields: 'all' }, header, { files: nodeFiles });
  await sink.write(batch);
  await sink.finish();
  withXml(path, (xml) =>
    xml.replace(/<vectorChild [\s\S]*<\/vectorChild>/, (scan) => edits.map((edit) => edit(scan)).join('\n')),
  );
  return path;
}

async function read(path: string) {
  const cloud = await openReadable(nodeFiles, path);
  const batches: PointBatch[] = [];
  const warnings = [...cloud.warnings];
  const log = { info: () => {}, warn: (warning: string) => void warnings.push(warning) };
  for await (const batch of readPoints(cloud, log)) batches.push(batch);
  const { rgb, intensity } = joinBatches(batches);
  return { rgb: [...(rgb ?? [])], intensity: [...intensity], warnings };
}

const limits = (name: string, least: number, most: number) => (scan: string) =>
  scan
    .replace(new RegExp(`(<${name}Minimum type=")Integer">[^<]*`), `$1Float">${least}`)
    .replace(new RegExp(`(<${name}Maximum type=")Integer">[^<]*`), `$1Float">${most}`);
const without = (name: string) => (scan: string) => scan.replace(new RegExp(`<${name} [\\s\\S]*</${name}>`), '');

describe('limits of E57', () => {
  it('of intensities are those of each scan', async () => {
    const path = await scansOf(
      [0, 100, 2048],
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [limits('intensity', 0, 2048), limits('intensity', 0, 4096), limits('intensity', -2048, 2048), (scan) => scan],
    );
    const { intensity, warnings } = await read(path);
    expect(intensity).toEqual([0, 3200, 65_535, 0, 1600, 32_768, 32_768, 34_367, 65_535, 0, 100, 2048]);
    expect(warnings).toEqual([
      'its intensities are from 0 to 2048 in scan 0, from 0 to 4096 in scan 1, from -2048 to 2048 in scan 2, from 0 to 65535 in scan 3; they are shown as 0 … 65535',
    ]);
  });

  it('of colours are those of each scan and channel', async () => {
    const rgb = [100, 50, 25];
    const path = await scansOf([1], rgb, [
      (scan) => ['colorRed', 'colorGreen', 'colorBlue'].reduce((text, name) => limits(name, 0, 255)(text), scan),
      limits('colorRed', 0, 100),
      (scan) => scan,
    ]);
    expect((await read(path)).rgb).toEqual([...rgb.map((value) => 257 * value), 65_535, 50, 25, ...rgb]);
  });

  it('that are missing follow from the first points', async () => {
    const path = await scansOf([7, 9], [100, 50, 25, 0, 0, 1], [without('colorLimits'), without('intensityLimits')]);
    const { rgb, intensity, warnings } = await read(path);
    expect(rgb).toEqual([...[100, 50, 25, 0, 0, 1].map((value) => 257 * value), 100, 50, 25, 0, 0, 1]);
    expect(intensity).toEqual([7, 9, 7, 9]);
    expect(warnings).toEqual(['its colours are from 0 to 255, in fields of 16 bits; they are shown times 257']);
  });

  const others = fileURLToPath(new URL('../../../../shared/found/files/two_instruments.e57', import.meta.url));
  it.skipIf(!existsSync(others))('of two instruments are kept apart, in a file of others (../shared)', async () => {
    const { intensity, warnings } = await read(others);
    // Its numbers are f32: 0.7 is a little less.
    expect(intensity.slice(0, 5)).toEqual([6554, 19_661, 32_768, 45_874, 58_981]);
    expect(intensity.slice(5).every((value) => value >= 3200 && value <= 63_999)).toBe(true);
    expect(warnings).toEqual([
      'its intensities are from 0 to 1 in scan 0, from 0 to 2048 in scan 1; they are shown as 0 … 65535',
    ]);
  });
});
