import type { Vec3 } from '../../../base/vec3.js';
import type { HeliosReading } from '../helios-reading.js';
import type { HeliosSurvey } from '../survey-xml.js';
import { written } from './written.js';

/**
 * The files to write, in our keys: one cloud, or the files of HELIOS++, which the name of a leg or strip begins
 * (`leg000_points.xyz`). Poses are those of the platform, from which the legs are a lever arm away.
 */
export function outputSections(reading: HeliosReading, survey: HeliosSurvey, leverArm: Vec3): Record<string, unknown> {
  const { folder, las, zip, scale, pulses, waveforms, waveformNoise, channels } = reading.outputs;
  const name = fileName(survey.name);
  const stepped = scale === undefined ? {} : { scale };
  const noise = waveformNoise ? noiseOf(survey) : undefined;
  const noisy = (files: object) => ({ ...files, ...(noise !== undefined && { noise }) });
  const apart = channels && survey.scanner.devices.length > 1;
  if (folder === undefined) {
    const file = `${name}${apart ? '_dev%c' : ''}.${zip ? 'laz' : 'las'}`;
    const divided = { ...(apart && { by: 'channel' }), ...stepped };
    return {
      ...(pulses && { pulses: `${name}_pulse.txt` }),
      ...(waveforms && { waveforms: noisy({ file: `${name}_fullwave.txt` }) }),
      output: [Object.keys(divided).length === 0 ? file : { file, ...divided }],
    };
  }
  const place = `${name}/${folder}`;
  const by = survey.legs.some(({ strip }) => strip !== undefined) ? 'strip' : 'leg';
  if (zip && !las) reading.log.warn(NO_BIN);
  const ending = las ? (zip ? 'laz' : 'las') : 'xyz';
  const file = `${place}/%s_points${apart ? '_dev%c' : ''}.${ending}`;
  const interval = trajectoryInterval(reading, survey);
  return {
    ...(pulses && { pulses: { file: `${place}/%s_pulse.txt`, by } }),
    ...(waveforms && { waveforms: noisy({ file: `${place}/%s_fullwave.txt`, by }) }),
    ...(interval !== undefined && {
      trajectories: { file: `${place}/%s_trajectory.txt`, interval, ...offsetOf(leverArm) },
    }),
    output: [{ file, by: apart ? `${by}+channel` : by, layout: 'helios', ...(las && stepped) }],
  };
}

const NO_BIN = '--zipOutput without --lasOutput: text is written, not .bin, which HELIOS++ alone reads';

const offsetOf = (leverArm: Vec3) =>
  leverArm.some((value) => value !== 0) ? { offset: leverArm.map((value) => written(0 - value)) } : {};

/** HELIOS++'s noise of a bin: half the accuracy of ranges, whose metres it takes for nanowatts. */
const noiseOf = ({ detector: { accuracy }, scanner }: HeliosSurvey): number =>
  written((accuracy ?? scanner.devices[0].accuracy) / 2);

/** The strip of a leg, which is also the name of its file among those of HELIOS++. */
export const stripName = ({ outputs }: HeliosReading, strip: string): string =>
  outputs.folder === undefined ? strip : `strip${strip}`;

/**
 * The shortest time between two poses that a leg asks for, since all have the same here. Undefined: no leg asks for
 * poses.
 */
function trajectoryInterval(reading: HeliosReading, { legs }: HeliosSurvey): number | undefined {
  const active = legs.filter(({ scanner }) => scanner.active).map(({ scanner }) => scanner.trajectoryTimeInterval);
  const asked = active.filter((interval) => interval > 0);
  if (asked.length === 0) return undefined;
  const shortest = Math.min(...asked);
  if (active.some((interval) => interval !== shortest))
    reading.log.warn(`trajectoryTimeInterval_s differs from leg to leg: ${shortest} s is taken for all of them`);
  return shortest;
}

/** A name without the parts that lead to another folder or stand for the name of a leg. */
function fileName(name: string): string {
  const plain = name.replaceAll(/[/\\%]/g, '_');
  return plain === '' || /^\.+$/.test(plain) ? 'survey' : plain;
}
