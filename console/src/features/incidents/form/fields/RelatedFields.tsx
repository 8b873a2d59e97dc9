import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import { Fold } from '../../../../ui/layout/Fold.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { TextField } from '../../../../ui/inputs/TextField.tsx';
import { UndoLine } from '../../../../ui/feedback/UndoLine.tsx';
import css from '../EventForm.module.css';
import { noRelatedPerson, type EventFields, type RelatedFields as Related } from './event-fields.ts';
import { answersMoved } from './questions.ts';

/** Witnesses and other persons involved. */
export function RelatedFields({ collapsed }: { collapsed: boolean }) {
  const { control, getValues } = useFormContext<EventFields>();
  const { errors } = useFormState({ control, name: 'relatedPersons' });
  if (!collapsed) {
    return (
      <Section title={eventFieldTexts.relatedPersons}>
        <RelatedPersons />
      </Section>
    );
  }
  return (
    <Fold
      title={eventFieldTexts.relatedPersons}
      isFilled={getValues('relatedPersons').length > 0}
      isAtError={errors.relatedPersons !== undefined}
    >
      <div>
        <RelatedPersons />
      </div>
    </Fold>
  );
}

function RelatedPersons() {
  const { control, register, getValues, setValue } = useFormContext<EventFields>();
  const { errors } = useFormState({ control });
  const { fields, append, insert, remove } = useFieldArray({ control, name: 'relatedPersons' });
  const [removed, setRemoved] = useState<{ index: number; person: Related } | null>(null);
  const take = (index: number) => {
    const person = getValues(`relatedPersons.${index}`);
    setRemoved({ index, person });
    remove(index);
    setValue('answers', answersMoved(getValues('answers'), 'related', index, -1, person.relatedPersonGuid), {
      shouldDirty: true,
    });
  };
  return (
    <>
      <ol className={css.people}>
        {fields.map(({ id }, index) => {
          const personErrors = errors.relatedPersons?.[index];
          return (
            <li key={id} className={css.person} aria-label={`Other person ${index + 1}`}>
              <div className={css.personHead}>
                <h3>Person {index + 1}</h3>
                <Button
                  variant="quiet"
                  size="s"
                  leading={<IconX size={18} aria-hidden />}
                  onClick={() => take(index)}
                  aria-label={`Remove other person ${index + 1}`}
                >
                  Remove
                </Button>
              </div>
              <TextField
                label="Name"
                autoComplete="off"
                {...register(`relatedPersons.${index}.name`)}
                error={personErrors?.name?.message}
              />
              <div className={css.pair}>
                <TextField
                  label="Role in the event"
                  hint="Such as witness, driver or first aider"
                  optional
                  autoComplete="off"
                  {...register(`relatedPersons.${index}.role`)}
                  error={personErrors?.role?.message}
                />
                <TextField
                  label="Email address"
                  optional
                  inputMode="email"
                  autoComplete="off"
                  {...register(`relatedPersons.${index}.emailAddress`)}
                  error={personErrors?.emailAddress?.message}
                />
              </div>
            </li>
          );
        })}
      </ol>
      {removed && (
        <UndoLine
          key={removed.index}
          label={`Undo: bring ${removed.person.name.trim() || `other person ${removed.index + 1}`} back`}
          onUndo={() => {
            insert(removed.index, removed.person, { focusName: `relatedPersons.${removed.index}.name` });
            setValue('answers', answersMoved(getValues('answers'), 'related', removed.index, 1), { shouldDirty: true });
            setRemoved(null);
          }}
        >
          {removed.person.name.trim() || `Other person ${removed.index + 1}`} was removed.
        </UndoLine>
      )}
      {fields.length === 0 && <p className={css.nobody}>Witnesses, drivers, anyone who saw it or helped.</p>}
      <Button
        leading={<IconPlus size={20} aria-hidden />}
        onClick={() => {
          append(noRelatedPerson, { focusName: `relatedPersons.${fields.length}.name` });
          setRemoved(null);
        }}
      >
        {fields.length === 0 ? 'Add a person' : 'Add another person'}
      </Button>
    </>
  );
}
