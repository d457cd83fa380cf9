import { DRAW, draw, normalPair, type StreamKey } from '../base/random.js';
import type { NoiseModel } from './pose-error.js';

/** An error at a time ≥ 0, in seconds from the start. */
type NoiseReader = (time: number) => number;

/** Number of epochs computed together. The last two blocks are kept, so that memory does not grow with time. */
const BLOCK_EPOCHS = 1024;

/** Selects random numbers; other axes draw other numbers. */
interface NoiseStream {
  key: StreamKey;
  axis: number;
}

/**
 * Reads the noise of one axis: values at epochs 1/rateHz apart, linear between them. The first-order Gauss–Markov
 * process is x₍k₊₁₎ = e^(−Δ/T) x₍k₎ + σ √(1 − e^(−2Δ/T)) n, begun in its stationary state (Gelb, ed., 1974, "Applied
 * Optimal Estimation", chapter 3, at epochs Δ apart). The random walk adds σ √Δ n per epoch. Fast if times rise. If
 * they fall by more than a block, the series is computed from its start again, with the same numbers.
 */
export function createNoiseReader(model: NoiseModel, rateHz: number, stream: NoiseStream): NoiseReader {
  const { white, randomWalk, gaussMarkov } = model;
  if (!(white > 0 || randomWalk > 0 || (gaussMarkov && gaussMarkov.sigma > 0))) return () => 0;
  const series = new NoiseSeries(model, 1 / rateHz, stream);
  let [epoch, before, rise] = [-1, 0, 0];
  return (time) => {
    const at = Math.max(0, time) * rateHz;
    if (!(at >= epoch && at < epoch + 1)) {
      epoch = Math.floor(at);
      before = series.valueAt(epoch);
      rise = series.valueAt(epoch + 1) - before;
    }
    return before + rise * (at - epoch);
  };
}

/** The part of an error that is the same throughout a leg, drawn by its standard deviation. */
export function constantError({ perLeg }: NoiseModel, { key, axis }: NoiseStream): number {
  if (perLeg === 0) return 0;
  const [words, normals] = [new Uint32Array(4), new Float64Array(2)];
  draw(key, 0, axis, DRAW.navigation, words);
  // The other normal of these two words is the first one of the Gauss–Markov process.
  normalPair(words[2], words[3], normals, 0);
  return perLeg * normals[1];
}

/** The values of a series at whole epochs, block by block. */
class NoiseSeries {
  private readonly model: NoiseModel;
  private readonly stream: NoiseStream;
  private readonly memory: number;
  private readonly drive: number;
  private readonly stride: number;
  private block = -1;
  private values = new Float64Array(BLOCK_EPOCHS);
  private valuesBefore = new Float64Array(BLOCK_EPOCHS);
  /** Random walk and Gauss–Markov process at the last epoch of the block. */
  private walk = 0;
  private state = 0;
  private readonly words = new Uint32Array(4);
  private readonly normals = new Float64Array(4);

  constructor(model: NoiseModel, step: number, stream: NoiseStream) {
    const { sigma, time } = model.gaussMarkov ?? { sigma: 0, time: 1 };
    this.model = model;
    this.stream = stream;
    this.memory = Math.exp(-step / time);
    this.drive = sigma * Math.sqrt(-Math.expm1((-2 * step) / time));
    this.stride = model.randomWalk * Math.sqrt(step);
  }

  valueAt(epoch: number): number {
    const block = Math.floor(epoch / BLOCK_EPOCHS);
    if (block < this.block - 1) this.block = -1;
    while (this.block < block) this.advance();
    return (block === this.block ? this.values : this.valuesBefore)[epoch - block * BLOCK_EPOCHS];
  }

  private advance(): void {
    [this.values, this.valuesBefore] = [this.valuesBefore, this.values];
    this.block++;
    for (let k = 0; k < BLOCK_EPOCHS; k++) this.values[k] = this.step(this.block * BLOCK_EPOCHS + k);
  }

  private step(epoch: number): number {
    const { normals, words } = this;
    draw(this.stream.key, epoch >>> 0, this.stream.axis, DRAW.navigation, words);
    normalPair(words[0], words[1], normals, 0);
    normalPair(words[2], words[3], normals, 2);
    this.walk = epoch === 0 ? 0 : this.walk + this.stride * normals[1];
    const start = (this.model.gaussMarkov?.sigma ?? 0) * normals[2];
    this.state = epoch === 0 ? start : this.memory * this.state + this.drive * normals[2];
    return this.model.white * normals[0] + this.walk + this.state;
  }
}
