import { type Fault, quotePath } from '../base/yaml/faults.js';
import { cloudFormat, createCodedSink } from '../io/clouds/cloud-formats.js';
import type { CodedPoints } from '../io/records/coded-points.js';
import type { PointSink, WrittenFile } from '../io/records/point-sink.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { noteUnrecorded } from './check-fields.js';
import { cloudHasClass } from './class-field.js';
import { cloudHeader, keepsMisses } from './cloud-header.js';
import { namedFiles } from './divided-output.js';
import { olderLegFaults } from './frames/check-frames.js';
import { olderLegFiles } from './frames/older-frames.js';
import { firstLasers } from './leg-files.js';
import { type FilePart, type LegSinks, openLegSinks } from './leg-sinks.js';
import { type NamedProduct, pointsIn, type RunCounts } from './product.js';
import { groundFaults, needsOfClouds } from './recorded-fields.js';
import { type CloudOutput, cloudsSchema, resolveClouds } from './resolve-clouds.js';

/** The part of a survey with its clouds. */
export interface CloudSection {
  outputs: CloudOutput[];
}

/** The points of all legs and scanners, in files of any formats. */
export const clouds: NamedProduct<
  'output',
  typeof cloudsSchema,
  CloudSection,
  { outputs: WrittenFile[] },
  CloudSection & { waveforms?: object }
> = {
  key: 'output',
  schema: cloudsSchema,
  none: { outputs: [] },
  resolve: (reading, given, context) => ({ outputs: resolveClouds(reading, given, context) }),
  checkWithRest(reading, given, survey) {
    given.forEach((entry, k) => {
      if (typeof entry !== 'string') noteUnrecorded(reading, ['output', k], 'clouds', entry, survey);
    });
  },
  placeOf: ({ outputs: [first] }) => first?.place,
  files: ({ outputs }) => outputs.flatMap((output) => namedFiles('output', output)),
  faults: ({ outputs }, { files, force, areRefused }) => (areRefused ? [] : olderLegFaults(files, outputs, force)),
  sceneFaults: ({ outputs }, scene) =>
    outputs.flatMap((output) => [...classFaults(output, scene), ...groundFaults(output, scene)]),
  classes: ({ outputs }) => outputs.some(cloudHasClass),
  needs: ({ outputs }) => [
    ...(outputs.some(({ waveforms }) => waveforms !== undefined) ? (['waveforms'] as const) : []),
    ...(outputs.some(({ layout }) => layout === 'helios') ? (['amplitudes'] as const) : []),
    ...needsOfClouds({ outputs }),
    ...(keepsMisses({ outputs }) ? (['pulse list'] as const) : []),
  ],
  bytes({ outputs }, counts) {
    const { pointBytes = outputs.map(({ format }) => cloudFormat(format).bytesPerPoint) } = counts;
    return outputs.reduce((sum, output, k) => sum + pointsOf(output, counts) * pointBytes[k], 0);
  },
  seconds: ({ outputs }, counts) =>
    outputs.reduce(
      (sum, output) => sum + pointsOf(output, counts) * cloudFormat(output.format).nanosecondsPerPoint * 1e-9,
      0,
    ),
  olderFiles: async ({ outputs }, files) =>
    (await Promise.all(outputs.map((output) => olderLegFiles(files, output)))).flat(),
  describe: ({ outputs }) => outputs.map(({ path }) => ['output', path]),
  json: ({ outputs }) => ({ outputs: outputs.map(({ path, format, by }) => ({ path, format, by })) }),
  written: ({ outputs }) => outputs.map(({ path, points: count, bytes }) => ({ path, count, noun: 'point', bytes })),
  async open({ outputs, ...survey }, { files, coders, headers }) {
    const sinks: LegSinks<PointSink<CodedPoints>, WrittenFile>[] = [];
    const abort = async () => void (await Promise.all(sinks.map((one) => one.abort())));
    const lasers = firstLasers(survey.instruments);
    try {
      for (const output of outputs) {
        const header = cloudHeader(headers, survey, output);
        const open = (path: string, { blockBytes, legs }: Partial<FilePart> = {}) =>
          createCodedSink(
            { ...output, path },
            { ...header, fileSourceId: flightLine(survey, legs) },
            { files, coders, blockBytes },
          );
        sinks.push(await openLegSinks(output, survey, open));
      }
    } catch (error) {
      await abort();
      throw error;
    }
    return {
      async write({ scan: scanner, leg, clouds: made, waveforms }) {
        for (const [k, of] of sinks.entries())
          for (const { channel, points } of made[k]) {
            const laser = channel === undefined ? undefined : lasers[scanner] + channel;
            await (await of.sinkFor({ scanner, leg }, laser)).write(points, waveforms);
          }
      },
      async finish() {
        const written: WrittenFile[] = [];
        for (const one of sinks) written.push(...(await one.finish()));
        return { outputs: written };
      },
      abort,
    };
  },
};

/** Points of a cloud; with misses, each pulse has one at least. */
const pointsOf = ({ misses }: CloudOutput, counts: RunCounts): number =>
  misses ? Math.max(pointsIn(counts), counts.pulses) : pointsIn(counts);

/** The number of the flight line that a file has: that of its leg; undefined of several, and of the file of all. */
const flightLine = ({ legs }: Pick<BareSurvey, 'legs'>, of: readonly number[] = []): number | undefined =>
  of.length === 1 ? legs[of[0]].pointSourceId : undefined;

/** Faults of a cloud that cannot hold a class of the scene: its substitute has another meaning. */
function classFaults(output: CloudOutput, { names }: Pick<Scene, 'names'>): Fault[] {
  const most = cloudFormat(output.format).classMax?.(output) ?? Infinity;
  const found = Object.entries(names.classes).filter(([number]) => Number(number) > most);
  if (found.length === 0) return [];
  const classes = found.map(([number, name]) => `${number} (${name})`).join(', ');
  const message = `output ${quotePath(output.path)}: the scene has the classes ${classes}; point format ${output.pointFormat} holds those up to ${most}: take 6 or 7, or give other classes`;
  return [{ place: output.place, message }];
}
