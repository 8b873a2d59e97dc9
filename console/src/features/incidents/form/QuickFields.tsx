import { lazy, Suspense } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import css from './EventForm.module.css';
import type { EventFields, Situation } from './fields/event-fields.ts';
import { InjuredFields } from './fields/InjuredFields.tsx';
import { PlaceFields } from './fields/PlaceFields.tsx';

const FilesQuestion = lazy(async () => ({ default: (await import('./fields/FilesQuestion.tsx')).FilesQuestion }));

/** Fields of a quick report: photo, description, place and, if the form requires them, injured persons. */
export function QuickFields({ situation }: { situation: Situation }) {
  const { register, control, formState } = useFormContext<EventFields>();
  const photos = useController({ control, name: 'photos' });
  const big = !useWide(768);
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
      </div>
      {situation.form.requiresInjuredPersons && <InjuredFields demanded />}
    </div>
  );
}
