import type { SourcePlace } from '../base/errors.js';
import { type Fault, quoteText } from '../base/yaml/faults.js';
import { waveformPath } from '../io/las/waveform-path.js';
import { firingScanners } from '../scanner/leg-scanner.js';
import { recorderOf } from '../scanner/waveform-recorder.js';
import { filesOf } from './leg-files.js';
import type { Survey } from './survey.js';

/** The files of waveforms that a survey writes: its own, and those beside LAS files. */
export function waveformPaths({ outputs, waveforms }: Survey): { path: string; place: SourcePlace }[] {
  const beside = outputs.filter((output) => output.waveforms === 'external');
  return [
    ...(waveforms ? filesOf(waveforms).map(({ path }) => ({ path, place: waveforms.place })) : []),
    ...beside.flatMap((output) =>
      filesOf(output).map(({ path }) => ({ path: waveformPath(path), place: output.place })),
    ),
  ];
}

/** The fault of outputs that ask for waveforms of a scanner whose receiver does not sample them. */
export function waveformFaults({ outputs, waveforms, instruments, physics }: Survey): Fault[] {
  const place = (waveforms ?? outputs.find((output) => output.waveforms !== undefined))?.place;
  if (place === undefined) return [];
  if (waveforms?.noise !== undefined && physics?.echoes !== 'bins')
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
