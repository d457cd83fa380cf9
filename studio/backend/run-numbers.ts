import { isOnlyTab } from './drafts.js';

/** Numbers of runs, which the tabs of a site share, so that no two runs have the same. */

const KEY = 'subray last run';

/** The number of a new run: after `last`, and after those that other tabs have. */
export const takeRunNumber = (last: number): Promise<number> =>
  alone(() => {
    const number = Math.max(last, read()) + 1;
    write(number);
    return number;
  });

/** Gives back the number of a run that did not begin, if none was taken since. */
export const giveBackRunNumber = (number: number): Promise<void> =>
  alone(() => {
    if (read() === number) write(number - 1);
  });

/** Notes the last number of the runs that are kept; a tab alone goes on from there. */
export async function noteRunNumber(last: number): Promise<void> {
  const isAlone = await isOnlyTab();
  await alone(() => write(isAlone ? last : Math.max(last, read())));
}

/** Does something while no other tab does the like. */
const alone = async <Result>(act: () => Result): Promise<Result> =>
  navigator.locks === undefined ? act() : navigator.locks.request('subray run numbers', act);

/** If the browser keeps nothing for the page, each tab counts for itself. */
function read(): number {
  try {
    const number = Number(localStorage.getItem(KEY));
    // Other pages of the host may have written there.
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
  } catch {
    return 0;
  }
}

function write(number: number): void {
  try {
    localStorage.setItem(KEY, String(number));
  } catch {
    // It is asked for the next one, too.
  }
}
