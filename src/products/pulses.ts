import { PULSE_FORMATS, type PulseFormatName, pulseEndings, pulseFormatOf } from '../io/pulses/pulse-formats.js';
import { createPulseSink, type WrittenPulses } from '../io/pulses/pulse-sink.js';
import { type DividedOutput, dividedOutput, namedFiles, resolveDivided } from './divided-output.js';
import { openLegSinks } from './leg-sinks.js';
import type { NamedProduct } from './product.js';

/** The files with all pulses that are fired. */
export interface PulseOutput extends DividedOutput {
  format: PulseFormatName;
}

const schema = dividedOutput('all pulses that are fired', { endings: pulseEndings(), own: {} });

const NANOSECONDS_PER_PULSE = 1500;

/** Every pulse that is fired, also those without returns and those whose points a mask drops. */
export const pulses: NamedProduct<'pulses', typeof schema, { pulses?: PulseOutput }, { pulseFiles?: WrittenPulses[] }> =
  {
    key: 'pulses',
    schema,
    none: {},
    resolve(reading, given, context) {
      const section = { section: 'pulses', formatOf: pulseFormatOf, endings: pulseEndings() };
      return { pulses: resolveDivided(reading, given, section, context) };
    },
    placeOf: ({ pulses: output }) => output?.place,
    files: ({ pulses: output }) => (output ? namedFiles('pulses', output) : []),
    needs: ({ pulses: output }) => (output ? ['pulses', 'pulse list'] : []),
    bytes: ({ pulses: output }, counts) => (output ? counts.pulses * PULSE_FORMATS[output.format].bytesPerPulse : 0),
    // A pulse is a line of text, whose numbers take the time.
    seconds: ({ pulses: output }, counts) => (output ? counts.pulses * NANOSECONDS_PER_PULSE * 1e-9 : 0),
    describe: ({ pulses: output }) => (output ? [['pulses', output.path]] : []),
    json: ({ pulses: output }) => ({ pulses: output?.path }),
    written: ({ pulseFiles = [] }) =>
      pulseFiles.map(({ path, pulses: count, bytes }) => ({ path, count, noun: 'pulse', bytes })),
    async open({ pulses: output, instruments }, { files, coders }) {
      if (output === undefined) return undefined;
      const sinks = await openLegSinks(output, { instruments }, (path) =>
        createPulseSink(path, output.format, { files, coders }),
      );
      return {
        async write({ scan: scanner, leg, pulses: batch }) {
          if (batch) await (await sinks.sinkFor({ scanner, leg })).write(batch);
        },
        finish: async () => ({ pulseFiles: await sinks.finish() }),
        abort: () => sinks.abort(),
      };
    },
  };
