import type { WrittenFrame } from '../data-set.js';
import { TOP } from './channels.js';

/** A frame in the scene. */
export interface SampledFrame extends WrittenFrame {
  channel: string;
  /** Index of its sample. */
  sample: number;
  /** Whether it is the frame of its laser in the sample. */
  isKey: boolean;
}

/**
 * The frames of all lasers, laser by laser, in the order of time, with their samples. Each frame of LIDAR_TOP is a
 * sample, or of the first laser that has any, which comes first. Frames of another belong to the sample that is nearest
 * in time, and the nearest of these is its frame in the sample, if its start is within half of the sample's duration.
 */
export function placeInSamples(frames: readonly WrittenFrame[]): SampledFrame[] {
  const byChannel = new Map<string, WrittenFrame[]>();
  for (const frame of [...frames].sort((a, b) => a.startTime - b.startTime)) {
    const { channel = TOP } = frame;
    const own = byChannel.get(channel) ?? [];
    own.push(frame);
    byChannel.set(channel, own);
  }
  const first = frames.some(({ channel = TOP }) => channel === TOP) ? TOP : frames[0]?.channel;
  if (first === undefined) return [];
  const samples = byChannel.get(first) ?? [];
  byChannel.delete(first);
  return [
    ...samples.map((frame, sample) => ({ ...frame, channel: first, sample, isKey: true })),
    ...[...byChannel].flatMap(([channel, own]) => aroundSamples(own, samples).map((frame) => ({ ...frame, channel }))),
  ];
}

/** Frames with the samples, by their frames of the first laser, that they are nearest to; both in the order of time. */
function aroundSamples(frames: readonly WrittenFrame[], samples: readonly WrittenFrame[]) {
  const apart = (frame: number, sample: number) => Math.abs(frames[frame].startTime - samples[sample].startTime);
  const nearest = new Map<number, number>();
  const placed: number[] = [];
  for (let frame = 0, sample = 0; frame < frames.length; frame++) {
    while (sample + 1 < samples.length && apart(frame, sample + 1) <= apart(frame, sample)) sample++;
    placed.push(sample);
    const before = nearest.get(sample);
    if (before === undefined || apart(frame, sample) < apart(before, sample)) nearest.set(sample, frame);
  }
  return frames.map((frame, k) => {
    const sample = placed[k];
    const { startTime, endTime } = samples[sample];
    return { ...frame, sample, isKey: nearest.get(sample) === k && apart(k, sample) <= (endTime - startTime) / 2 };
  });
}
