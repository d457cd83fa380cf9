// One scanner of every kind of deflector, and legs that stand, move straight and turn, each with millions of pulses.

const DEGREE = Math.PI / 180;
const laser = (elevation = 0) => ({ elevation, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 });
const RATE = { pulseRateHz: 1e6 };
const prism = (degrees, rotationRateHz) => ({ angle: degrees * DEGREE, refractiveIndex: 1.51, rotationRateHz });

export const DEFLECTORS = {
  spinning: { kind: 'spinning', rotationRateHz: 10, firingPeriod: 16e-6 },
  polygon: {
    kind: 'polygon',
    ...RATE,
    elevationMin: -0.6,
    elevationMax: 0.6,
    verticalStep: 0.001,
    horizontalStep: 0,
    facetAngle: 1.6,
    lineRateMaxHz: 1e4,
  },
  zigzag: { kind: 'zigzag', ...RATE, scanRateHz: 200, fieldOfView: 1 },
  oscillating: { kind: 'oscillating', ...RATE, scanRateHz: 50, halfAngle: 0.5, motion: 'linear', turningPulses: 100 },
  resonant: { kind: 'oscillating', ...RATE, scanRateHz: 50, halfAngle: 0.5, motion: 'sinusoidal', turningPulses: 0 },
  conic: { kind: 'conic', ...RATE, rotationRateHz: 80, halfAngleAcross: 0.35, halfAngleAlong: 0.3 },
  palmer: { kind: 'palmer', ...RATE, rotationRateHz: 80, mirrorTilt: 0.12, incidence: 0.78 },
  'risley, two prisms': { kind: 'risley', ...RATE, airIndex: 1, prisms: [prism(18.7, -121.6), prism(18, 77.7)] },
  'risley, three prisms': {
    kind: 'risley',
    ...RATE,
    airIndex: 1,
    prisms: [prism(30.9, -131.5), prism(29.8, 40.8), prism(3.1, 213.2)],
  },
  pattern: {
    kind: 'pattern',
    ...RATE,
    directions: Float64Array.from({ length: 3000 }, (_, k) => (k % 3 === 1 ? 1 : 0)),
  },
};

export function scannerOf(name) {
  const deflector = DEFLECTORS[name];
  const channels =
    deflector.kind === 'spinning' ? Array.from({ length: 16 }, (_, k) => laser((2 * k - 15) * DEGREE)) : [laser()];
  const noise = { rangeNoise: 0, rangeNoisePerMetre: 0, axisAngleNoise: 0, rayAngleNoise: 0 };
  const detection = { rangeMin: 0, rangeMax: 1000, minEnergy: 0, maxReturns: 1, rangeResolution: 1, ...noise };
  const beam = {
    divergence: { horizontal: 0, vertical: 0 },
    pulse: { energy: 0, duration: 0 },
    receiver: { diameter: 0, efficiency: 0 },
  };
  return { ...beam, channels, detection, deflector };
}

const LEVEL = { heading: 0, pitch: 0, roll: 0 };
const SECONDS = 10;

/** A pose every 5 ms, with waves in position and attitude. */
function wavy() {
  const count = 200 * SECONDS + 1;
  const times = Float64Array.from({ length: count }, (_, k) => k / 200);
  const positions = Float64Array.from(times, () => 0);
  const orientation = (time) => {
    const [yaw, roll] = [0.3 * Math.sin(time), 0.05 * Math.sin(3 * time)];
    return [
      0,
      Math.sin(roll / 2) * Math.cos(yaw / 2),
      Math.sin(yaw / 2) * Math.cos(roll / 2),
      Math.cos(roll / 2) * Math.cos(yaw / 2),
    ];
  };
  const unit = (q) => q.map((value) => value / Math.hypot(...q));
  return {
    times,
    positions: Float64Array.from({ length: 3 * count }, (_, k) =>
      k % 3 === 0 ? 20 * times[Math.floor(k / 3)] : positions[0],
    ),
    orientations: Float64Array.from([...times].flatMap((time) => unit(orientation(time)))),
  };
}

const leg = (path) => ({ name: 'leg', pointSourceId: 1, path, azimuthStart: 0, azimuthEnd: 2 * Math.PI, startTime: 0 });

export const LEGS = {
  'on a straight line': leg({
    kind: 'straight',
    from: [0, 0, 0],
    to: [0, 20 * SECONDS, 0],
    speed: 20,
    attitude: LEVEL,
  }),
  'on a recorded path': leg({ kind: 'recorded', trajectory: wavy() }),
};
