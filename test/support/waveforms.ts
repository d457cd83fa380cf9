import { streamKey } from '../../src/base/random.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { NONE, PART_CUT, Point, RETURNS_CUT, WaveformPart } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import type { Engine } from '../../src/engine/engine.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import { materialsAt, type PreparedScene } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { samplesMaxOf } from '../../src/pack/receiver-records.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import { ONE_SUBRAY } from '../../src/scanner/footprint.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import type { OpenEngine } from './engines.js';
import { station, testScanner } from './scan.js';
import { preparedSceneOf } from './scenes.js';

/** Radians between two pulses: all of them see the same. */
const STEP = 1e-8;

/** A part of a pulse's waveform. */
export interface RecordedPart {
  pulse: number;
  firstSample: number;
  samples: number[];
  gain: number;
  cut: boolean;
}

/** A return as the device hands it over. */
export interface RecordedReturn {
  pulse: number;
  range: number;
  energy: number;
  width: number;
  isAlarm: boolean;
  /** Whether the pulse's waveform did not fit. */
  isCut: boolean;
}

/** Records of a sampling receiver for pulses along +y. */
export interface Recording {
  parts: RecordedPart[];
  returns: RecordedReturn[];
}

/** Of a recording; a leg for each position, with `pulses` pulses. */
export interface RecordOptions {
  positions?: readonly Vec3[];
  extinction?: number;
}

/** A scene on an engine, to be recorded by several receivers with one subray; each sends `pulses` pulses. */
export async function openRecorder(scene: Scene, open: OpenEngine) {
  const device = await preparedSceneOf(scene);
  const engine = await open(device.device);
  return {
    record: (sampling: SamplingReceiver, pulses: number, detection = {}) =>
      recordOn(engine, device, testScanner({ sampling, detection }), pulses),
    close: () => engine.close(),
  };
}

/** Records of the sampling receiver of `scanner` for `pulses` pulses along +y, which all see the same. */
export async function recordOn(
  engine: Engine,
  scene: PreparedScene,
  scanner: Scanner,
  pulses: number,
  { positions = [[0, 0, 0]], extinction = 0 }: RecordOptions = {},
): Promise<Recording> {
  const deflector = { ...testScanner().deflector, horizontalStep: STEP } as Scanner['deflector'];
  const settings = createRunSettings({
    footprint: ONE_SUBRAY,
    maxReturns: scanner.detection.maxReturns,
    materials: materialsAt(scene, scanner.wavelengthNm, RADIOMETRY_DEFAULTS),
    samplesMax: scanner.sampling && samplesMaxOf(scanner.sampling),
    waveforms: true,
  });
  const recording: Recording = { parts: [], returns: [] };
  for (const [k, position] of positions.entries()) {
    const program = createPulseProgram({
      scanner: { ...scanner, deflector },
      mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
      leg: station(position, { sectorDeg: ((pulses - 0.5) * STEP * 180) / Math.PI }),
      randomKey: streamKey(7 + k),
      frameOrigin: [0, 0, 0],
      extinction,
    });
    await recordLeg(engine, settings, program, recording);
  }
  return recording;
}

/** Adds the records of the pulses of `program`. */
async function recordLeg(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
  recording: Recording,
): Promise<void> {
  for await (const { outputs } of engine.trace(settings, program)) {
    const { parts, samples, points } = outputs;
    for (let k = 0; k < parts.count; k++) recording.parts.push(partAt(parts, samples, k));
    for (let k = 0; k < points.count; k++) recording.returns.push(returnAt(points, k));
  }
}

type Words = { floats: Float32Array; words: Uint32Array };

function partAt({ floats, words }: Words, samples: Words, k: number): RecordedPart {
  const word = (field: number) => words[(k * WaveformPart.SIZE + field) / 4];
  const start = word(WaveformPart.sampleStart);
  return {
    pulse: word(WaveformPart.pulse),
    firstSample: word(WaveformPart.firstSample),
    samples: Array.from(samples.floats.subarray(start, start + word(WaveformPart.sampleCount))),
    gain: floats[(k * WaveformPart.SIZE + WaveformPart.gain) / 4],
    cut: word(WaveformPart.flags) === PART_CUT,
  };
}

function returnAt({ floats, words }: Words, k: number): RecordedReturn {
  const at = (field: number) => (k * Point.SIZE + field) / 4;
  return {
    pulse: words[at(Point.pulse)],
    range: floats[at(Point.range)],
    energy: floats[at(Point.energy)],
    width: floats[at(Point.echoWidth)],
    isAlarm: words[at(Point.surface)] === NONE,
    isCut: words[at(Point.returnCount)] >= RETURNS_CUT,
  };
}
