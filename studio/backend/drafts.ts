import { keepText, keptTexts } from './own-disk.js';
import { dropAtLeaving, keepAtLeaving, namesAtLeaving, textAtLeaving } from './texts-at-leaving.js';

/** A text that a tab keeps on the page's own disk, and no other tab has meanwhile. */
export interface Draft {
  /** The kept text; empty: none. */
  text: string;
  /** True if this tab had it before it was reloaded. */
  isOwn: boolean;
  /** Number of texts in other tabs. */
  elsewhere: number;
  /** Number of kept texts that no tab has. */
  left: number;
  keep(text: string): Promise<void>;
  /** Keeps a text at once, while the page is left; false: it cannot be. */
  keepAtLeaving(text: string): boolean;
}

/** A text on the disk: a File of OPFS has these. */
export interface KnownDraft {
  name: string;
  /** Bytes of its text. */
  size: number;
  /** Milliseconds of the clock of the day. */
  lastModified: number;
}

/** Key in the tab's storage: the draft that it has, which survives a reload. */
const OWN = 'draft';
/** Milliseconds that the page before, which is being left, may take to give its draft back. */
const GIVEN_BACK_MS = 1000;

/**
 * Takes a draft for this tab until it is closed: its earlier one, else the newest kept one, else a new one. Two tabs
 * never share a draft, so neither overwrites the other's text. `hasFile`: the page has a survey file, and needs no text
 * of another tab.
 */
export async function takeDraft(hasFile: boolean): Promise<Draft> {
  const own = sessionStorage.getItem(OWN) ?? undefined;
  const known = await knownDrafts();
  const name = (await takeFirst(draftsFor(known, { own, hasFile }), own)) ?? (await takeNew(known));
  sessionStorage.setItem(OWN, name);
  const others = known.filter((other) => other.size > 0 && other.name !== name);
  const held = await heldNames();
  const elsewhere = others.filter((other) => held.has(lockOf(other.name))).length;
  return {
    // Read again, now that nobody else writes it.
    text: textAtLeaving(name) ?? (await (await keptTexts()).get(name)?.text()) ?? '',
    isOwn: name === own,
    elsewhere,
    left: others.length - elsewhere,
    keep: async (text) => {
      await keepText(name, text);
      dropAtLeaving(name);
    },
    // Pages without locks have no disk, and nothing is kept there.
    keepAtLeaving: (text) => navigator.locks === undefined || keepAtLeaving(name, text),
  };
}

/** The texts that are on the disk, or were kept while a page was left, which are later. */
async function knownDrafts(): Promise<KnownDraft[]> {
  const late = namesAtLeaving();
  const kept = [...(await keptTexts()).values()].filter(({ name }) => !late.includes(name));
  const now = Date.now();
  return [...kept, ...late.map((name) => ({ name, size: textAtLeaving(name)?.length ?? 0, lastModified: now }))];
}

/** The drafts that a tab would take, best first: its own, then those with a text, newest first, then empty ones. */
export function draftsFor<Known extends KnownDraft>(
  known: readonly Known[],
  { own, hasFile }: { own: string | undefined; hasFile: boolean },
): Known[] {
  const rank = ({ name, size }: Known) => (name === own ? 0 : size > 0 ? 1 : 2);
  return known
    .filter(({ name, size }) => name === own || size === 0 || !hasFile)
    .sort((a, b) => rank(a) - rank(b) || b.lastModified - a.lastModified);
}

/** The name of draft `number`, from 1 on. */
export const draftName = (number: number): string => (number === 1 ? 'survey.yaml' : `survey-${number}.yaml`);

/** The name of the first that no other tab has; undefined: they have all. */
async function takeFirst(wanted: readonly KnownDraft[], own: string | undefined): Promise<string | undefined> {
  for (const { name } of wanted) if (await hold(name, name === own ? GIVEN_BACK_MS : 0)) return name;
  return undefined;
}

async function takeNew(known: readonly KnownDraft[]): Promise<string> {
  for (let number = 1; ; number++) {
    const name = draftName(number);
    if (!known.some((draft) => draft.name === name) && (await hold(name, 0))) return name;
  }
}

/** True if no other tab of the site has a draft. */
export const isOnlyTab = async (): Promise<boolean> =>
  [...(await heldNames())].filter((name) => name?.startsWith(lockOf('survey'))).length <= 1;

const lockOf = (name: string) => `subray ${name}`;

/** Holds the lock of a draft until the page is left; false: another tab did not return it within `waitMs`. */
function hold(name: string, waitMs: number): Promise<boolean> {
  const { locks } = navigator;
  // Pages without locks have no disk to share, either.
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
    const until = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    };
    locks.request(lockOf(name), options, until).catch((error) => {
      if (error instanceof DOMException && error.name === 'TimeoutError') resolve(false);
      else reject(error);
    });
  });
}

/** The names of the locks that tabs hold. */
const heldNames = async (): Promise<Set<string | undefined>> =>
  new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
