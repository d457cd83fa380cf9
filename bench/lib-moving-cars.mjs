// Surveys of moving cars, and of the same cars standing where these begin.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from './lib-random.mjs';
import { walkerFile } from './lib-walkers.mjs';

/** Metres a second of cars and of the carrier. */
const SPEED = 13;
/** Metres a second of walkers. */
const WALK = 1.3;
/** Cars keep so far from the origin, metres, where the scanner is. */
const CLEAR = 8;

/** Cars all over a square, on ways of their own. */
function carsInSquare(count, side) {
  const next = random(5);
  const cars = [];
  while (cars.length < count) {
    const [x, y, heading] = [(next() - 0.5) * side, (next() - 0.5) * side, next() * 360];
    if (Math.hypot(x, y) > CLEAR) cars.push({ translate: [x, y, 0], heading });
  }
  return cars;
}

/** Ten cars on each of the four lanes of a street along x, 19 m apart. */
function carsInStreet() {
  const lanes = [-4.6, -1.5, 1.5, 4.6];
  return lanes.flatMap((y) =>
    Array.from({ length: 10 }, (_, k) => ({ translate: [19 * k - 85.5, y, 0], heading: y < 0 ? 90 : 270 })),
  );
}

/** Scenes: parts that stand, and the places of cars. */
export const SCENES = {
  square: {
    ground: { name: 'ground', generate: { kind: 'terrain', seed: 3, triangles: 80_000, extent: 1000, relief: 0 } },
    cars: () => carsInSquare(1000, 1000),
  },
  street: {
    ground: {
      name: 'street',
      generate: { kind: 'street', seed: 7, triangles: 400_000, lanes: 4, traffic: 0, length: 240 },
    },
    cars: carsInStreet,
  },
  walkers: {
    ground: { name: 'ground', generate: { kind: 'terrain', seed: 3, triangles: 80_000, extent: 400, relief: 0 } },
    cars: () => carsInSquare(100, 80),
    isWalking: true,
  },
  crowd: {
    ground: { name: 'ground', generate: { kind: 'terrain', seed: 3, triangles: 80_000, extent: 10_000, relief: 0 } },
    cars: () => carsInSquare(100_000, 10_000),
  },
};

/**
 * The survey of cars of a scene that stand or move, from a tripod among them or from a car, `seconds` long; `subray` is
 * the library of a checkout. Walkers, which are in place of cars in one of the scenes, play their clip if they `bend`.
 */
export function surveyOfCars(subray, { scene, scanner, carrier, moving, bends, seconds, subrays }) {
  const { ground, cars, isWalking } = SCENES[scene];
  const speed = isWalking ? WALK : SPEED;
  const motion = moving && { motion: { velocity: [0, speed, 0], stagger: 0 } };
  const clip = bends && { animation: { clip: 'Walk' } };
  const file = isWalking ? walkerFile() : carFile();
  const legs = {
    tripod: { position: [0, 0, 0], duration: seconds },
    car: { from: [0, 0, 0], to: [SPEED * seconds, 0, 0], speed: SPEED },
  };
  return subray.createSurvey({
    seed: 1,
    scene: { parts: [ground, { name: 'car', file, instances: cars(), ...motion, ...clip }] },
    scanner,
    platform: carrier === 'car' ? 'robot' : 'tripod',
    footprint: { pattern: 'rings', subrays },
    legs: [legs[carrier]],
  });
}

let folder;

/** The file with the model of cars, until this process ends. */
function carFile() {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'subray-cars-'));
    process.on('exit', () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'car.obj'), carModel());
  }
  return join(folder, 'car.obj');
}

const [RINGS, SEGMENTS] = [21, 38];

/** A rounded body of 1.8 m × 4.5 m × 1.5 m on the ground, 1,520 triangles, as OBJ. */
function carModel() {
  const lines = [];
  const round = (x, half) => half * Math.sign(x) * Math.abs(x) ** 0.4;
  for (let ring = 0; ring < RINGS; ring++)
    for (let k = 0; k < SEGMENTS; k++) {
      const [polar, turn] = [(Math.PI * (ring + 0.01)) / (RINGS - 0.98), (2 * Math.PI * k) / SEGMENTS];
      const level = Math.sin(polar);
      const x = round(level * Math.cos(turn), 0.9);
      const y = round(level * Math.sin(turn), 2.25);
      lines.push(`v ${x.toFixed(4)} ${y.toFixed(4)} ${(0.85 + round(Math.cos(polar), 0.75)).toFixed(4)}`);
    }
  const at = (ring, k) => 1 + ring * SEGMENTS + (k % SEGMENTS);
  for (let ring = 0; ring + 1 < RINGS; ring++)
    for (let k = 0; k < SEGMENTS; k++) {
      lines.push(`f ${at(ring, k)} ${at(ring + 1, k)} ${at(ring + 1, k + 1)}`);
      lines.push(`f ${at(ring, k)} ${at(ring + 1, k + 1)} ${at(ring, k + 1)}`);
    }
  return `${lines.join('\n')}\n`;
}
