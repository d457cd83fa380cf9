/** Methods by which a detector finds returns in a waveform. */
export type DetectorKind = 'peak' | 'leadingEdge' | 'constantFraction' | 'gaussian' | 'geiger' | 'photonCounting';

/** A receiver that samples the waveform. SI units; powers are optical, at the aperture. */
export interface SamplingReceiver {
  /** Seconds between two samples; sample k is at k · interval after the emission, at range k · c · interval / 2. */
  interval: number;
  /** The most samples that it records of a pulse. */
  samplesMax: number;
  /**
   * Received power over energy, 1/s, of a pulse of 1 J from one surface: pulse shape ⊗ receiver response; area 1.
   * values[k] at start + k · step seconds after the two-way time.
   */
  response: { start: number; step: number; values: Float64Array };
  /** Standard deviation of the response's middle part, s: that of a Gaussian with the same FWHM. */
  spread: number;
  /** Absent: samples are powers. */
  digitiser?: {
    bits: number;
    /** W at the highest code, without automatic gain. */
    saturation: number;
    /** Code of no light. */
    baseline: number;
    /** Number of times that automatic gain may halve the signal, 0…8. */
    gainSteps: number;
  };
  /** Variance of a sample, W²: constant² + perPower · P. Absent: no noise. */
  noise?: {
    constant: number;
    perPower: number;
    /** Standard deviation of the Gaussian filter over the noise, in samples; 0: white. */
    filterSpread: number;
  };
  detector: {
    kind: DetectorKind;
    /** constantFraction: share of the peak at which the pulse counts as arrived. */
    fraction: number;
    /** Detected photoelectrons per joule. */
    countsPerJoule: number;
    /** Counts of background and dark current, 1/s. */
    countRate: number;
    /** Seconds for which it is blind after a count. */
    deadTime: number;
  };
  /** W. */
  threshold: number;
  /** A peak counts as one of its own if the waveform falls by this many standard deviations of the noise before it. */
  prominence: number;
  /** Seconds by which the detector finds a white wall at normal incidence late (negative: early); subtracted. */
  zero: number;
  /** Seconds for which it is blind after a saturated sample, or after a return. */
  recovery: number;
  /** False alarms outside the windows of the hits, 1/s. */
  falseAlarmRate: number;
}
