/** One way in which physics may differ; see `PHYSICS_SWITCHES`. */
interface PhysicsSwitch {
  /** All values, that of SI first, that of HELIOS++ second. */
  values: readonly [si: string, helios: string, ...others: string[]];
  /** Number of the quirk in docs/helios.md, if it is one. */
  quirk?: number;
  /** Whether HELIOS++ has its own value only with an option. */
  onRequest?: true;
  /** Meaning, in one line. */
  says: string;
}

/** Differences between HELIOS++'s points, those of an instrument, and those that nothing but a simulator can make. */
export const PHYSICS_SWITCHES = {
  clock: {
    values: ['two-way', 'one-way'],
    quirk: 31,
    says: 'Time of a waveform: there and back, or one way, so that pulses and bins are twice as long in range',
  },
  echoes: {
    values: ['receiver', 'bins'],
    quirk: 25,
    says: "How returns arise: as the detector says, or as the highest bins of HELIOS++'s waveform",
  },
  blindZone: {
    values: ['none', 'pulse'],
    quirk: 32,
    says: 'Pulses whose first hit is nearer than the least range plus the rise of the pulse: recorded, or lost',
  },
  limits: {
    values: ['measured', 'true'],
    quirk: 37,
    says: 'Limits of range hold for the range that is measured, errors included, or for the true one, to which errors are added',
  },
  lines: {
    values: ['running', 'restarted'],
    quirk: 38,
    says: "First pulse of a scan line: as the laser's clock has it, which runs on while the mirror turns, or at the start of each line",
  },
  points: {
    values: ['axis', 'axis', 'surface'],
    quirk: 33,
    says: "Place of a point: on the beam's axis at its range, as instruments write it, or the mean of its hits",
  },
  energy: {
    values: ['lidar', 'legacy', 'improved'],
    quirk: 30,
    says: "Energy of a hit: the LiDAR equation, or HELIOS++'s legacy or improved model",
  },
  incidence: {
    values: ['surface', 'perpendicular'],
    onRequest: true,
    says: "Energies by the angle at which surfaces are hit, or as if all were hit at a right angle (HELIOS++'s --fixedIncidenceAngle)",
  },
  gloss: {
    values: ['normalised', 'plain'],
    quirk: 14,
    says: "Kd, Ks and Ns of MTL: Blinn and Phong's model, normalised, or HELIOS++'s, which is not",
  },
  reflectance: {
    values: ['bounded', 'as-written'],
    quirk: 15,
    says: 'Reflectances above 1: refused, or taken as they are',
  },
  foliage: {
    values: ['projected', 'area'],
    quirk: 26,
    says: 'Voxels of mode medium: the plant area density times its projection weakens light, and leaves are turned at random; or the density itself, and leaves lie as the faces of voxels',
  },
} as const satisfies Record<string, PhysicsSwitch>;

export type PhysicsSwitchName = keyof typeof PHYSICS_SWITCHES;

/** The physics of a survey: a value for each switch. */
export type Physics = { readonly [Name in PhysicsSwitchName]: (typeof PHYSICS_SWITCHES)[Name]['values'][number] };

const physicsOf = (column: 0 | 1): Physics =>
  Object.freeze(
    Object.fromEntries(
      Object.entries<PhysicsSwitch>(PHYSICS_SWITCHES).map(([name, { values, onRequest }]) => [
        name,
        values[onRequest ? 0 : column],
      ]),
    ),
  ) as Physics;

/** The kinds of physics that have a name: that of instruments, and that of HELIOS++ as its users run it. */
export const PHYSICS = Object.freeze({ si: physicsOf(0), helios: physicsOf(1) });

export type PhysicsName = keyof typeof PHYSICS;

/** Number of times that the time of a waveform counts the way to a target: 2, there and back, or 1. */
export const waysOf = ({ clock }: Pick<Physics, 'clock'>): number => (clock === 'two-way' ? 2 : 1);
