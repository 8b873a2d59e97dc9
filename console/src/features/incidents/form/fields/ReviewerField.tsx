import { useController, useFormContext } from 'react-hook-form';
import { ChoiceField } from '../../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../../ui/inputs/FindField.tsx';
import type { EventFields } from './event-fields.ts';
import type { Reviewer } from './reviewers.ts';

const LATER = 'Decide later';

/** Reviewer to request once the report has arrived; none by default. */
export function ReviewerField({ reviewers, big }: { reviewers: readonly Reviewer[] | undefined; big: boolean }) {
  const { control } = useFormContext<EventFields>();
  const { field } = useController({ control, name: 'reviewerGuid' });
  const options = (reviewers ?? []).map(({ guid, name, email }) => ({ value: guid, label: name, hint: email }));
  const shared = {
    label: 'Who reviews it?',
    question: big,
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
  };
  if (!reviewers) return null;
  if (options.length > 5) return <FindField {...shared} optional options={options} placeholder={LATER} />;
  return <ChoiceField {...shared} options={[{ value: '', label: LATER }, ...options]} />;
}
