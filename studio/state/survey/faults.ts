import type { CheckedFault } from 'subray/browser';

/** Faults of a survey without those of one that was just begun: no parts of the scene yet, and no legs. */
export const seriousFaults = (faults: readonly CheckedFault[]): CheckedFault[] =>
  faults.filter(({ message }) => !/^(scene\.parts|legs): found an empty list/.test(message));

/** Faults of the text and its scene in the order of lines. Of faults at one place, only those of the text stay. */
export function faultsInOrder(ofText: readonly CheckedFault[], ofScene: readonly CheckedFault[]): CheckedFault[] {
  const isKnown = ({ line, column }: CheckedFault) =>
    line !== undefined && ofText.some((fault) => fault.line === line && fault.column === column);
  return [...ofText, ...ofScene.filter((fault) => !isKnown(fault))].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
