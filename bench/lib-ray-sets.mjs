// Sets of pulses as scanners fire them, for the stage `traverse` alone: stations, a car, aircraft, many
// lasers on a head. A ray is 6 f32 (origin, direction); a pulse has 20 of them: the axis, rings of 6 and of
// 13 (as HELIOS++ lays them out).
import { sceneInstances, sceneTriangles } from './lib-kernel-input.mjs';

const DEGREE = Math.PI / 180;
export const SUBRAYS = 20;
/** Numbers of a ray. */
export const RAY = 6;
const RINGS = [
  { rays: 1, radius: 0 },
  { rays: 6, radius: 0.5 },
  { rays: 13, radius: 1 },
];

/** Places of a pulse's subrays in its cross section, in half widths of the beam. */
const PLACES = RINGS.flatMap(({ rays, radius }) =>
  Array.from({ length: rays }, (_, k) => {
    const turn = (k / rays) * 2 * Math.PI;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  }),
);

/** Collects pulses by azimuth and elevation (radians). */
class Pulses {
  constructor(count, halfWidth) {
    this.rays = new Float32Array(count * SUBRAYS * RAY);
    this.halfWidth = halfWidth;
    this.count = 0;
  }

  add(azimuth, elevation, origin) {
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    let at = this.count++ * SUBRAYS * RAY;
    for (const [x, y] of PLACES) {
      const [u, v] = [x * this.halfWidth, y * this.halfWidth];
      const d = [ce * ca - u * sa - v * se * ca, ce * sa + u * ca - v * se * sa, se + v * ce];
      const length = Math.hypot(...d);
      this.rays.set(origin, at);
      this.rays.set(
        d.map((x) => x / length),
        at + 3,
      );
      at += RAY;
    }
  }
}

/**
 * `clumps` groups of `lines` vertical lines, from `low` to `high` degrees in steps of `step`;
 * `originOf(k)` is that of pulse k.
 */
function lines({ step, low = -60, high = 60, clumps, lines = 4, halfWidth = 0.00015, originOf }) {
  const perLine = Math.floor((high - low) / step + 1e-9);
  const pulses = new Pulses(clumps * lines * perLine, halfWidth);
  for (let clump = 0; clump < clumps; clump++)
    for (let line = 0; line < lines; line++) {
      const azimuth = ((clump + 0.37) / clumps) * 2 * Math.PI + line * step * DEGREE;
      for (let k = 0; k < perLine; k++) pulses.add(azimuth, (low + (k + 0.5) * step) * DEGREE, originOf(pulses.count));
    }
  return pulses.rays;
}

/** Lines across the track of an aircraft that heads 33° from x, `seconds` apart from pulse to pulse. */
function strip({ step, half, height, speed, rate, count }) {
  const heading = 33 * DEGREE;
  const perLine = Math.floor((2 * half) / step + 1e-9);
  const pulses = new Pulses(Math.floor(count / perLine) * perLine, 0.00025);
  while (pulses.count * SUBRAYS * RAY < pulses.rays.length) {
    const across = (-half + (pulses.count % perLine) * step) * DEGREE;
    const along = (pulses.count / rate) * speed;
    const d = [-Math.sin(across) * Math.sin(heading), Math.sin(across) * Math.cos(heading), -Math.cos(across)];
    const origin = [-30 + along * Math.cos(heading), -20 + along * Math.sin(heading), height];
    pulses.add(Math.atan2(d[1], d[0]), Math.asin(d[2]), origin);
  }
  return pulses.rays;
}

/** A head of 64 lasers, firing by firing, which a car takes along at `speed` (m/s). */
function head({ firings, speed }) {
  const pulses = new Pulses(firings * 64, 0.001);
  for (let firing = 0; firing < firings; firing++)
    for (let laser = 0; laser < 64; laser++)
      pulses.add(firing * 0.17 * DEGREE + 0.01, (2 - (laser * 26.8) / 63) * DEGREE, [
        0.3 + (firing + laser / 64) * 4.7e-5 * speed,
        0.2,
        2,
      ]);
  return pulses.rays;
}

const at = (z) => () => [0.3, 0.2, z];
const station = (step, clumps) => () => lines({ step, clumps, originOf: at(6) });

