import type { Cloud } from './clouds.js';

/** Names of the sources of points in clouds, by their ids: as each was called when it ran, and all of them where clouds differ. */
export function namesOfSources(clouds: readonly Pick<Cloud, 'sources' | 'tally'>[]): Map<number, string> {
  const names = new Map<number, Set<string>>();
  for (const { sources, tally } of clouds) {
    const own = new Map(sources.map(({ id, name }) => [id, name]));
    for (const [id, points] of tally.sources.entries())
      if (points > 0) names.set(id, (names.get(id) ?? new Set()).add(own.get(id) ?? `source ${id}`));
  }
  return new Map([...names].map(([id, all]) => [id, [...all].join(' / ')]));
}
