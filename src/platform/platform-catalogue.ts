import { PLATFORM_DEFINITIONS } from './catalogue.generated.js';
import type { PlatformDefinition } from './platform-schema.js';

/** Ids of the catalogue, the files of platforms/platforms, in alphabetical order. */
export const platformIds = (): string[] => Object.keys(PLATFORM_DEFINITIONS);

/** The platform `id`, checked by the build, or undefined if the catalogue does not have it. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  return Object.hasOwn(PLATFORM_DEFINITIONS, id) ? JSON.parse(PLATFORM_DEFINITIONS[id]) : undefined;
}
