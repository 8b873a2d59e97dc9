import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { ChoiceField } from '../../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../../ui/inputs/FindField.tsx';
import { FirstFieldFocus } from '../../../../ui/inputs/InitialFocus.tsx';
import { useWide } from '../../../../ui/layout/useWide.ts';
import type { WhoIsAsked } from '../who-is-asked.ts';
import type { EventFields } from './event-fields.ts';
import type { Reviewer } from './reviewers.ts';

/** The option to choose no one. */
function ofNoChoice(proposed: WhoIsAsked | null | undefined): { label: string; hint?: string } {
  if (proposed === null) return { label: 'Decide later' };
  if (!proposed || proposed === 'FIRST_ON_LIST') return { label: 'First on the call list' };
  return {
    label: `${proposed.name}, as proposed`,
    hint: `${proposed.reason.charAt(0).toUpperCase()}${proposed.reason.slice(1)}`,
  };
}

interface ReviewerFieldProps {
  reviewers: readonly Reviewer[] | undefined;
  /** Who reviews it if no one is chosen; null if that is decided later. */
  proposed: WhoIsAsked | null | undefined;
  /** Shown while the reviewers are loading. */
  fallback: ReactNode;
  /** Whether the focus moves to the field as it appears. */
  takesFocus: boolean;
}

/** Reviewer to request once the report has arrived; none by default. */
export function ReviewerField({ reviewers, proposed, fallback, takesFocus }: ReviewerFieldProps) {
  const { control } = useFormContext<EventFields>();
  const { field } = useController({ control, name: 'reviewerGuid' });
  const big = !useWide(768);
  const proposedGuid = typeof proposed === 'object' ? proposed?.userGuid : undefined;
  const options = (reviewers ?? [])
    .filter(({ guid }) => guid !== proposedGuid || guid === field.value)
    .map(({ guid, name, email }) => ({ value: guid, label: name, hint: email }));
  const none = ofNoChoice(proposed);
  const shared = {
    label: 'Who reviews it?',
    question: big,
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
  };
  const choice = !reviewers ? (
    fallback
  ) : options.length > 5 ? (
    <FindField {...shared} optional options={options} placeholder={none.label} />
  ) : (
    <ChoiceField {...shared} options={[{ value: '', ...none }, ...options]} />
  );
  return takesFocus ? <FirstFieldFocus>{choice}</FirstFieldFocus> : choice;
}
