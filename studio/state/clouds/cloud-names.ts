import type { Cloud } from './cloud.js';

type Named = Pick<Cloud, 'sources' | 'classes' | 'tally'>;

/** Names of the sources of points in clouds, by id: those at the time of the run, all of them where clouds differ. */
export const namesOfSources = (clouds: readonly Named[]): Map<number, string> =>
  namesOf(clouds, ({ sources, tally }) => {
    const own = new Map(sources.map(({ id, name }) => [id, name]));
    return { counts: tally.sources, nameOf: (id) => own.get(id) ?? `source ${id}` };
  });

/** Names of the classes of points in clouds, by their numbers, likewise; below 64, each has the same in all. */
export const namesOfClasses = (clouds: readonly Named[]): Map<number, string> =>
  namesOf(clouds, ({ classes, tally }) => ({
    counts: tally.classes,
    nameOf: (number) => classes[number] ?? `user class ${number}`,
  }));

/** The names of a cloud's numbers, and the points of each. */
interface Names {
  counts: Uint32Array;
  nameOf(number: number): string;
}

function namesOf(clouds: readonly Named[], of: (cloud: Named) => Names): Map<number, string> {
  const names = new Map<number, Set<string>>();
  for (const { counts, nameOf } of clouds.map(of))
    for (const [number, points] of counts.entries())
      if (points > 0) names.set(number, (names.get(number) ?? new Set()).add(nameOf(number)));
  return new Map([...names].map(([number, all]) => [number, [...all].join(' / ')]));
}
