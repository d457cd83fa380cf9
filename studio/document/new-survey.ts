import type { NewSurveyKind } from './new-survey-kinds.js';
import { NO_SCENE_YET } from './no-scene-yet.js';

/** The text of a new survey: commented, and small enough to run in a page on two cores in a few seconds. */
export const newSurvey = (kind: NewSurveyKind): string => TEXTS[kind].trimStart();

const TEXTS: Record<NewSurveyKind, string> = {
  street: `
# A scanner on a tripod at two places in a street that is made from a seed. Every key: docs/survey.md
name: street
seed: 1

scene:
  parts:
    - name: street
      generate: { kind: street, seed: 7, triangles: 200000 } # another seed, another street

scanner:
  id: riegl-vz-400
  verticalStep: 0.65 # degrees
  horizontalStep: 0.65
platform: tripod

legs:
  - { name: west, position: [-30, 3, 0] } # metres
  - { name: pavement, position: [-5, -5, 0] }

output:
  - street.las
`,
  forest: `
# A scanner on a tripod at two places under trees that are made from a seed. Every key: docs/survey.md
name: forest
seed: 1

scene:
  parts:
    - name: wood
      generate: { kind: forest, seed: 3, extent: 40, triangles: 200000 }

scanner:
  id: riegl-vz-400
  verticalStep: 0.65 # degrees
  horizontalStep: 0.65
platform: tripod

legs:
  - { name: clearing, position: [0, 0, 0], on: ground } # heights count from the ground
  - { name: among the trees, position: [9, 6, 0], on: ground }

output:
  - forest.las
`,
  room: `
# A scanner on a tripod in a furnished room that is made from a seed. Every key: docs/survey.md
name: room
seed: 1

scene:
  parts:
    - name: room
      generate: { kind: room, seed: 2, triangles: 100000 }

scanner:
  id: faro-focus-s350
  verticalStep: 0.8 # degrees
  horizontalStep: 0.8
platform: tripod

legs:
  - { name: middle, position: [0, 0, 0] } # metres; the tripod is 1.5 m high

output:
  - room.las
`,
  terrain: `
# Two overlapping lines of a flight 300 m above hills that are made from a seed. Every key: docs/survey.md
name: terrain
seed: 1

scene:
  parts:
    - name: hills
      generate: { kind: terrain, seed: 4, extent: 300, triangles: 200000 }

scanner:
  id: riegl-vq-780i
  pulseRate: 150000 # Hz
  elevationMin: -10 # degrees to the right of straight down
  elevationMax: 10
platform: aircraft

legs:
  - { name: north, from: [-20, -40, 300], to: [-20, 40, 300], speed: 60 } # metres, m/s
  - { name: south, from: [20, 40, 300], to: [20, -40, 300], speed: 60 }

output:
  - terrain.las
`,
  empty: `
${NO_SCENE_YET}
name: survey
seed: 1

scene:
  parts: []

scanner: velodyne-vlp-16
platform: tripod

legs: []

output:
  - survey.las
`,
};
