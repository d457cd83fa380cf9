/** Commands whose cloud goes to standard output. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClosedPipeError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { runCli } from '../../src/cli/cli.js';
import { cloudKind } from '../../src/io/cloud-kinds.js';
import { CLOUD_FORMATS, type CloudFormatName, createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../io/sample-cloud.js';
import { sampleOf } from '../support/long-run.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';
import { FakeContext, subray } from './fakes.js';

const NAMES = Object.keys(CLOUD_FORMATS) as CloudFormatName[];
const folder = temporaryFolder();
const cloud = join(folder, 'cloud.las');
const REPORT = 'standard output: 3,000 points';

beforeAll(async () => {
  const sink = await createPointSink({ path: cloud, format: 'las' }, cloudHeader(), { files: nodeFiles });
  await sink.write(sampleBatch(3000, 5));
  await sink.finish();
});

describe('subray convert in -', () => {
  it.each(sampleOf(NAMES, 4))('writes the bytes of a file: %s', async (format) => {
    const file = join(folder, `same${cloudKind(format).endings[0]}`);
    expect((await subray(['convert', cloud, file])).code).toBe(0);
    const { code, stdout, stderr, bytes } = await subray(['convert', cloud, '-', '--format', format]);
    expect([code, stdout], stderr).toEqual([0, '']);
    expect(bytes.equals(readFileSync(file))).toBe(true);
    expect(stderr).toContain(REPORT);
  });

  it('writes LAS unless another format is named, record by record', async () => {
    const { bytes, stderr } = await subray(['convert', cloud, '-o', '-']);
    expect(bytes.subarray(0, 4).toString()).toBe('LASF');
    expect(stderr).toContain('records as they are');
  });

  it('takes a format by its ending, and a part of the points', async () => {
    const { bytes } = await subray(['convert', cloud, '-', '--format', 'copc.laz', '--thin', '1/10']);
    expect(bytes.subarray(377, 381).toString()).toBe('copc');
  });

  it('names the format of a file without an ending that says one', async () => {
    const out = join(folder, 'plain');
    expect((await subray(['convert', cloud, out, '--format', 'csv'])).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^x,y,z,intensity,/);
  });

  it.each([
    [['-', 'x.las'], 'convert: found "-", and standard input is not read'],
    [['in.las', '-', '--json'], '--json: standard output takes the cloud or the report, not both'],
    [['in.las', '-', '--tile', '5'], 'standard output: it takes one cloud, and tiles are several'],
    [['in.las', '-', '--format', 'lass'], '--format: found "lass", expected one of las, laz, copc, '],
    [['in.las', 'x.laz', '--format', 'las'], 'x.laz: its ending says laz, and the format that is asked for is las'],
    [['survey.xml', '-'], 'survey.xml: a survey is written to a file, which ends in .yaml'],
  ])('refuses %j', async (argv, message) => {
    const { code, stdout, stderr, bytes } = await subray(['convert', ...argv]);
    expect([code, stdout, bytes.length]).toEqual([2, '', 0]);
    expect(stderr).toContain(`subray: ${message}`);
  });

  it.each([
    ['csv', 0],
    ['xyz', 0],
    ['las', 2],
    ['parquet', 2],
  ])('on a terminal, %s ends with %d', async (format, expected) => {
    const context = new FakeContext();
    context.stdout.isTTY = true;
    context.stderr.isTTY = true;
    expect(await runCli(['convert', cloud, '-', '--format', format], context)).toBe(expected);
    if (expected === 2)
      expect(context.stderr.text).toContain(`standard output is a terminal, and ${format} is not text`);
    // No bar among the lines of the cloud.
    else expect(context.stderr.text).not.toContain('[#');
  });

  it.each(['las', 'csv'])('ends without a word when nobody reads: %s', async (format) => {
    const context = new FakeContext();
    context.writeBytes = async () => {
      throw new ClosedPipeError();
    };
    expect(await runCli(['convert', cloud, '-', '--format', format], context)).toBe(141);
    expect([context.stdout.text, context.stderr.text]).toEqual(['', '']);
  });
});

describe('subray run survey -o -', () => {
  const OPTIONS = ['--engine', 'cpu', '--threads', '1', '--no-cache'];
  const HILLS = 'scene: { parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }';
  const LEGS = 'legs: [ { position: [0, 0, 20], azimuth: [0, 180] } ]';
  /** A survey in a folder of its own. */
  const survey = (output: string) => writeSurvey(surveyText({ scene: HILLS, legs: LEGS, output: `output: ${output}` }));

  it.each(sampleOf(NAMES, 4))('writes the bytes of a file, and nothing beside it: %s', async (format) => {
    const [ending] = cloudKind(format).endings;
    const file = await survey(`[ cloud${ending} ]`);
    const out = dirname(file);
    const { code, stderr, stdout, bytes } = await subray(['run', file, '-o', '-', ...OPTIONS]);
    expect([code, stdout], stderr).toEqual([0, '']);
    expect(readdirSync(out)).toEqual(['survey.yaml']);
    expect(stderr).toContain('standard output has no file beside it: the names of labels are not written\n');
    expect(stderr).toMatch(/\nstandard output {2}\d,\d{3} points/);
    expect((await subray(['run', file, '-o', out, ...OPTIONS])).code).toBe(0);
    expect(bytes.equals(readFileSync(join(out, `cloud${ending}`)))).toBe(true);
  });

  it('writes another format, whatever lies where the file would', async () => {
    const file = await survey('[ cloud.laz ]');
    writeFileSync(join(dirname(file), 'cloud.laz'), 'mine');
    const { code, stderr, bytes } = await subray(['run', file, '--out', '-', '--format', 'csv', '--quiet', ...OPTIONS]);
    expect([code, stderr]).toEqual([0, '']);
    expect(bytes.subarray(0, 6).toString()).toBe('x,y,z,');
    expect(readdirSync(dirname(file)).sort()).toEqual(['cloud.laz', 'survey.yaml']);
  });

  it('checks the survey with --dry-run, and describes it on standard output', async () => {
    const file = await survey('[ cloud.laz ]');
    const { code, stdout, bytes } = await subray(['run', file, '-o', '-', '--dry-run', '--look', 'never', '--json']);
    expect([code, bytes.length]).toEqual([0, 0]);
    expect(JSON.parse(stdout)).toMatchObject({ scanners: expect.anything() });
  });

  it.each([
    ['[ a.laz ]', ['--json', '-o', '-'], '--json: standard output takes the cloud or the report, not both'],
    ['[ a.laz, b.csv ]', ['-o', '-'], 'one cloud goes to standard output, and the survey has 2'],
    ['[ a.laz ]', ['-o', '-', '--format', 'lax'], '--format: found "lax", expected one of las, laz, '],
    ['[ a.laz ]', ['--format', 'csv'], '--format belongs to -o -'],
    ['[ a.laz ]', ['--resume', '-o', '-'], '--resume with -o -'],
    ['[ { file: "%s.laz", by: leg } ]', ['-o', '-'], 'it is a file for each leg'],
  ])('refuses %s with %j', async (output, argv, message) => {
    const file = await survey(output);
    const { code, stdout, stderr, bytes } = await subray(['run', file, ...argv, ...OPTIONS]);
    expect([code, stdout, bytes.length]).toEqual([2, '', 0]);
    expect(stderr).toContain(message);
    expect(readdirSync(dirname(file))).toEqual(['survey.yaml']);
  });
});
