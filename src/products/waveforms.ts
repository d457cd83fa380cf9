import { type Fault, quoteText } from '../base/yaml/faults.js';
import { numberField } from '../base/yaml/fields.js';
import { waveformPath } from '../io/las/waveform-path.js';
import type { WrittenWaveforms } from '../io/waveforms/waveform-format.js';
import {
  createWaveformSink,
  type WaveformFormatName,
  waveformEndings,
  waveformFormatOf,
} from '../io/waveforms/waveform-formats.js';
import { firingScanners } from '../scanner/leg-scanner.js';
import { recorderOf } from '../scanner/waveform-recorder.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { noteFault } from '../survey/resolve/reading.js';
import { type DividedOutput, dividedOutput, namedFiles, resolveDivided } from './divided-output.js';
import { openLegSinks } from './leg-sinks.js';
import type { NamedProduct } from './product.js';
import type { CloudOutput } from './resolve-clouds.js';
import { waveformBytes } from './waveform-bytes.js';

/** The files with the waveforms of all recorded pulses. */
export interface WaveformOutput extends DividedOutput {
  format: WaveformFormatName;
  /** Standard deviation of the noise of bins in files of text, watts; absent: none. */
  noise?: number;
}

/** Files of waveforms alone, and those of clouds. */
export interface WaveformSections {
  waveforms?: WaveformOutput;
  outputs: CloudOutput[];
}

const schema = dividedOutput('the waveforms of all pulses', {
  needs: '; needs a receiver with sampling, or physics with echoes: bins',
  endings: waveformEndings(),
  own: {
    noise: numberField('Standard deviation of the noise of every bin, in .txt files and with echoes: bins', {
      unit: 'nW',
      min: 0,
      max: 1e12,
    }).optional(),
  },
});

/** Time of one core for a byte of a waveform, as it is digitised and written. */
const NANOSECONDS_PER_BYTE = 5;

/** The waveforms of all recorded pulses, and those beside clouds. */
export const waveforms: NamedProduct<
  'waveforms',
  typeof schema,
  { waveforms?: WaveformOutput },
  { waveforms?: WrittenWaveforms[] },
  WaveformSections
> = {
  key: 'waveforms',
  schema,
  none: {},
  resolve(reading, given, context) {
    const section = { section: 'waveforms', formatOf: waveformFormatOf, endings: waveformEndings() };
    const resolved = resolveDivided(reading, given, section, context);
    const noise = typeof given === 'string' ? undefined : given.noise;
    if (noise === undefined) return { waveforms: resolved };
    if (resolved.format !== 'helios')
      noteFault(reading, ['waveforms', 'noise'], noise, 'a file that ends in .txt with it');
    return { waveforms: { ...resolved, noise: noise * NANO } };
  },
  placeOf: ({ waveforms: output }) => output?.place,
  files: ({ waveforms: output, outputs }) => [
    ...(output ? namedFiles('waveforms', output) : []),
    ...besideClouds(outputs)
      .flatMap((cloud) => namedFiles('waveforms', cloud))
      .map((file) => ({ ...file, path: waveformPath(file.path) })),
  ],
  faults: (survey) => waveformFaults(survey),
  needs: ({ waveforms: output }) => (output ? ['waveforms'] : []),
  bytes: (survey, { points }) =>
    survey.instruments.reduce((sum, { scanner }, k) => sum + points[k] * waveformBytes(survey, scanner), 0),
  seconds: (survey, { points }) =>
    survey.instruments.reduce((sum, { scanner }, k) => sum + points[k] * waveformBytes(survey, scanner), 0) *
    NANOSECONDS_PER_BYTE *
    1e-9,
  describe: ({ waveforms: output, outputs }) => [
    ...besideClouds(outputs).map(({ path }): [string, string] => ['waveforms', waveformPath(path)]),
    ...(output ? [['waveforms', output.path] satisfies [string, string]] : []),
  ],
  json: ({ waveforms: output }) => ({ waveforms: output?.path }),
  written: ({ waveforms: files = [] }) =>
    files.map(({ path, waveforms: count, bytes }) => ({ path, count, noun: 'waveform', bytes })),
  async open({ waveforms: output, instruments }, { files }) {
    if (output === undefined) return undefined;
    const sinks = await openLegSinks(output, { instruments }, (path) =>
      createWaveformSink(path, output.format, { files }),
    );
    return {
      async write({ scan: scanner, leg, found }) {
        if (found) await (await sinks.sinkFor({ scanner, leg })).write(found.waveforms, found.points);
      },
      finish: async () => ({ waveforms: await sinks.finish() }),
      abort: () => sinks.abort(),
    };
  },
};

/** Watts in a nanowatt. */
const NANO = 1e-9;

const besideClouds = (outputs: readonly CloudOutput[]): CloudOutput[] =>
  outputs.filter((output) => output.waveforms === 'external');

/** The fault of products that ask for waveforms of a scanner whose receiver does not sample them. */
export function waveformFaults({
  outputs,
  waveforms: output,
  instruments,
  physics,
}: WaveformSections & Pick<BareSurvey, 'instruments' | 'physics'>): Fault[] {
  const place = (output ?? outputs.find((cloud) => cloud.waveforms !== undefined))?.place;
  if (place === undefined) return [];
  if (output?.noise !== undefined && physics?.echoes !== 'bins')
    return [
      { place, message: 'waveforms.noise: only bins have it (physics: { echoes: bins }); receivers have their own' },
    ];
  const scanners = instruments.flatMap(firingScanners);
  // A ghost is recorded with the light of another pulse, which its own waveform does not show.
  const haunted = scanners.find(({ detection: { artefacts } }) => artefacts?.crosstalk || artefacts?.blooming);
  if (haunted !== undefined)
    return [
      {
        place,
        message: `waveforms: ghosts of other lasers are in none; leave out crosstalk and blooming of ${quoteText(haunted.name)}, or the waveforms`,
      },
    ];
  const silent = scanners.find((scanner) => recorderOf(scanner, physics) === undefined);
  if (silent === undefined) return [];
  const message = `waveforms: the receiver of ${quoteText(silent.name)} does not sample them; add receiver: { sampling: { rate: 1 } } (GHz) to the scanner, or leave the waveforms out`;
  return [{ place, message }];
}
