/** A survey of a receiver with all of its keys, of artefacts and of waveforms. */
export const FULL_WAVEFORM = `
seed: 5
scene:
  parts:
    - { name: g, generate: { kind: terrain, seed: 2, triangles: 200 } }
    - { name: t, file: model.obj, transform: { scale: 0.3 }, instances: [{ translate: [3, 4, 0], heading: 20, scale: 1.5 }] }
scanner:
  name: fw
  wavelength: 1064
  divergence: { mrad: 0.5, convention: full-1/e2 }
  exitDiameter: 5
  pulse: { energy: 2.0e-6, duration: 4, shape: gaussian }
  receiver:
    diameter: 0.05
    efficiency: 0.8
    overlap: { from: 1, to: 5 }
    sampling: { rate: 1, bits: 10, saturation: 5.0e-7, samples: 256, gainSteps: 1, recovery: 2 }
    bandwidth: 200
    noise: { responsivity: 0.9, gain: 10, ionisation: 0.02, dark: 1, amplifier: 1, sun: { elevation: 30, reflectance: 0.5, filter: 2, fieldOfView: 1 } }
    detector: { kind: leadingEdge, reference: 20 }
    threshold: { sigmas: 6 }
  detection: { rangeMin: 0.5, rangeMax: 300, maxReturns: 5, rangeNoise: 0.01 }
  deflector: { kind: oscillating, pulseRate: 5000, scanRate: 20, halfAngle: 20, motion: sinusoidal }
platform: uav
legs: [{ from: [-5, 0, 40], to: [5, 0, 40], speed: 100 }]
footprint: { pattern: disc, subrays: 7, weights: gaussian }
detector:
  artefacts:
    losses: { constant: 0.01, factor: 5, shift: -0.4, exponent: 4.8, least: 0.5 }
    shinySurfaces: { perMetre: 0.005, perSurface: 0.0125, perPulse: 0.01 }
    outliers: { probability: 0.01 }
    ambiguity: { mode: folded, pulseRate: 550000 }
atmosphere: { visibilityKm: 15 }
output: [{ file: new1.las, waveforms: external, scale: 0.001 }]
`;
