import { UserError } from '../../base/errors.js';
import { RandomStream } from '../../base/random-stream.js';
import { Footprints, footprintOf } from './footprints.js';
import { buildPerson, PEOPLE } from './furniture.js';
import { walkFootprints } from './place-movers.js';
import { CROSSING, QUARTER_TURN } from './place-objects.js';
import { driveFootprints } from './place-vehicles.js';
import { type StreetPlan, standing } from './street-plan.js';

/** Share of the people that cross the street. */
const CROSSING_SHARE = 0.12;
/** Share of those on the pavements who walk along the street; the others look anywhere. */
const ALONG_SHARE = 0.7;
/** Least distance between two persons, and between a person and anything else. */
const GAP = 0.12;
/** Things above this height are out of the way. */
const HEADROOM = 2.2;
const TRIES = 400;
/** The ground that people walk on, and wires above them. */
const NO_OBSTACLE = /^(street_ground|street_markings|wires)/;

/**
 * `count` persons on the pavements, and some on the crossing, in random clothes and poses, clear of one another and of
 * everything placed so far. Throws UserError if the street has no room for them.
 */
export function placeCrowd(plan: StreetPlan, count: number): void {
  const random = new RandomStream(plan.seed, 'crowd');
  const meshes = PEOPLE.map((form, i) => plan.model.addMesh(buildPerson(`person_kind_${i + 1}`, form, plan.detail)));
  const taken = new Footprints();
  for (const { name, mesh, transform } of plan.model.placed())
    if (!NO_OBSTACLE.test(name)) taken.add(footprintOf(mesh, transform, HEADROOM));
  for (const footprint of [...driveFootprints(plan), ...walkFootprints(plan)]) taken.add(footprint);
  for (let i = 0; i < count; i++)
    if (!placePerson(plan, random, taken, random.pick(meshes)))
      throw new UserError(
        `people: found ${count}, and a generated street ${plan.line.length} m long has room for ${i} of them`,
        { hint: 'take fewer people, or a longer street' },
      );
}

/** Places the person where the ground is free; returns whether such a place was found in many tries. */
function placePerson(plan: StreetPlan, random: RandomStream, taken: Footprints, mesh: number): boolean {
  const crosses = random.chance(CROSSING_SHARE) && plan.wish.moving === undefined;
  for (let i = 0; i < TRIES; i++) {
    // If the crossing is full, the pavements are left.
    const frame = crosses && i < TRIES / 4 ? onCrossing(plan, random) : onPavement(plan, random);
    if (!taken.take(footprintOf(plan.model.meshOf(mesh), frame), GAP)) continue;
    plan.model.place(mesh, 'person', frame);
    return true;
  }
  return false;
}

function onCrossing(plan: StreetPlan, random: RandomStream) {
  const along = (plan.line.length / 2) * CROSSING + random.range(0.4, 2.6);
  const left = random.range(-1, 1) * (plan.line.section.kerb - 0.4);
  return standing(plan, along, left, (random.chance(0.5) ? 1 : -1) * QUARTER_TURN + random.bell() * 0.1);
}

function onPavement(plan: StreetPlan, random: RandomStream) {
  const { kerbBack, pavement } = plan.line.section;
  const along = random.range(-0.5, 0.5) * (plan.line.length - 2);
  const left = (random.chance(0.5) ? 1 : -1) * random.range(kerbBack + 0.4, pavement - 0.4);
  const heading = random.chance(ALONG_SHARE)
    ? (random.chance(0.5) ? 0 : Math.PI) + random.bell() * 0.2
    : random.range(-Math.PI, Math.PI);
  return standing(plan, along, left, heading);
}
