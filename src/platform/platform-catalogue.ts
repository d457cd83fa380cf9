import { didYouMeanEntry } from '../base/yaml/check-document.js';
import { PLATFORM_DEFINITIONS } from './catalogue.generated.js';
import type { PlatformDefinition } from './platform-schema.js';

/** Ids of the catalogue, the files of platforms/platforms, in alphabetical order. */
export const platformIds = (): string[] => Object.keys(PLATFORM_DEFINITIONS);

/** The expected ids, for a message about the unknown `id`, which may be a name that is printed. */
export function expectedPlatform(id: string): string {
  const ids = platformIds();
  const entries = ids.map((known) => ({ id: known, name: findPlatform(known)?.name ?? known }));
  return `a platform of the catalogue${didYouMeanEntry(id, entries) || `: ${ids.join(', ')}`}`;
}

/** The platform `id`, checked by the build, or undefined if the catalogue does not have it. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  return Object.hasOwn(PLATFORM_DEFINITIONS, id) ? JSON.parse(PLATFORM_DEFINITIONS[id]) : undefined;
}