/** By name: the scene, and the pulses in it. The woods are the forest, of instances. */
export const RAY_SETS = {
  tls02: { scene: 'forest', rays: station(0.02, 8) },
  tls05: { scene: 'forest', rays: station(0.05, 20) },
  tls10: { scene: 'forest', rays: station(0.1, 40) },
  sparse: { scene: 'forest', rays: () => lines({ step: 1.2, clumps: 1800, lines: 1, originOf: at(1.8) }) },
  graze: { scene: 'ground', rays: () => lines({ step: 0.02, low: -12, high: -0.3, clumps: 80, originOf: at(2.5) }) },
  street02: { scene: 'street', rays: () => lines({ step: 0.02, clumps: 8, originOf: at(2) }) },
  street05: { scene: 'street', rays: () => lines({ step: 0.05, clumps: 20, originOf: at(2) }) },
  street10: { scene: 'street', rays: () => lines({ step: 0.1, clumps: 40, originOf: at(2) }) },
  easy: { scene: 'boxes', rays: () => lines({ step: 0.05, clumps: 20, originOf: at(2) }) },
  mls: {
    scene: 'forest',
    rays: () => lines({ step: 0.05, clumps: 80, lines: 1, originOf: (k) => [0.3 + k * 3.3e-5, 0.2, 6] }),
  },
  uav: {
    scene: 'forest',
    rays: () => strip({ step: 0.05, half: 40, height: 60, speed: 8, rate: 1e5, count: 190_000 }),
  },
  als02: {
    scene: 'forest',
    rays: () => strip({ step: 0.02, half: 18, height: 300, speed: 60, rate: 1e5, count: 190_000 }),
  },
  als05: {
    scene: 'forest',
    rays: () => strip({ step: 0.05, half: 18, height: 300, speed: 60, rate: 1e5, count: 190_000 }),
  },
  hdl: { scene: 'forest', rays: () => head({ firings: 2048, speed: 0 }) },
  hdlMoving: { scene: 'forest', rays: () => head({ firings: 2048, speed: 15 }) },
  woods05: { scene: 'woods', rays: station(0.05, 20) },
  woods10: { scene: 'woods', rays: station(0.1, 40) },
  woodsCar: {
    scene: 'woods',
    rays: () => lines({ step: 0.05, clumps: 80, lines: 1, originOf: (k) => [0.3 + k * 3.3e-5, 0.2, 6] }),
  },
  hdlEasy: { scene: 'boxes', rays: () => head({ firings: 2048, speed: 0 }) },
};

/** The model of a scene of RAY_SETS, as lib-tracer.mjs takes it. */
export function modelOf(scene) {
  if (scene === 'woods') return sceneInstances('forest', 900_000);
  const make = { ground, boxes }[scene] ?? (() => sceneTriangles(scene, 900_000));
  return { meshes: [make()], instances: [] };
}

/** 720,000 triangles of a rolling ground, 400 m wide. */
function ground() {
  const [cells, size] = [600, 400];
  const corner = (i, j) => {
    const [x, y] = [(i / cells - 0.5) * size, (j / cells - 0.5) * size];
    return [x, y, 0.6 * Math.sin(x * 0.05) * Math.cos(y * 0.04) + 0.15 * Math.sin(x * 0.4 + y * 0.3)];
  };
  const out = [];
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++)
      pushQuad(out, corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
  return Float32Array.from(out);
}

/** Some 1,000 triangles: a plane and eighty boxes on it. */
function boxes() {
  const out = [];
  for (let x = -50; x < 50; x += 10)
    for (let y = -50; y < 50; y += 10) pushQuad(out, [x, y, 0], [x + 10, y, 0], [x + 10, y + 10, 0], [x, y + 10, 0]);
  let seed = 5;
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let k = 0; k < 80; k++) {
    const [x, y] = [(next() - 0.5) * 90, (next() - 0.5) * 90];
    if (Math.hypot(x, y) >= 6) pushBox(out, [x, y], [1 + 3 * next(), 1 + 3 * next(), 1 + 8 * next()]);
  }
  return Float32Array.from(out);
}

function pushBox(out, [x, y], [a, b, height]) {
  const base = [
    [x, y],
    [x + a, y],
    [x + a, y + b],
    [x, y + b],
  ];
  const [low, high] = [base.map((c) => [...c, 0]), base.map((c) => [...c, height])];
  for (let k = 0; k < 4; k++) pushQuad(out, low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]);
  pushQuad(out, ...high);
}

function pushQuad(out, a, b, c, d) {
  out.push(...a, ...b, ...c, ...a, ...c, ...d);
}
