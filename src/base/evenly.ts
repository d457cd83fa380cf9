/** At most `most` members of a list, evenly over it; all, if there are no more. */
export const evenly = <Member>(list: readonly Member[], most: number): Member[] =>
  list.length <= most ? [...list] : Array.from({ length: most }, (_, k) => list[Math.floor((k * list.length) / most)]);
