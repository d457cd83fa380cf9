import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The upper rows of a rigid motion, row by row. */
export type Rows = readonly number[];

/** A line of label_02: readLabels.m of the development kit. */
export interface TrackLabel {
  frame: number;
  id: number;
  type: string;
  truncated: number;
  occluded: number;
  alpha: number;
  bbox: number[];
  /** Height, width, length. */
  size: number[];
  location: number[];
  turn: number;
}

export const apply = (m: Rows, [x, y, z]: readonly number[]): number[] =>
  [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]);

export const inverse = (m: Rows): number[] => {
  const turned = [0, 1, 2].flatMap((k) => [m[k], m[4 + k], m[8 + k], 0]);
  const [x, y, z] = apply(turned, [m[3], m[7], m[11]]);
  return turned.map((value, k) => (k % 4 < 3 ? value : -[x, y, z][(k - 3) / 4]));
};

const linesOf = (...path: string[]): string[] =>
  readFileSync(join(...path), 'utf8')
    .split('\n')
    .slice(0, -1);

/** The calibration by read_calib_file of pykitti/utils.py, and by readers that cut two ends of lines off. */
function readCalibration(file: string): Record<string, number[]> {
  return Object.fromEntries(
    linesOf(file).map((line) => {
      const [key, ...words] = `${line}\n`.split(' ');
      return [key.replace(/:$/, ''), words.slice(0, -2).map(Number)];
    }),
  );
}

/** Poses of the platform: convertOxtsToPose.m of KITTI's raw data, and pose_from_oxts_packet of pykitti/utils.py. */
function posesOf(packets: readonly (readonly number[])[]): number[][] {
  const radius = 6378137;
  const scale = Math.cos((packets[0][0] * Math.PI) / 180);
  const places = packets.map(([latitude, longitude, altitude]) => [
    (scale * longitude * Math.PI * radius) / 180,
    scale * radius * Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)),
    altitude,
  ]);
  return packets.map(([, , , roll, pitch, yaw], k) => {
    const [cr, sr, cp, sp] = [Math.cos(roll), Math.sin(roll), Math.cos(pitch), Math.sin(pitch)];
    const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
    const [x, y, z] = places[k].map((value, axis) => value - places[0][axis]);
    return [
      ...[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x],
      ...[sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, y],
      ...[-sp, cp * sr, cp * cr, z],
    ];
  });
}

/** A sequence of KITTI's tracking benchmark. */
export class KittiTracking {
  readonly scans: Float32Array[];
  readonly labels: TrackLabel[];
  readonly calibration: Record<string, number[]>;
  readonly packets: number[][];
  /** The platform in the world, from the place of the first. */
  readonly poses: number[][];

  constructor(root: string, sequence = '0000') {
    const training = join(root, 'training');
    const folder = join(training, 'velodyne', sequence);
    const names = readdirSync(folder).sort();
    const numbered = names.map((_, frame) => `${String(frame).padStart(6, '0')}.bin`);
    if (names.join() !== numbered.join()) throw new Error(`files ${names}`);
    this.scans = names.map((name) => new Float32Array(new Uint8Array(readFileSync(join(folder, name))).buffer));
    this.labels = linesOf(training, 'label_02', `${sequence}.txt`).map(readLabel);
    this.calibration = readCalibration(join(training, 'calib', `${sequence}.txt`));
    this.packets = linesOf(training, 'oxts', `${sequence}.txt`).map((line) => line.split(' ').map(Number));
    this.poses = posesOf(this.packets);
  }

  /** A place in the world, from the first one of the platform, of one in the camera in a frame. */
  inWorld(frame: number, place: readonly number[]): number[] {
    return apply(this.poses[frame], apply(inverse(this.calibration.Tr_imu_velo), this.inLaser(place)));
  }

  inLaser(place: readonly number[]): number[] {
    return apply(inverse(this.calibration.Tr_velo_cam), place);
  }

  /** Where the second camera sees a place in its frame. */
  pixelOf(place: readonly number[]): number[] {
    const [u, v, w] = apply(this.calibration.P2, place);
    return [u / w, v / w];
  }

  /** Points of a frame within the box of a label, as AB3DMOT makes it from h, w, l, location and rotation_y. */
  countWithin({ frame, location, size: [height, width, length], turn }: TrackLabel, slack = 1e-3): number {
    const scan = this.scans[frame];
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    let count = 0;
    for (let k = 0; k < scan.length; k += 4) {
      const [x, y, z] = apply(this.calibration.Tr_velo_cam, scan.subarray(k, k + 3) as unknown as number[]).map(
        (value, axis) => value - location[axis],
      );
      const [along, across] = [x * cos - z * sin, x * sin + z * cos];
      const isIn = Math.abs(along) < length / 2 + slack && Math.abs(across) < width / 2 + slack;
      if (isIn && y < slack && y > -height - slack) count++;
    }
    return count;
  }
}

function readLabel(line: string): TrackLabel {
  const words = line.split(' ');
  if (words.length !== 17) throw new Error(`a line of ${words.length} words`);
  const numbers = words.map(Number);
  return {
    ...{ frame: numbers[0], id: numbers[1], type: words[2], truncated: numbers[3], occluded: numbers[4] },
    ...{ alpha: numbers[5], bbox: numbers.slice(6, 10), size: numbers.slice(10, 13), location: numbers.slice(13, 16) },
    turn: numbers[16],
  };
}

/** The sequences of a split with the number of their frames, as TrackEval reads them (kitti_2d_box.py). */
export const sequencesOf = (root: string, split = 'training'): Record<string, number> =>
  Object.fromEntries(
    linesOf(root, 'training', `evaluate_tracking.seqmap.${split}`).map((line) => {
      const [sequence, , , count] = line.split(' ');
      return [sequence, Number(count)];
    }),
  );
