import { UserError } from '../base/errors.js';
import { quoteText } from '../base/yaml/faults.js';
import { expectedPlatform, findPlatform } from '../platform/platform-catalogue.js';
import { findSystem, SYSTEMS } from '../platform/systems.js';
import type { Scanner } from '../scanner/scanner.js';
import { uniqueNames } from '../survey/resolve/unique-names.js';
import type { PlanRequest } from './plan-request.js';
import type { PlanSource } from './plan-source.js';
import { scannerOfPlan, sectionOf } from './scanner/choose-scanner.js';

/** A scanner of a request, with the platform that holds it. */
interface CarriedScanner {
  name?: string;
  scanner: string;
  platform?: string;
}

/** Scanners and platforms of a request as lists; nothing: those of the scene's file. */
type Wish = Pick<PlanRequest, 'scanner' | 'platform'>;

export const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/**
 * The scanners that a request carries together: one for each platform of a system, or in pairs with platforms; nothing
 * if it names at most one of each. Throws UserError for numbers of scanners and platforms that do not fit.
 */
function carriedBy(wish: Wish): CarriedScanner[] {
  const [scanners, platforms] = [listed(wish.scanner), listed(wish.platform)];
  const system = platforms.length === 1 ? findSystem(platforms[0]) : undefined;
  const held =
    system === undefined ? platforms.map((id) => [undefined, id] as const) : Object.entries(system.platforms);
  if (scanners.length <= 1 && held.length <= 1) return [];
  if (scanners.length === 0)
    throw new UserError(`--scanner is missing: ${quoteText(platforms.join(', '))} holds ${held.length} scanners`);
  if (scanners.length !== 1 && scanners.length !== held.length && held.length > 1)
    throw new UserError(`--scanner: found ${scanners.length} scanners for ${held.length} places of --platform`, {
      hint: 'name one scanner for all places, or one for each',
    });
  const count = Math.max(scanners.length, held.length);
  return Array.from({ length: count }, (_, k) => {
    const [name, platform] = held[held.length > 1 ? k : 0] ?? [];
    return { name, platform, scanner: scanners[scanners.length > 1 ? k : 0] };
  });
}

/** A source, and the scanner and platform that take the place of its own. */
export interface CarriedSource {
  source: PlanSource;
  scanner: string | undefined;
  platform: string | undefined;
}

/**
 * The source with the scanners that a request carries together in place of its own, the first of which is planned; with
 * at most one, the source itself, without the scanners that this one replaces.
 */
export function withCarried(source: PlanSource, wish: Wish): CarriedSource {
  const carried = carriedBy(wish);
  if (carried.length === 0) {
    const [[scanner], [platform]] = [listed(wish.scanner), listed(wish.platform)];
    return { source: scanner === undefined ? source : withoutScanners(source), scanner, platform };
  }
  const names = uniqueNames(
    carried.map(({ name, scanner }) => ({ given: name, stem: stemOf(scanner) })),
    () => {},
  );
  const scanners = carried.map(({ scanner, platform }, k) => ({
    name: names[k],
    scanner: sectionOf(source, scanner),
    ...(platform !== undefined && { mount: mountOf(platform) }),
  }));
  const { mount: _mount, platform: _platform, ...sections } = source.sections;
  const [{ scanner, mount }] = scanners;
  const own = { ...sections, scanners };
  const carrier = { ...source, scanner, mount, platform: undefined, planned: 0, sections: own };
  return { source: carrier, scanner: undefined, platform: undefined };
}

function withoutScanners(source: PlanSource): PlanSource {
  if (source.planned === undefined) return source;
  const { scanners: _scanners, ...sections } = source.sections;
  return { ...source, planned: undefined, mount: sections.mount as PlanSource['mount'], sections };
}

/** The name of a scanner in files. */
const stemOf = (scanner: string): string => scanner.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '');

function mountOf(id: string) {
  const found = findPlatform(id);
  if (found !== undefined) return found.mount;
  throw new UserError(`--platform: found ${quoteText(id)}, expected ${expectedPlatform(id)}`, {
    hint: findSystem(id) && `a system takes all scanners: ${Object.keys(SYSTEMS).join(', ')} stand alone`,
  });
}

/** A scanner that goes along with the planned one, and its name. */
export interface Companion {
  name: string;
  scanner: Scanner;
}

/** The scanners that go along with the planned one. */
export function companionsOf(source: PlanSource): Companion[] {
  const { planned, sections } = source;
  if (planned === undefined) return [];
  return instrumentsIn(sections).flatMap(({ name, scanner }, k) => {
    if (k === planned) return [];
    const found = scannerOfPlan({ ...source, scanner }, undefined).scanner;
    return [{ name: name ?? found.id, scanner: found }];
  });
}

/** A note on the scanners that go along, for `what` the planned one is alone. */
export function companionNotes(source: PlanSource, what: string): string[] {
  const names = companionsOf(source).map(({ name }) => name);
  if (names.length === 0) return [];
  return [`${what} are those of the first scanner; ${names.join(', ')} ${names.length > 1 ? 'go' : 'goes'} along`];
}

type Instruments = readonly { name?: string; scanner: PlanSource['scanner'] }[];

const instrumentsIn = ({ scanners }: PlanSource['sections']): Instruments =>
  Array.isArray(scanners) ? (scanners as Instruments) : [];
