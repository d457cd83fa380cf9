import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Catalogue } from 'subray/browser';
import { shortPlatformName } from '../state/legs/platform-kind.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { SelectField } from '../ui/select-field.js';

/** The platform, of those of the catalogue. */
export function PlatformField({ studio, onChange }: { studio: Studio; onChange(id: string): void }) {
  const platforms = useSignal<Catalogue['platforms']>([]);
  useEffect(() => {
    studio.backend.ask('catalogue', {}).then(
      (catalogue) => {
        platforms.value = catalogue.platforms;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, platforms]);
  const written = studio.document.survey.valueAt(['platform']);
  const value = typeof written === 'string' ? written : '';
  const choices = platforms.value.map(({ id, name }) => ({ value: id, name: shortPlatformName(name) }));
  const known = choices.some((choice) => choice.value === value);
  return (
    <div class="row">
      <SelectField
        label="Platform"
        isStacked
        value={value}
        choices={known ? choices : [{ value, name: value || '(own)' }, ...choices]}
        faults={faultsAt(studio.document.survey, studio.faults.value, ['platform'])}
        onChange={onChange}
      />
    </div>
  );
}
