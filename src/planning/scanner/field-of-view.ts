import type { Deflector, MirrorSwing, OscillatingMirror, RotatingPolygon, Scanner } from '../../scanner/scanner.js';

/** How many pulses leave a scanner, and how they lie in lines. */
export interface ScanRates {
  /** Pulses of all lasers that leave, a second: pauses between the facets of a polygon and outside of a sector taken off. */
  pulseRateHz: number;
  /** Lines (or loops of a closed pattern) of all lasers, a second; undefined where a pattern has none that follow one another. */
  lineRateHz?: number;
  /** Angle between two pulses of one laser in the middle of a line, radians; there is one where there are lines. */
  stepAngle?: number;
}

const TURN = 2 * Math.PI;
/** Angles that differ by less than this share of a step count as equal, as in pulse programs. */
const STEP_SLACK = 1e-6;

/**
 * Rates of a scanner at work, of all its lasers together. `sector` is the angle (radians) that a spinning head may fire in,
 * a full turn unless given; other kinds have none.
 */
export function scanRates({ deflector, channels }: Pick<Scanner, 'deflector' | 'channels'>, sector = TURN): ScanRates {
  const one = ratesOfOneLaser(deflector, sector);
  return {
    ...one,
    pulseRateHz: one.pulseRateHz * channels.length,
    lineRateHz: one.lineRateHz === undefined ? undefined : one.lineRateHz * channels.length,
  };
}

function ratesOfOneLaser(deflector: Deflector, sector: number): ScanRates {
  switch (deflector.kind) {
    case 'spinning': {
      const { rotationRateHz, firingPeriod } = deflector;
      const rate = Math.abs(rotationRateHz);
      const share = Math.min(1, sector / TURN);
      return { pulseRateHz: share / firingPeriod, lineRateHz: rate, stepAngle: TURN * rate * firingPeriod };
    }
    case 'polygon':
      return polygonRates(deflector);
    case 'line': {
      const { pulseRateHz, fibres, halfAngle } = deflector;
      return { pulseRateHz, lineRateHz: pulseRateHz / fibres, stepAngle: (2 * halfAngle) / fibres };
    }
    case 'parallel':
    case 'zigzag': {
      const { pulseRateHz, scanRateHz, fieldOfView } = deflector;
      return { pulseRateHz, lineRateHz: scanRateHz, stepAngle: (fieldOfView * scanRateHz) / pulseRateHz };
    }
    case 'oscillating':
      return oscillatingRates(deflector);
    case 'conic':
    case 'palmer': {
      const { pulseRateHz, rotationRateHz } = deflector;
      const rate = Math.abs(rotationRateHz);
      const radius = deflector.kind === 'conic' ? deflector.halfAngleAlong : 2 * deflector.mirrorTilt;
      // Along the edge of the cone: an angle at its apex, not of the turn.
      return { pulseRateHz, lineRateHz: rate, stepAngle: (TURN * rate * Math.sin(radius)) / pulseRateHz };
    }
    case 'mems': {
      const { pulseRateHz, horizontal, vertical } = deflector;
      if (horizontal.rateHz <= vertical.rateHz) return { pulseRateHz };
      return { pulseRateHz, ...swingRates(horizontal, pulseRateHz) };
    }
    case 'risley':
    case 'pattern':
      return { pulseRateHz: deflector.pulseRateHz };
  }
}

/** Pulses of one line of a polygon scanner: both ends of the window are fired at where a step falls there. */
function pulsesPerLine({ elevationMin, elevationMax, verticalStep }: RotatingPolygon): number {
  return Math.floor((elevationMax - elevationMin) / verticalStep + STEP_SLACK) + 1;
}

/** A line takes as long as its facet sweeps, the pause outside of the window included, or as the highest line rate allows. */
function polygonRates(deflector: RotatingPolygon): ScanRates {
  const { pulseRateHz, verticalStep, facetAngle = 0, lineRateMaxHz } = deflector;
  const pulses = pulsesPerLine(deflector);
  const linePeriod = Math.max(Math.max(pulses, facetAngle / verticalStep) / pulseRateHz, 1 / lineRateMaxHz);
  return { pulseRateHz: pulses / linePeriod, lineRateHz: 1 / linePeriod, stepAngle: verticalStep };
}

/**
 * In the middle of a line: of a sine the fastest, of an even motion with turns of T pulses at both ends the step D of
 * HELIOS++'s oscillating mirror, D = 2θ / (H − T + ((T/2 − 1) + (T/2 + 1) − 1)/2) with H pulses a line.
 */
function oscillatingRates(deflector: OscillatingMirror): ScanRates {
  const { pulseRateHz, scanRateHz, halfAngle, motion, turningPulses: turn } = deflector;
  const lineRateHz = 2 * scanRateHz;
  if (motion === 'sinusoidal')
    return { pulseRateHz, lineRateHz, stepAngle: (halfAngle * TURN * scanRateHz) / pulseRateHz };
  const pulses = pulseRateHz / lineRateHz;
  const strokes = turn === 0 ? pulses : pulses - turn + (turn - 1) / 2;
  return { pulseRateHz, lineRateHz, stepAngle: (2 * halfAngle) / strokes };
}

function swingRates({ amplitude, rateHz, waveform }: MirrorSwing, pulseRateHz: number): Omit<ScanRates, 'pulseRateHz'> {
  const cyclesPerPulse = rateHz / pulseRateHz;
  if (waveform === 'sawtooth') return { lineRateHz: rateHz, stepAngle: 2 * amplitude * cyclesPerPulse };
  const slope = waveform === 'sine' ? TURN : 4;
  return { lineRateHz: 2 * rateHz, stepAngle: slope * amplitude * cyclesPerPulse };
}
