const TURN = 2 * Math.PI;
/** Radians; azimuths are stored as 4-byte floats. */
const SLACK = 1e-5;

/**
 * φ ↦ sign · φ + shift: a rotation about the normal or a reflection at a plane through it, under which the surface is
 * symmetric.
 */
interface Symmetry {
  sign: 1 | -1;
  shift: number;
}

/** Symmetries by the number of measured sectors in a turn: half a turn; reflections at the planes xz and yz. */
const SYMMETRIES: Readonly<Record<number, readonly Symmetry[]>> = {
  1: [{ sign: 1, shift: 0 }],
  2: [
    { sign: 1, shift: 0 },
    { sign: 1, shift: Math.PI },
  ],
  4: [
    { sign: 1, shift: 0 },
    { sign: -1, shift: 0 },
    { sign: 1, shift: Math.PI },
    { sign: -1, shift: Math.PI },
  ],
};

/**
 * The number of sectors, from the first to the last of `azimuths`, in a turn: 1, 2 or 4; undefined for other sectors.
 */
export function azimuthReduction(azimuths: ArrayLike<number>): 1 | 2 | 4 | undefined {
  const times = Math.round(TURN / (azimuths[azimuths.length - 1] - azimuths[0]));
  return times === 1 || times === 2 || times === 4 ? times : undefined;
}

/** The symmetry that maps incidence at azimuth `phi` into the measured sector. */
export function intoSector(phi: number, first: number, last: number, reduction: 1 | 2 | 4): Symmetry {
  const symmetries = SYMMETRIES[reduction];
  return symmetries.find((symmetry) => wrapFrom(applyTo(phi, symmetry), first) <= last + SLACK) ?? symmetries[0];
}

/** The azimuth to which `symmetry` maps `phi`. */
export const applyTo = (phi: number, { sign, shift }: Symmetry): number => sign * phi + shift;

/** The azimuth of the same direction in first … first + 2π, or below by the rounding of floats. */
export const wrapFrom = (phi: number, first: number): number => phi - TURN * Math.floor((phi - first + SLACK) / TURN);

/** The azimuth as a fraction of a turn from −π: 0 … 1. */
export function shareOfTurn(phi: number): number {
  const share = phi / TURN + 0.5;
  return share - Math.floor(share);
}
