import type { CheckedFault } from 'subray/browser';

/** What is wrong with a survey, without what is not there yet when it was just begun: parts of the scene, and legs. */
export const seriousFaults = (faults: readonly CheckedFault[]): CheckedFault[] =>
  faults.filter(({ message }) => !/^(scene\.parts|legs): found an empty list/.test(message));
