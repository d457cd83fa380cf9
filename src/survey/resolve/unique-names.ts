/** A thing that needs a name: one that the user gave, or a stem to make one of. */
export interface NameWish {
  given?: string;
  stem: string;
}

/**
 * Names unlike each other: those that were given, and for the others the stem, with a number where it is taken: `car`,
 * `car-2`. `onRepeat` is told which name was given a second time.
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
