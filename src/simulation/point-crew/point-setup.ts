import type { Need, PointHeaders } from '../../products/product.js';
import type { TimedObject } from '../../scene/boxes/timed-object.js';
import type { Survey } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { SceneFacts } from '../points/scene-facts.js';

/** Setup of a thread that makes the points of a survey: plain data. */
export interface PointSetup {
  survey: SurveyFacts;
  scans: readonly InstrumentScan[];
  /** Needs of the survey's products besides points. */
  needs: readonly Need[];
  scene: SceneFacts;
  headers: PointHeaders;
  /** Objects that frames list with their boxes, by number; absent: they list none. */
  boxes?: ReadonlyMap<number, TimedObject>;
  /** Whether the points are also wanted for a viewer. */
  shown: boolean;
  /** Points that a program wants: those of each piece, or whole frames; absent: none, they go to files. */
  inMemory?: 'pieces' | 'frames';
  /** The kernel; absent: no pulses are listed. */
  kernel?: WebAssembly.Module;
}

/** A survey without its scene. */
export type SurveyFacts = Omit<Survey, 'scene'>;
