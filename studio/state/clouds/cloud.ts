import type { CloudId, IntensityTone, StoredRun, ValueColumn } from 'subray/browser';
import type { PointField } from '../../view/point-field.js';
import type { Tally } from './tally.js';

/** Files that are clouds of points already. */
export const CLOUDS = /\.(las|laz)$/i;

/** A cloud of the page: that of a run, or a file of the user. */
export interface Cloud {
  /** Unlike that of any other cloud. */
  id: string;
  /** How the backend calls it. */
  cloud: CloudId;
  name: string;
  /** running: it is scanned; reading: it was, and is read again; stopped: the user ended the scan early; failed: there is nothing more. */
  state: 'running' | 'reading' | 'done' | 'stopped' | 'failed';
  /** The text that gave it; absent: none did. */
  text?: string;
  /** The survey that gave it, or beside which it was opened. */
  survey: NumberedSurvey;
  field: PointField;
  tally: Tally;
  /** Values by which it is coloured in a mode, by the key of it; without values: it has none. */
  column?: { mode: string; column?: ValueColumn };
  isVisible: boolean;
  points: number;
  /** Share of the work that is done, 0…1. */
  share: number;
  /** Milliseconds of the page's clock. */
  began: number;
  /** Seconds to the first points, and to the end. */
  firstAfter?: number;
  seconds: number;
  /** The files that the survey asks for. */
  outputs: StoredRun['outputs'];
  /** What the run wrote beside them; absent: nothing is known of that. */
  beside?: StoredRun['beside'];
  /** What its points came from when it ran; none is known of files. */
  sources: readonly { id: number; name: string }[];
  /** What its classes are called, by their numbers. */
  classes: Readonly<Record<number, string>>;
  /** In which its intensities are drawn; absent: it is not known yet. */
  tone?: IntensityTone;
}

/** A survey: its number in the page, as `Document` has it, and its name; undefined: it has none. */
export interface NumberedSurvey {
  number: number;
  name?: string;
}

/** Whether points of a cloud still come. */
export const isComing = ({ state }: Pick<Cloud, 'state'>): boolean => state === 'running' || state === 'reading';

/** Whether all points of a cloud are there. */
export const isWhole = ({ state, points }: Cloud): boolean => (state === 'done' || state === 'stopped') && points > 0;
