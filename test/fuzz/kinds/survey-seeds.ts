import { MTL, PAINT } from './obj.js';

const OBJ =
  'mtllib model.mtl\no wall\nv -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl paint\nf 1/1 2/2 3/3\no floor\nf 1 3 4\n';

/** Files that the surveys name. */
export const SURVEY_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'model.obj': OBJ,
  'model.mtl': MTL,
  'paint.png': PAINT,
  'trees.csv': 'x,y,z,heading,scale\n1,2,0,90,0.1\n-3,4,0,10,0.2\n',
  'way.csv': 'time,x,y,z,roll,pitch,heading\n0,0,0,5,0,0,0\n0.01,0.1,0,5,1,2,5\n0.02,0.2,0.1,5,0,0,350\n',
  'pattern.csv': 'time,azimuth,elevation\n0,350,-20\n0.001,10,-30\n0.002,10,-60\n0.003,-10,-40\n',
  'town.fcd.xml':
    '<fcd-export><timestep time="0"><vehicle id="a" x="1" y="0" angle="10" type="car" speed="5" slope="1"/></timestep><timestep time="0.01"><vehicle id="a" x="1.01" y="0.05" angle="12" type="car" speed="5" slope="1"/><person id="p" x="0" y="2"/></timestep></fcd-export>',
  'x.prj': 'PROJCS["x",GEOGCS["y",DATUM["z",SPHEROID["w",6378137,298]]]]',
};

const SMALL = `
  name: probe
  wavelength: 905
  divergence: { mrad: 1, convention: full-1/e2 }
  detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 3, rangeNoise: 0.01 }
`;

