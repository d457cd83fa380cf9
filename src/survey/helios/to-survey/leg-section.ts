/** A leg in our keys, without its scanner's settings. */
export interface HeliosLegSection {
  /** Number of its leg in the survey of HELIOS++. */
  index: number;
  /** Keys of the path, and of its settings. */
  path: Record<string, unknown>;
  /** Steps that it takes. */
  steps: number;
}
