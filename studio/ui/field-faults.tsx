/** Faults of a field, below it. */
export function FieldFaults({ id, faults }: { id?: string; faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <div class="field-faults" id={id} role="alert">
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}
