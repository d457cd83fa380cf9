/** The device was lost (driver reset, unplugged, destroyed). Carries the pulses in progress. */
export class DeviceLostError extends Error {
  override name = 'DeviceLostError';
  readonly firstPulse: number;
  readonly pulseCount: number;

  constructor(reason: string, firstPulse: number, pulseCount: number) {
    super(`the GPU was lost (${reason}) while pulses ${firstPulse} to ${firstPulse + pulseCount - 1} were in work`);
    this.firstPulse = firstPulse;
    this.pulseCount = pulseCount;
  }

  /** The same loss, with the reason why the device cannot be acquired again. */
  because(cause: unknown): this {
    this.message += `; it cannot be acquired again: ${cause instanceof Error ? cause.message : String(cause)}`;
    this.cause = cause;
    return this;
  }
}

/** The device has too little memory for a request. */
export class OutOfDeviceMemoryError extends Error {
  override name = 'OutOfDeviceMemoryError';
}
