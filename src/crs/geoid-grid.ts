import { UserError } from '../base/errors.js';

/** Height of a geoid above the ellipsoid at a place in degrees, metres; NaN outside the grid and where it has none. */
export type Geoid = (longitude: number, latitude: number) => number;

/** Bytes of the head: four doubles and two counts. */
const HEAD_BYTES = 40;
/** Undefined cells of GTX (NOAA VDatum). */
const NO_HEIGHT = -88.8888;
const TURN_DEG = 360;

/**
 * The geoid in a file of NOAA's VDatum (GTX), which PROJ and national surveys offer: big-endian; the south-west corner
 * and the steps in degrees, latitude first, as doubles; counts of rows and columns; heights as floats, row by row from
 * the south. Throws UserError that names `file` for bytes that are no such file.
 */
export function readGtx(bytes: Uint8Array, file: string): Geoid {
  const noGtx = (found: string) =>
    new UserError(`found ${found}, expected a geoid as GTX or GeoTIFF`, {
      place: { file },
      hint: 'gdal_translate -of GTX geoid.bin geoid.gtx converts other grids',
    });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES) throw noGtx(`${bytes.length} bytes`);
  const [south, west, stepNorth, stepEast] = [0, 8, 16, 24].map((at) => view.getFloat64(at));
  const [rows, columns] = [view.getInt32(32), view.getInt32(36)];
  if (!(rows > 1 && columns > 1 && bytes.length === HEAD_BYTES + 4 * rows * columns))
    throw noGtx(`${bytes.length} bytes for ${rows} rows of ${columns}`);
  if (!(Math.abs(south) <= 90 && Math.abs(west) <= TURN_DEG && stepNorth > 0 && stepEast > 0))
    throw noGtx(`a corner at ${south}°, ${west}° and steps of ${stepNorth}°, ${stepEast}°`);
  const heightAt = (row: number, column: number): number => {
    const height = view.getFloat32(HEAD_BYTES + 4 * (row * columns + column));
    return Math.abs(height - NO_HEIGHT) < 1e-3 ? Number.NaN : height;
  };
  return geoidOf({ south, west, stepNorth, stepEast, rows, columns, heightAt });
}

/** Heights of a geoid at nodes, metres. */
export interface GeoidGrid {
  /** The south-western node, and the steps to the next ones, degrees. */
  south: number;
  west: number;
  stepNorth: number;
  stepEast: number;
  /** Numbers of rows and columns, at least 2. */
  rows: number;
  columns: number;
  /** The height at a node, rows from the south; not finite: it has none. */
  heightAt(row: number, column: number): number;
}

/** The geoid of a grid, bilinear between its nodes; a grid around the earth is closed. */
export function geoidOf({ south, west, stepNorth, stepEast, rows, columns, heightAt }: GeoidGrid): Geoid {
  const isRound = columns * stepEast > TURN_DEG - stepEast / 2;
  const nextColumn = (column: number) => (isRound ? (column + 1) % columns : column + 1);
  return (longitude, latitude) => {
    const east = (((longitude - west) % TURN_DEG) + TURN_DEG) % TURN_DEG;
    // Rounding puts the western edge a turn to the east.
    const x = (TURN_DEG - east < 1e-9 ? 0 : east) / stepEast;
    const y = (latitude - south) / stepNorth;
    const [column, row] = [
      Math.min(Math.floor(x), isRound ? columns - 1 : columns - 2),
      Math.min(Math.floor(y), rows - 2),
    ];
    const [u, v] = [x - column, y - row];
    if (row < 0 || v > 1 || u > 1) return Number.NaN;
    const along = (at: number) => (1 - u) * heightAt(at, column) + u * heightAt(at, nextColumn(column));
    const height = (1 - v) * along(row) + v * along(row + 1);
    return Number.isFinite(height) ? height : Number.NaN;
  };
}
