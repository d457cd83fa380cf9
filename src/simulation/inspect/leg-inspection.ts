import { UserError } from '../../base/errors.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { createPulseLister, type PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import { firesIn, scannerIn } from '../../scanner/leg-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import { recorderOf, type WaveformRecorder } from '../../scanner/waveform-recorder.js';
import type { Scene } from '../../scene/scene.js';
import type { Survey } from '../../survey/survey.js';
import { type InstrumentScan, programOf, settingsOf } from '../instrument-scan.js';
import { instrumentScansOf } from '../instrument-scans.js';
import { type SceneFacts, sceneFacts } from '../points/scene-facts.js';
import { type InstrumentNumbers, instrumentNumbers } from './instrument-numbers.js';

/** A leg of a scanner of a survey, by their numbers from 0. */
export interface PlaceOfLeg {
  scanner: number;
  leg: number;
}

/** A leg made ready for looking at its pulses. */
export interface LegInspection {
  survey: Survey;
  at: PlaceOfLeg;
  /** The scan of a run, and the same with its waveforms handed over. */
  scan: InstrumentScan;
  traced: InstrumentScan;
  scanner: Scanner;
  settings: RunSettings;
  program: PulseProgram;
  numbers: InstrumentNumbers;
  /** Absent: nothing records waveforms. */
  recorder: WaveformRecorder | undefined;
  facts: SceneFacts;
  lister: PulseLister;
}

/**
 * Makes a leg of a survey, whose legs stand on the ground, ready. Throws UserError for a leg that it does not have, or
 * without pulses.
 */
export function inspectLeg(
  survey: Survey,
  at: PlaceOfLeg,
  { scene, prepared, kernel }: { scene: Scene; prepared: PreparedScene; kernel: WebAssembly.Module },
): LegInspection {
  const scan = scanAt(survey, at);
  const traced = { ...scan, waveforms: true };
  const scanner = scannerIn(scan, at.leg);
  const program = programOf(scan, at.leg, scene);
  return {
    survey,
    at,
    scan,
    traced,
    scanner,
    program,
    settings: settingsOf(traced, prepared),
    numbers: instrumentNumbers(program),
    recorder: recorderOf(scanner, scan.physics),
    facts: sceneFacts(scene),
    lister: createPulseLister(program, kernel),
  };
}

/** The scan of the scanner that fires in this leg. Throws UserError if there is none. */
export function scanAt(survey: Survey, { scanner, leg }: PlaceOfLeg): InstrumentScan {
  const { instruments, legs } = survey;
  const number = (name: string, found: number, count: number) => {
    if (!(Number.isInteger(found) && found >= 0 && found < count))
      throw new UserError(`${name}: found ${found}, expected the number of one of the survey's ${count}, from 0`);
  };
  number('scanner', scanner, instruments.length);
  number('leg', leg, legs.length);
  const scan = instrumentScansOf(survey)[scanner];
  if (!firesIn(scan, leg))
    throw new UserError(`leg: found ${leg}, in which scanner ${instruments[scanner].name} does not fire`, {
      place: legs[leg].place,
      hint: 'choose another leg or scanner',
    });
  return scan;
}
