/** Files of a sequence of the tracking benchmark, by its number in four digits. */

/** The number of a sequence, as in the names of files. */
export const sequenceDigits = (sequence: number): string => String(sequence).padStart(4, '0');

export const scanPath = (sequence: string, frame: string): string => `training/velodyne/${sequence}/${frame}.bin`;

/** Files of the whole sequence: labels, calibration, and the ways of the platform. */
export const SEQUENCE_FOLDERS = ['label_02', 'calib', 'oxts'] as const;

export const sequencePath = (folder: string, sequence: string): string => `training/${folder}/${sequence}.txt`;

/** The list of the sequences of a split, beside the folder of labels, where TrackEval looks for it. */
export const seqmapPath = (split: string): string => `training/evaluate_tracking.seqmap.${split}`;

/** The split of all sequences with labels. */
export const ALL = 'training';

/** The line of a sequence in a list: its first frame, and the number of its frames. */
export const seqmapLine = (sequence: string, frames: number): string =>
  `${sequence} empty 000000 ${String(frames).padStart(6, '0')}\n`;
