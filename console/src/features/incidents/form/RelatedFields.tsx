import { IconPlus, IconX } from '@tabler/icons-react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Section.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import css from './EventForm.module.css';
import { noRelatedPerson, type EventFields } from './event-fields.ts';

/** Witnesses and others who had to do with it. */
export function RelatedFields() {
  const { control, register } = useFormContext<EventFields>();
  const { errors } = useFormState({ control });
  const { fields, append, remove } = useFieldArray({ control, name: 'relatedPersons' });
  return (
    <Section title="Other people">
      <ol className={css.people}>
        {fields.map(({ id }, index) => {
          const faults = errors.relatedPersons?.[index];
          return (
            <li key={id} className={css.person} aria-label={`Other person ${index + 1}`}>
              <div className={css.personHead}>
                <h3>Person {index + 1}</h3>
                <Button variant="quiet" size="s" leading={<IconX size={18} aria-hidden />} onClick={() => remove(index)} aria-label={`Remove other person ${index + 1}`}>
                  Remove
                </Button>
              </div>
              <TextField label="Name" autoComplete="off" {...register(`relatedPersons.${index}.name`)} error={faults?.name?.message} />
              <div className={css.pair}>
                <TextField label="Role in the event" hint="Such as witness, driver or first aider" optional autoComplete="off" {...register(`relatedPersons.${index}.role`)} error={faults?.role?.message} />
                <TextField label="Email address" optional inputMode="email" autoComplete="off" {...register(`relatedPersons.${index}.emailAddress`)} error={faults?.emailAddress?.message} />
              </div>
            </li>
          );
        })}
      </ol>
      {fields.length === 0 && <p className={css.nobody}>Witnesses, drivers, anyone who saw it or helped.</p>}
      <Button leading={<IconPlus size={20} aria-hidden />} onClick={() => append(noRelatedPerson, { shouldFocus: false })}>
        {fields.length === 0 ? 'Add a person' : 'Add another person'}
      </Button>
    </Section>
  );
}
