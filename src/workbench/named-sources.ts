import { sourceId } from '../simulation/instrument-scans.js';
import type { Survey } from '../survey/survey.js';

/** Origin of the points with a point source id. */
export interface NamedSource {
  id: number;
  /** Name of the leg, with that of the scanner where there are several. */
  name: string;
}

/** The sources of a survey's points: its legs, once for each scanner. */
export const namedSources = ({ legs, instruments }: Pick<Survey, 'legs' | 'instruments'>): NamedSource[] =>
  instruments.flatMap((instrument, k) =>
    legs.map((leg, index) => ({
      id: sourceId(leg, index, legs.length, k),
      name: instruments.length > 1 ? `${leg.name}, ${instrument.name}` : leg.name,
    })),
  );
