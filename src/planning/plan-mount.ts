import { DEGREE } from '../base/angle.js';
import { UserError } from '../base/errors.js';
import { quoteText } from '../base/yaml/faults.js';
import type { Attitude, Mount } from '../platform/leg.js';
import { expectedPlatform, findPlatform } from '../platform/platform-catalogue.js';
import { resolveMount } from '../platform/resolve-mount.js';
import type { PlanSource } from './plan-source.js';

/** The mount of the scanner, and its form in the survey. */
export interface ChosenMount {
  mount: Mount;
  platform?: string;
  /** The survey's own `mount`, if it has one. */
  section?: Readonly<Record<string, unknown>>;
}

/**
 * The mount of the requested platform, or else of the source's, or else of `fallback`. The source's own `mount` counts
 * only with its platform. Throws UserError for an unknown platform.
 */
export function chooseMount(source: PlanSource, asked: string | undefined, fallback?: string): ChosenMount {
  const isOwn = asked === undefined && (source.platform !== undefined || source.mount !== undefined);
  const platform = asked ?? (isOwn ? source.platform : fallback);
  const found = platform === undefined ? undefined : findPlatform(platform);
  if (platform !== undefined && found === undefined) {
    const what = asked === undefined ? 'platform' : '--platform';
    throw new UserError(`${what}: found ${quoteText(platform)}, expected ${expectedPlatform(platform)}`);
  }
  const section = isOwn ? source.mount : undefined;
  return { mount: resolveMount(found?.mount, section), platform, section };
}

const DIGITS = 1e4;
const degrees = (angle: number): number => Math.round((angle / DEGREE) * DIGITS) / DIGITS + 0;

/** The same position with another attitude, which the survey's `mount` sets; angles are rounded as written. */
export function withAttitude({ mount, platform }: ChosenMount, attitude: Attitude): ChosenMount {
  const [heading, pitch, roll] = [attitude.heading, attitude.pitch, attitude.roll].map(degrees);
  const [x, y, z] = mount.position;
  const section = { position: [x, y, z] as [number, number, number], heading, pitch, roll };
  return { mount: resolveMount(undefined, section), platform, section };
}
