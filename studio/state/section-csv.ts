import type { Studio } from './studio.js';

/** All points of the section with all of their attributes, as CSV. */
export async function sectionCsv({ backend, section }: Studio): Promise<Blob> {
  const [cloud, place] = [section.cloud.value, section.place.value];
  const parts: string[] = [];
  if (cloud && place)
    await backend.ask('sectionCsv', { cloud: cloud.cloud, place }, { onEvent: ({ text }) => void parts.push(text) });
  return new Blob(parts, { type: 'text/csv' });
}
