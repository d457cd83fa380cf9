import { UserError } from '../../../base/errors.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { littleEndianFloats } from '../little-endian.js';
import type { Tensor, TensorType } from './tensor-file.js';

/** The used measurements of an RGL material file: sizes agree and all numbers are finite. */
export interface RglFields {
  /** Description in the file; '' if it has none. */
  description: string;
  /** Azimuths of incidence (radians), rising. */
  phi: Float32Array;
  /** Angles of incidence from the normal (radians), rising, below π/2. */
  theta: Float32Array;
  /** Projected area of the facets over direction. */
  sigma: Grid;
  /** Density of the facets' normals (1/sr) over direction. */
  ndf: Grid;
  /** Density of the visible normals over the unit square: a plane for each incidence (φ, θ). */
  vndf: Grid;
  /** The measurement over the warped square: a plane for each incidence (φ, θ) and wave. */
  spectra: Grid;
  bands: Bands;
  /** Whether `spectra` must be multiplied by D / 4σ. */
  jacobian: boolean;
}

/** Planes of rows and columns, one after another. Only spectra may be negative. */
export interface Grid {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** Wavelengths (nm), rising, and the number of each in an incidence's `planes` of spectra. */
interface Bands {
  kind: 'spectral' | 'rgb';
  wavelengthsNm: readonly number[];
  planeOf: readonly number[];
  planes: number;
}

/**
 * Dominant wavelengths (nm) of the primaries red, green and blue of ITU-R BT.709 about D65, to the nanometre: nominal.
 */
const RGB_WAVELENGTHS_NM = [611, 549, 464] as const;

const QUARTER_TURN = Math.PI / 2;
/** Files of the database have 195. */
const WAVELENGTHS_MAX = 4096;
const DESCRIPTION_MAX = 500;
/** Decimal digits of a 4-byte float. */
const FLOAT_DIGITS = 7;

/**
 * The fields of an RGL material file (material-database format of Dupuy and Jakob 2018; `spectra` or `rgb`). Throws
 * UserError with the name of a field that is missing, has another type or shape, or holds numbers that are not a
 * measurement.
 */
export function pickRglFields(tensors: ReadonlyMap<string, Tensor>, file: string): RglFields {
  const picker = new FieldPicker(tensors, file);
  const phi = picker.rising('phi_i', -Infinity);
  const theta = picker.rising('theta_i', 0, QUARTER_TURN);
  const incidences = [phi.length, theta.length];
  const bands = picker.bands();
  return {
    description: picker.description(),
    phi,
    theta,
    sigma: picker.grid('sigma', [], 1),
    ndf: picker.grid('ndf', [], 1),
    vndf: picker.grid('vndf', incidences, 2),
    spectra: picker.spectra([...incidences, bands.planes], bands.kind),
    bands,
    jacobian: picker.flag('jacobian'),
  };
}

class FieldPicker {
  private readonly tensors: ReadonlyMap<string, Tensor>;
  private readonly file: string;

  constructor(tensors: ReadonlyMap<string, Tensor>, file: string) {
    this.tensors = tensors;
    this.file = file;
  }

  description(): string {
    const bytes = this.tensors.get('description')?.bytes.subarray(0, DESCRIPTION_MAX) ?? new Uint8Array();
    return new TextDecoder()
      .decode(bytes)
      .replace(/\p{Cc}+/gu, ' ')
      .trim();
  }

  /** Rising numbers from `min` on and below `below`. */
  rising(name: string, min: number, below = Infinity): Float32Array {
    const values = this.floats(name, 1);
    const wrong = values.findIndex(
      (value, k) => !(value >= min && value < below && (k === 0 || value > values[k - 1])),
    );
    if (values.length > 0 && wrong < 0) return values;
    const found = values.length > 0 ? `${values[wrong]} as value ${wrong + 1}` : 'no values';
    throw this.fault(name, `found ${found}, expected rising ones${below < Infinity ? ` from ${min} to ${below}` : ''}`);
  }

  /** Planes of at least `rowsMin` rows and two columns, one for each combination of `outer`; no value is negative. */
  grid(name: string, outer: readonly number[], rowsMin: number): Grid {
    const values = this.floats(name, outer.length + 2);
    const grid = this.plane(name, outer, rowsMin, values);
    const wrong = values.findIndex((value) => value < 0);
    if (wrong >= 0) throw this.fault(name, `found ${values[wrong]} as value ${wrong + 1}, expected none below 0`);
    return grid;
  }

  /** Square planes. */
  spectra(outer: readonly number[], kind: Bands['kind']): Grid {
    const name = kind === 'rgb' ? 'rgb' : 'spectra';
    const grid = this.plane(name, outer, 2, this.floats(name, outer.length + 2));
    if (grid.rows === grid.columns) return grid;
    throw this.fault(name, `found ${grid.rows} rows and ${grid.columns} columns, expected as many of each`);
  }

  bands(): Bands {
    if (!this.tensors.has('spectra') && this.tensors.has('rgb')) {
      const wavelengthsNm = [...RGB_WAVELENGTHS_NM].reverse();
      return { kind: 'rgb', wavelengthsNm, planeOf: [2, 1, 0], planes: 3 };
    }
    const values = this.rising('wavelengths', Number.MIN_VALUE);
    if (values.length > WAVELENGTHS_MAX)
      throw this.fault('wavelengths', `found ${values.length}, expected ${WAVELENGTHS_MAX} at most`);
    const wavelengthsNm = Array.from(values, (value) => Number(value.toPrecision(FLOAT_DIGITS)));
    return { kind: 'spectral', wavelengthsNm, planeOf: wavelengthsNm.map((_, k) => k), planes: values.length };
  }

  flag(name: string): boolean {
    const { bytes } = this.tensor(name, 'u8', 1);
    if (bytes.length !== 1 || bytes[0] > 1) throw this.fault(name, `found ${bytes.length} bytes, expected one, 0 or 1`);
    return bytes[0] === 1;
  }

  private plane(name: string, outer: readonly number[], rowsMin: number, values: Float32Array): Grid {
    const { shape } = this.tensor(name, 'f32', outer.length + 2);
    const [rows, columns] = shape.slice(-2);
    const isFitting = outer.every((count, axis) => shape[axis] === count) && rows >= rowsMin && columns >= 2;
    if (isFitting) return { rows, columns, values };
    const expected = [...outer, `${rowsMin} or more`, '2 or more'].join(' x ');
    throw this.fault(name, `found ${shape.join(' x ')} numbers, expected ${expected}`);
  }

  private floats(name: string, axes: number): Float32Array {
    const values = littleEndianFloats(this.tensor(name, 'f32', axes).bytes, 4);
    const wrong = values.findIndex((value) => !Number.isFinite(value));
    if (wrong < 0) return values;
    throw this.fault(name, `found ${values[wrong]} as value ${wrong + 1}, expected finite numbers`);
  }

  private tensor(name: string, type: TensorType, axes: number): Tensor {
    const tensor = this.tensors.get(name);
    if (tensor === undefined) throw this.fault(name, `found no such field, expected one of ${axes} axes`);
    if (tensor.type === type && tensor.shape.length === axes) return tensor;
    const found = `${tensor.type} along ${tensor.shape.length} axes`;
    throw this.fault(name, `found ${found}, expected ${type} along ${axes}`);
  }

  private fault(name: string, message: string): UserError {
    const tensor = this.tensors.get(name);
    const where = tensor ? `${quoteText(name)} (byte ${tensor.offset})` : quoteText(name);
    return new UserError(`field ${where}: ${message}`, { place: { file: this.file } });
  }
}
