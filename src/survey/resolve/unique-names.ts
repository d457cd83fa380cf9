/** A request for a name: one that the user gave, or a stem to make one from. */
export interface NameWish {
  given?: string;
  stem: string;
}

/**
 * Distinct names: the given ones, and for the others the stem, with a number if it is taken: `car`, `car-2`. Calls
 * `onRepeat` for each given name that is a duplicate.
 */
export function uniqueNames(wishes: readonly NameWish[], onRepeat: (index: number, name: string) => void): string[] {
  const taken = new Set<string>();
  wishes.forEach(({ given }, index) => {
    if (given === undefined) return;
    if (taken.has(given)) onRepeat(index, given);
    taken.add(given);
  });
  return wishes.map(({ given, stem }) => {
    let name = given ?? stem;
    for (let number = 2; given === undefined && taken.has(name); number++) name = `${stem}-${number}`;
    taken.add(name);
    return name;
  });
}
