/** A survey to begin with. */
export interface Start {
  name: string;
  /** One line for the card. */
  about: string;
  text: string;
}

const street = `# A terrestrial scanner on a tripod at two places in a street made from a seed.
name: street
seed: 1

scene:
  parts:
    - name: street
      generate: { kind: street, seed: 7, triangles: 200000 }

scanner:
  id: riegl-vz-400
  verticalStep: 0.5 # degrees
  horizontalStep: 0.5
platform: tripod

legs:
  - { name: west, position: [-30, 3, 0] }
  - { name: east, position: [25, -3, 0] }

output:
  - street.las
`;

/** Surveys to begin with, the first one first. */
export const STARTS: readonly Start[] = Object.freeze([
  { name: 'Street', about: 'A tripod at two places between houses, trees and cars', text: street },
]);
