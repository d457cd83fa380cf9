import type { ComparedPoints } from 'subray/browser';
import { formatMetres } from '../ui/format.js';

/** Two clouds that were compared, and what they are called. */
export interface ComparedNames {
  found: ComparedPoints;
  names: { a: string; b: string };
}

type Statistics = ComparedPoints['aToB']['distance'];

const LINES: readonly { name: string; of(statistics: Statistics): string }[] = [
  { name: 'Points', of: ({ points }) => points.toLocaleString('en') },
  { name: 'Median', of: ({ median }) => formatMetres(median) },
  { name: 'Mean', of: ({ mean }) => formatMetres(mean) },
  { name: '95 % within', of: ({ p95 }) => formatMetres(p95) },
  { name: 'Greatest', of: ({ max }) => formatMetres(max) },
  {
    name: 'No counterpart',
    of: ({ beyond, points }) => `${beyond.toLocaleString('en')} (${((100 * beyond) / points).toFixed(1)} %)`,
  },
];

/** Distances of the points of either cloud from the other. */
export function DistanceTable({ found, names }: ComparedNames) {
  const { aToB, bToA, limit, limitBy, matched } = found;
  return (
    <div class="distance-table">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <span class="key key-a" /> A: {names.a}
            </th>
            <th scope="col">
              <span class="key key-b" /> B: {names.b}
            </th>
          </tr>
        </thead>
        <tbody>
          {LINES.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{of(aToB.distance)}</td>
              <td>{of(bToA.distance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        No counterpart: farther than {formatMetres(limit)}
        {limitBy === 'spacing' && ', from the spacing of the points'}. Pairs: {matched.points.toLocaleString('en')}.
      </p>
    </div>
  );
}
