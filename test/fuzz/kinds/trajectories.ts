import type { Trajectory } from '../../../src/platform/leg.js';
import { createPoseReader } from '../../../src/platform/pose-at.js';
import { readTrajectory } from '../../../src/platform/read/read-trajectory.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const WORDS = [
  'time',
  'x',
  'y',
  'z',
  'roll',
  'pitch',
  'heading',
  'yaw',
  'lat',
  'lon',
  'qw',
  'qx',
  'qy',
  'qz',
  '#',
  ';',
  '\t',
];

const CSV =
  'time,x,y,z,roll,pitch,heading\n0,0,0,10,0,0,0\n0.1,1,0,10,1,2,5\n0.2,2,0.5,10,0,0,350\n0.3,3,1,11,0,0,10\n';
const TUM =
  '# timestamp tx ty tz qx qy qz qw\n1305031102.1758 1 2 3 0 0 0 1\n1305031102.2 1.1 2 3 0 0 0.1 0.995\n1305031102.3 1.2 2 3 0 0.1 0.1 0.99\n';
const GEO = 'GPSTime;lat;lon;height\n345600;48.5;9.5;300\n345601;48.5001;9.5;301\n345602;48.5002;9.5001;302\n';
const HELIOS = '#TIME_COLUMN: 6\n#HEADER: "x", "y", "z", "yaw", "pitch", "roll", "t"\n1,2,3,90,0,0,5\n4,5,6,80,1,0,6\n';

/** The sentence with its checksum. */
function sealed(body: string): string {
  const sum = [...body].reduce((xor, letter) => xor ^ letter.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}

const NMEA = [
  'GPGGA,123519,4800.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,',
  'GPHDT,274.07,T',
  'GPGGA,123520,4800.010,N,01131.000,E,1,08,0.9,546.4,M,46.9,M,,',
  'PASHR,123520.500,158.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1',
  'GPGGA,123521,4800.020,N,01131.010,E,1,08,0.9,547.4,M,46.9,M,,',
];

/** 17 little-endian doubles a record. */
function sbet(): FuzzSeed {
  const records = [0, 1, 2].map((k) =>
    Float64Array.of(345_600 + k / 100, 0.84, 0.16 + k * 1e-6, 1200, 60, 1, -2, 0.01, 0.02, 1.5, 0, 0, 0, 9.8, 0, 0, 0),
  );
  return { file: 'way.sbet', bytes: new Uint8Array(Buffer.concat(records.map(({ buffer }) => Buffer.from(buffer)))) };
}

/** Reads the recording, and again without poses of like slopes, and asks for poses. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const files = filesOf({}, file, bytes);
  const whole = useTrajectory(await readTrajectory(file, { files }));
  if (whole !== undefined || !file.endsWith('.trj')) return whole;
  return useTrajectory(await readTrajectory(file, { files, slopes: { threshold: 1, angles: true } }));
}

/** Asks for the first pose, that in the middle, and the last. */
function useTrajectory(trajectory: Trajectory): string | undefined {
  const { times } = trajectory;
  const poses = [times[0], (times[0] + times[times.length - 1]) / 2, times[times.length - 1]];
  const read = createPoseReader({ kind: 'recorded', trajectory });
  for (const time of poses) {
    const { position, orientation } = read(time);
    if (![...position, ...orientation].every(Number.isFinite)) return `the pose at ${time} s has a NaN`;
  }
  return undefined;
}

const kind = (name: string, seeds: readonly FuzzSeed[], isText: boolean, mend?: FuzzKind['mend']): FuzzKind => ({
  name,
  weight: 60,
  isText,
  dictionary: WORDS,
  seeds: () => seeds,
  mend,
  use,
});

/** Checksums of all sentences made right. */
function seal(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const mended = text.replace(/\$([^*\r\n]*)\*\w\w\r\n/g, (_, body: string) => sealed(body));
  return Uint8Array.from(Buffer.from(mended, 'latin1'));
}

export const trajectoryKinds: readonly FuzzKind[] = [
  kind('csv', [textSeed('way.csv', CSV), textSeed('way.csv', GEO)], true),
  kind('tum', [textSeed('way.tum', TUM), textSeed('way.txt', TUM)], true),
  kind('sbet', [sbet()], false),
  kind('nmea', [textSeed('way.nmea', NMEA.map(sealed).join(''))], true, seal),
  kind('trj', [textSeed('way.trj', HELIOS)], true),
];
