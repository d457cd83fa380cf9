import { UserError } from '../base/errors.js';
import { quoteText } from '../base/yaml/faults.js';
import type { Mount } from './leg.js';
import { expectedPlatform, findPlatform, platformIds } from './platform-catalogue.js';
import type { MountDefinition } from './platform-schema.js';
import { resolveMount } from './resolve-mount.js';
import { findSystem, SYSTEMS } from './systems.js';

/** A platform in a list. */
export interface PlatformListing {
  id: string;
  name: string;
  /** Number of scanners that it holds. */
  scanners: number;
}

/** The place of a scanner on a platform. */
export interface PlatformPlace {
  /** Name of the scanner, on a system of several. */
  name?: string;
  /** The platform of the catalogue that holds it. */
  platform: string;
  /** Metres and radians, in the platform's frame: right, forward, up. */
  mount: Mount;
  /** As its file states it, degrees. */
  stated: MountDefinition;
  /** Whether a part of a scene can be its body. */
  hasBody: boolean;
  source: string;
}

/** A platform or a system of the catalogue, with the places of its scanners. */
export interface PlatformSheet {
  id: string;
  name: string;
  places: PlatformPlace[];
}

/** Platforms and systems of the catalogue, in the order of their ids. */
export function listPlatforms(): PlatformListing[] {
  const platforms = platformIds().map((id) => ({ id, name: findPlatform(id)?.name ?? id, scanners: 1 }));
  const systems = Object.entries(SYSTEMS).map(([id, { name, platforms: held }]) => {
    return { id, name, scanners: Object.keys(held).length };
  });
  return [...platforms, ...systems].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The platform or system `id`. Throws UserError if the catalogue does not have it. */
export function platformSheet(id: string): PlatformSheet {
  const system = findSystem(id);
  if (system !== undefined) {
    const places = Object.entries(system.platforms).map(([name, platform]) => ({ name, ...placeOf(platform) }));
    return { id, name: system.name, places };
  }
  return { id, name: findPlatform(id)?.name ?? id, places: [placeOf(id)] };
}

function placeOf(platform: string): PlatformPlace {
  const found = findPlatform(platform);
  if (found === undefined)
    throw new UserError(`platform: found ${quoteText(platform)}, expected ${expectedPlatform(platform)}`, {
      hint: 'subray platform list shows the catalogue',
    });
  return {
    platform,
    mount: resolveMount(found.mount),
    stated: found.mount,
    hasBody: found.body !== undefined,
    source: found.source.trim(),
  };
}
