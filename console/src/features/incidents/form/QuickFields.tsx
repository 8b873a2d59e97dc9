import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useLoaded } from '../../../ui/feedback/useLoaded.ts';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { RuleQuestions } from './alarms/RuleQuestions.tsx';
import css from './EventForm.module.css';
import { zoneOf, type EventFields, type Situation } from './fields/event-fields.ts';
import { InjuredFields } from './fields/InjuredFields.tsx';
import { OccurrenceDateField } from './fields/OccurrenceDateField.tsx';
import { PlaceFields } from './fields/PlaceFields.tsx';

const FilesQuestion = lazy(async () => ({ default: (await import('./fields/FilesQuestion.tsx')).FilesQuestion }));

/**
 * Fields of a quick report: photo, description, place, injured persons if the form requires them, what alarms depend on,
 * and who reviews it.
 */
export function QuickFields({ situation, next }: { situation: Situation; next: ReactNode }) {
  const { register, control, formState } = useFormContext<EventFields>();
  const warning = useLoaded(() => import('./alarms/AlarmWarning.tsx'));
  const photos = useController({ control, name: 'photos' });
  const big = !useWide(768);
  const [worksite, day] = useWatch({ control, name: ['worksite', 'occurrenceDate'] });
  // A day is filled in unless the device's clock cannot be right. Once it was asked for, it stays to be changed.
  const [asksDay, setAsksDay] = useState(day === '');
  if (day === '' && !asksDay) setAsksDay(true);
  return (
    <div className={css.sections}>
      <div className={css.fields}>
        <Suspense fallback={<div className={css.camera} />}>
          <FilesQuestion
            words={{
              label: 'Photo',
              name: 'photos',
              optional: true,
              question: big,
              error: photos.fieldState.error?.message,
            }}
            value={photos.field.value}
            onChange={(guids) => photos.field.onChange(guids ?? [])}
            isFirst
          />
        </Suspense>
        <TextArea
          label="What happened, in one sentence?"
          question={big}
          enterKeyHint="done"
          {...register('description')}
          error={formState.errors.description?.message}
        />
        <PlaceFields situation={situation} big={big} />
        {asksDay && <OccurrenceDateField zone={zoneOf({ worksite }, situation)} big={big} />}
      </div>
      {situation.form.requiresInjuredPersons && <InjuredFields demanded />}
      <RuleQuestions situation={situation} big={big} />
      {next}
      {warning && <warning.TypedAlarmWarning situation={situation} />}
    </div>
  );
}
