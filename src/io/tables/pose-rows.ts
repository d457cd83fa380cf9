/** A kind of poses that texts hold in rows of numbers without names. */
export interface PoseRows {
  name: string;
  /** The settings by which a leg follows them, besides their file. */
  settings: string;
}

/** Poses of KITTI: the upper rows of the matrix from the body to the world. */
const KITTI: PoseRows = { name: 'poses of KITTI (three rows of a matrix)', settings: ', format: kitti' };
/** Trajectories of TUM, evo and others: time, place, quaternion with w last. */
const TUM: PoseRows = {
  name: 'a trajectory of TUM (time, place, quaternion)',
  settings: ', columns: { time: 1, x: 2, y: 3, z: 4, qx: 5, qy: 6, qz: 7, qw: 8 }',
};

/** Largest deviation of a rotation from unit length: files have four digits or more. */
const DEVIATION_MAX = 2e-3;
/** Fewer rows may be rotations by chance. */
const ROWS_MIN = 3;

/** The kind of poses that rows of numbers are; undefined: they are points, or too few to tell. */
export function poseRowsIn(rows: readonly (readonly number[])[]): PoseRows | undefined {
  if (rows.length < ROWS_MIN) return undefined;
  if (rows.every(isMatrix)) return KITTI;
  const areTimes = rows.every(([time], k) => k === 0 || time > rows[k - 1][0]);
  // A normal and no curvature, behind x, y, z and an intensity, are as long as a quaternion.
  return areTimes && rows.every(endsInQuaternion) && rows.some((row) => row[7] !== 0) ? TUM : undefined;
}

const isNear = (found: number, expected: number): boolean => Math.abs(found - expected) <= DEVIATION_MAX;
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, k) => sum + value * b[k], 0);

function isMatrix(row: readonly number[]): boolean {
  if (row.length !== 12) return false;
  const axes = [row.slice(0, 3), row.slice(4, 7), row.slice(8, 11)];
  return axes.every((a, k) => isNear(dot(a, a), 1) && isNear(dot(a, axes[(k + 1) % 3]), 0));
}

function endsInQuaternion(row: readonly number[]): boolean {
  const turn = row.slice(4);
  return row.length === 8 && isNear(dot(turn, turn), 1);
}
