import type { Rigid } from '../../base/rigid.js';
import type { TableCloud } from '../tables/table-cloud.js';
import type { NumberForm } from './number-form.js';

/** Use of an element's numbers: a cell of the record, or whether the point has a place; undefined: not read. */
export type ElementUse =
  | {
      /** Number of the cell. */
      cell: number;
      /** The cell has number × factor + term. */
      factor: number;
      term: number;
      /** Rounded to a whole number. */
      isWhole: boolean;
    }
  | 'state';

/** An element of a scan's prototype. */
export interface ReadElement {
  name: string;
  form: NumberForm;
  use?: ElementUse;
}

/** A cloud of the file (`data3D`): its points have a section of their own. */
export interface E57Scan {
  points: number;
  /** Place of its section in the file. */
  sectionAt: number;
  elements: ReadElement[];
  /** Its frame in that of the file; absent: the same. */
  pose?: Rigid;
  /** Coordinates are range, azimuth and elevation. */
  isSpherical: boolean;
}

/** An E57 file opened for reading, all scans one after the other; a record is a cell of f64 for each attribute. */
export interface E57Cloud extends TableCloud {
  scans: E57Scan[];
  /** Cells of vectors, which rotate with a scan's frame: coordinates first. */
  vectors: { cells: [number, number, number]; isPlace: boolean }[];
}