/** Small surveys that have most keys between them. */
export const SURVEYS: readonly string[] = [
  `name: station
seed: 3
startTime: 2026-05-04T08:00:00Z
crs: { file: x.prj }
scene:
  parts:
    - { name: yard, file: model.obj, up: z, unit: m, transform: { scale: 1, rotate: [0, 0, 10], translate: [0, 0, 0] } }
    - { name: trees, file: model.obj, instances: { csv: trees.csv } }
    - { name: stones, file: model.obj, instances: { scatter: { count: 4, seed: 2, area: [[-5, -5], [5, 5]], scale: [0.01, 0.02], spacing: 0.5, on: yard } } }
  labels:
    - { match: "fl*", on: object, class: ground, semantic: ground }
    - { match: "paint", on: material, class: 6, material: concrete }
  materials:
    paint: { scattering: { model: oren-nayar, reflectance: 0.4, roughness: 20 }, baseColor: [0.5, 0.4, 0.3] }
    concrete: { use: concrete }
scanner:${SMALL}  deflector: { kind: raster, pulseRate: 10000, rows: 8, columns: 16, horizontalFieldOfView: 90, verticalFieldOfView: 60 }
platform: tripod
legs:
  - { name: one, strip: a, position: [0, 0, 0], duration: 0.0128, heading: 20, pitch: -10, roll: 1 }
  - { position: [2, 2, 0], duration: 0.01, pause: 1, azimuth: [0, 90], pointSourceId: 7, scanner: { detector: { rangeMax: 50 } } }
footprint: { pattern: rings, subrays: 7, weights: gaussian }
detector: { rangeMin: 0.2, maxReturns: 2, systematicErrors: { range: '0.1 * cos(angle)', deflection: 1, head: 'angle', headAway: 1 } }
atmosphere: { visibilityKm: 10 }
intensity: { scale: hable, exposure: 1.5 }
radiometry: { interpolation: linear, strict: false }
colors: shaded
restrict: [ { azimuth: [350, 370], elevation: [-20, 0], time: { period: 0.01, on: 0.004 } } ]
output: [cloud.las, { file: "%s.csv", by: strip, fields: [standard, pulse] }, { file: "leg%03d-%c.xyz", by: leg+channel, layout: helios }, cloud.ply]
pulses: { file: "pulses-%s.txt", by: strip }
trajectories: { file: "way-%d.txt", interval: 0.002 }
`,
  `scene: { parts: [ { file: model.obj } ], modelFolders: [.] }
scanners:
  - { name: a, scanner: {${SMALL.trim().replaceAll('\n', ',')}, deflector: { kind: spinning, rotationRate: 10, firingPeriod: 50, channels: [ { elevation: -10 }, { elevation: 5, time: 3 } ] } } }
  - { name: b, scanner: {${SMALL.trim().replaceAll('\n', ',')}, deflector: { kind: pattern, pulseRate: 10000, file: pattern.csv } }, mount: { position: [0, 0.1, 0], rotate: [ { axis: x, angle: -90 } ] } }
mount: { position: [0, 0, 1], heading: 0, pitch: -30 }
legs:
  - { from: [-5, 0, 3], to: [5, 0, 3], speed: 500 }
  - { path: [[0, 0, 3], [1, 1, 3], [2, 0, 4]], speed: 200, heading: course, smooth: { tolerance: 0.1, tension: 0.2, knots: uniform } }
  - { trajectory: { file: way.csv, rotation: heading-pitch-roll, from: 0, to: 0.01, offset: [0, 0, 1] } }
  - { waypoints: [[0, 0, 2], [0.01, 0, 2]], speed: 5, acceleration: 100, turn: smooth, yawRate: 720 }
jitter: { position: { x: { sigma: 0.1, mean: 1, clip: [-1, 1], hold: 3 } }, attitude: { y: { between: [-1, 2], hold: survey } } }
poseError: { boresight: { heading: 0.1 }, leverArm: [0.01, 0, 0], position: { vertical: { white: 0.02 } } }
frames: { file: "f%03d-%s.pcd", by: seconds, duration: 0.005 }
coordinates: world
output: [out.las]
`,
  `scene: { parts: [ { name: land, generate: { kind: terrain, seed: 2, triangles: 200 } } ] }
scanner: {${SMALL.trim().replaceAll('\n', ',')}, deflector: { kind: oscillating, pulseRate: 20000, scanRate: 100, halfAngle: 20, motion: sinusoidal } }
platform: uav
legs: [ { from: [0, -10, 40], to: [0, 10, 40], speed: 500 } ]
output: [cloud.pcd]
`,
  `scene:
  parts:
    - { name: yard, file: model.obj }
    - { name: van, file: model.obj, front: +y, transform: { scale: 0.1 }, motion: { path: [[0, -3, 0], [0, 3, 0], [2, 3, 0]], smooth: {}, speed: 9, start: 0.001, after: continue, reference: front }, on: yard }
    - { name: cart, file: model.obj, transform: { scale: 0.1 }, motion: { follow: { part: van, behind: 1, offset: [0, 0, 1], rotate: [0, 0, 5] } } }
    - { name: hood, file: model.obj, transform: { scale: 0.01, translate: [0, 0.4, -1] }, motion: { follow: platform } }
    - { name: cab, file: model.obj, transform: { scale: 0.1 }, on: ground }
    - { name: fan, file: model.obj, transform: { scale: 0.1 }, motion: { spin: { axis: [0, 1, 0], through: [0, 0, 2], rate: 1800 } } }
    - { name: gate, file: model.obj, motion: { keys: [{ time: 0, position: [1, 0, 0] }, { time: 0.01, position: [1, 2, 0], heading: 90, velocity: [1, 0, 0] }, { time: 0.02, position: [1, 2, 1], pitch: 9 }], interpolation: smooth, before: hidden, after: reverse } }
    - { name: bus, file: model.obj, instances: [{ translate: [1, 0, 0] }, { translate: [3, 0, 0], heading: 90, scale: 0.1 }], motion: { velocity: [0, 10, 0], turnRate: 500, before: continue, stagger: 0.01, reference: rear-axle } }
    - { name: planet, file: model.obj, instance: 9, transform: { scale: 0.1 }, motion: { updates: [{ moves: [{ rotate: { axis: [0, 0, 1], angle: 2 }, about: part }, { rotate: { axis: [0, 1, 0], angle: 9 }, about: scene, through: [1, 0, 0], translate: [0, 0.1, 0], middles: 1 }], repeat: 3 }, { moves: [{ mirror: [1, 0, 0] }] }], next: 0, times: [{ from: -0.001, every: 0.001, count: 5 }, { from: 0.005, every: 0.0003 }], shown: 2 } }
    - { name: taxi, file: model.obj, transform: { scale: 0.1 }, motion: { trajectory: { file: way.csv, attitude: course }, after: loop, before: continue } }
  labels: [ { match: floor, class: ground } ]
  traffic: { file: town.fcd.xml, types: { car: cab, DEFAULT_PEDTYPE: none }, offset: [0, 0, 1], time: [0, 1], smooth: true, geographic: false }
scanner: {${SMALL.trim().replaceAll('\n', ',')}, deflector: { kind: raster, pulseRate: 10000, rows: 8, columns: 16, horizontalFieldOfView: 90, verticalFieldOfView: 60 } }
legs: [ { position: [0, 0, 2], duration: 0.0128 } ]
frames: { file: "f%03d.pcd", by: seconds, duration: 0.005, boxes: { at: seen } }
tracks: { file: tracks.csv, rate: 500, objects: all }
output: [cloud.xyz]
`,
];
