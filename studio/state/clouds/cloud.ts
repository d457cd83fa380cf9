import type { CloudId, IntensityTone, StoredRun, ValueColumn } from 'subray/browser';
import type { PointField } from '../../view/point-field.js';
import type { Tally } from './tally.js';

/** Files that are clouds of points already. */
export const CLOUDS = /\.(las|laz)$/i;

/** A cloud of the page: that of a run, or a file of the user. */
export interface Cloud {
  /** Unlike that of any other cloud. */
  id: string;
  /** Name in the backend. */
  cloud: CloudId;
  name: string;
  /** running: a scan; reading: its file is read; stopped: ended early by the user; failed: no more points come. */
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
  /** Files of the run beside them; absent: not known. */
  beside?: StoredRun['beside'];
  /** Sources of its points at the time of the run; none for files. */
  sources: readonly { id: number; name: string }[];
  /** Names of its classes, by number. */
  classes: Readonly<Record<number, string>>;
  /** In which its intensities are drawn; absent: it is not known yet. */
  tone?: IntensityTone;
}

/** A survey: its number in the page, as `Document` has it, and its name; undefined: it has none. */
export interface NumberedSurvey {
  number: number;
  name?: string;
}

/** True while a cloud gets points. */
export const isComing = ({ state }: Pick<Cloud, 'state'>): boolean => state === 'running' || state === 'reading';

/** True if a cloud has all of its points. */
export const isWhole = ({ state, points }: Cloud): boolean => (state === 'done' || state === 'stopped') && points > 0;
