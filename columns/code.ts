// Turns columns of points into records of a file: one step after the other, each for some hundred points.
import { codeAngles, codeBits, codeCoordinates, codeReturns } from './lasCore';
import { codeClasses, codeOlderReturns, codeRanks } from './olderCore';
import { addU32, multiplyF32, scaleF32, scaleF64 } from './scale';
import { Step, StepKind } from './step';
import { store16, store32, store64, store8, storeF64AsF32, storeU16AsF32, storeU16AsU8, storeZeros } from './store';

/**
 * Makes the records of points `first` … `first` + `count` − 1 at `records`, `stride` bytes each, by the `steps` steps
 * at `plan`.
 */
export function code(plan: usize, steps: u32, records: usize, stride: usize, first: u32, count: u32): void {
  for (let k: u32 = 0; k < steps; k++) take(plan + k * Step.SIZE, records, stride, first, count);
}

function take(plan: usize, records: usize, stride: usize, first: u32, count: u32): void {
  const step = <usize>load<u32>(plan, Step.step);
  const source = <usize>load<u32>(plan, Step.source) + step * first;
  const target = records + load<u32>(plan, Step.at);
  switch (load<u32>(plan, Step.kind)) {
    case StepKind.zero:
      return storeZeros(target, stride, count, plan);
    case StepKind.as8:
      return store8(source, step, target, stride, count);
    case StepKind.as16:
      return store16(source, step, target, stride, count);
    case StepKind.as32:
      return store32(source, step, target, stride, count);
    case StepKind.as64:
      return store64(source, step, target, stride, count);
    case StepKind.f64AsF32:
      return storeF64AsF32(source, step, target, stride, count);
    case StepKind.u16AsF32:
      return storeU16AsF32(source, step, target, stride, count);
    case StepKind.u16AsU8:
      return storeU16AsU8(source, step, target, stride, count);
    case StepKind.scaledF32:
      return scaleF32(source, step, target, stride, count, plan);
    case StepKind.scaledF64:
      return scaleF64(source, step, target, stride, count, plan);
    case StepKind.multipliedF32:
      return multiplyF32(source, step, target, stride, count, plan);
    case StepKind.addedU32:
      return addU32(source, step, target, stride, count, plan);
    case StepKind.coordinate:
      return codeCoordinates(source, step, target, stride, count, plan);
    case StepKind.returns:
      return codeReturns(source, otherSource(plan, first), target, stride, count, plan);
    case StepKind.bits:
      return codeBits(source, step, target, stride, count, plan);
    case StepKind.angle:
      return codeAngles(source, step, target, stride, count, plan);
    case StepKind.olderReturns:
      return codeOlderReturns(source, otherSource(plan, first), target, stride, count, plan);
    case StepKind.olderClass:
      return codeClasses(source, step, target, stride, count, plan);
    case StepKind.olderAngle:
      return codeRanks(source, step, target, stride, count, plan);
  }
}

/** The second column of returns, a byte for each point. */
function otherSource(plan: usize, first: u32): usize {
  return <usize>load<u32>(plan, Step.other) + first;
}
