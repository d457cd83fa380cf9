/** A place in a file that breaks a rule. */
export interface Finding {
  /** Byte from the start of the file. */
  at: number;
  found: string;
  expected: string;
}

/** A fault of a LAS, LAZ or COPC file. */
export interface LasFault extends Finding {
  /** Id of the rule. */
  rule: string;
}

/** A requirement of a specification on a part of a file. */
export interface Rule<Part> {
  id: string;
  /** Where the specification states it. */
  source: string;
  /** Yields every place that breaks the rule; reads only `part`. */
  check(part: Part): Iterable<Finding>;
}

/** Maximum number of places that one rule reports. */
const FINDINGS_MAX = 20;

/** The faults of a part by these rules, in their order, with a limited number for each rule. */
export function faultsOf<Part>(rules: readonly Rule<Part>[], part: Part): LasFault[] {
  return rules.flatMap(({ id, check }) => {
    const faults: LasFault[] = [];
    for (const finding of check(part)) {
      if (faults.length === FINDINGS_MAX) break;
      faults.push({ rule: id, ...finding });
    }
    return faults;
  });
}
