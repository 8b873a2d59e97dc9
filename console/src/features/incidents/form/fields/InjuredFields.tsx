import { IconPlus, IconX } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useController, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { classificationTexts, eventFieldTexts, personTypeTexts } from '@plimsoll/contracts/incidents/event-texts';
import { classifications, personTypes } from '@plimsoll/contracts/incidents/vocabulary';
import { Button } from '../../../../ui/inputs/Button.tsx';
import { ChoiceField } from '../../../../ui/inputs/ChoiceField.tsx';
import { FieldError } from '../../../../ui/inputs/FormField.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { SelectField } from '../../../../ui/inputs/SelectField.tsx';
import { NumberField, TextArea, TextField } from '../../../../ui/inputs/TextField.tsx';
import { UndoLine } from '../../../../ui/feedback/UndoLine.tsx';
import { oiicsLists } from '../../record/oiics.ts';
import css from '../EventForm.module.css';
import { noInjuredPerson, type EventFields, type InjuredFields as Injured } from './event-fields.ts';
import { OiicsField } from './OiicsField.tsx';
import { answersMoved } from './questions.ts';

const types = personTypes.map((type) => ({ value: type, label: personTypeTexts[type] }));
const classes = classifications.map((classification) => ({
  value: classification,
  label: classificationTexts[classification],
}));

function Person({ index, onRemove }: { index: number; onRemove?: () => void }) {
  const { register, control, getValues } = useFormContext<EventFields>();
  const { errors } = useFormState({ control });
  const personErrors = errors.injuredPersons?.[index];
  const type = useController({ control, name: `injuredPersons.${index}.personType` });
  const classification = useController({ control, name: `injuredPersons.${index}.classification` });
  const [open, setOpen] = useState(() => {
    const person = getValues(`injuredPersons.${index}`);
    return (
      oiicsLists.some((list) => person[list]) || !!person.treatment || !!person.daysAway || !!person.daysRestricted
    );
  });
  const isOpen = open || !!(personErrors?.treatment ?? personErrors?.daysAway ?? personErrors?.daysRestricted);
  // Collapsed fields are rendered after the visible ones.
  const isDrawn = useDeferredValue(true, isOpen);
  return (
    <li className={css.person} aria-label={`Injured person ${index + 1}`}>
      <div className={css.personHead}>
        <h3>Person {index + 1}</h3>
        {onRemove && (
          <Button
            variant="quiet"
            size="s"
            leading={<IconX size={18} aria-hidden />}
            onClick={onRemove}
            aria-label={`Remove person ${index + 1}`}
          >
            Remove
          </Button>
        )}
      </div>
      <TextField
        label="Name"
        autoComplete="off"
        {...register(`injuredPersons.${index}.name`)}
        error={personErrors?.name?.message}
      />
      <ChoiceField
        label="Role"
        columns={2}
        options={types}
        name={type.field.name}
        value={type.field.value}
        onChange={type.field.onChange}
        onBlur={type.field.onBlur}
      />
      <SelectField
        label={eventFieldTexts.classification}
        optional
        placeholder="Not known yet"
        options={classes}
        name={classification.field.name}
        value={classification.field.value || null}
        onChange={(value) => classification.field.onChange(value ?? '')}
        onBlur={classification.field.onBlur}
      />
      <details className={css.more} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Injury, treatment and days</summary>
        {isDrawn && (
          <div className={css.fields}>
            {oiicsLists.map((list) => (
              <OiicsField key={list} index={index} list={list} />
            ))}
            <TextArea
              label={eventFieldTexts.treatment}
              optional
              {...register(`injuredPersons.${index}.treatment`)}
              error={personErrors?.treatment?.message}
            />
            <div className={css.pair}>
              <NumberField
                label="Days away from work"
                optional
                inputMode="numeric"
                unit="days"
                {...register(`injuredPersons.${index}.daysAway`)}
                error={personErrors?.daysAway?.message}
              />
              <NumberField
                label="Days of restricted work"
                optional
                inputMode="numeric"
                unit="days"
                {...register(`injuredPersons.${index}.daysRestricted`)}
                error={personErrors?.daysRestricted?.message}
              />
            </div>
          </div>
        )}
      </details>
    </li>
  );
}

/** Injured persons. Forms about injuries require at least one. */
export function InjuredFields({ demanded }: { demanded: boolean }) {
  const { control, trigger, getValues, setValue } = useFormContext<EventFields>();
  const { errors, isSubmitted } = useFormState({ control });
  const { fields, append, insert, remove } = useFieldArray({ control, name: 'injuredPersons' });
  const [removed, setRemoved] = useState<{ index: number; person: Injured } | null>(null);
  const missing = errors.injuredPersons?.message;
  const recheck = () => isSubmitted && void trigger('injuredPersons');
  return (
    <Section title={eventFieldTexts.injuredPersons}>
      {missing && (
        <div style={{ marginTop: 8 }}>
          <FieldError id="injuredPersons-error">{missing}</FieldError>
        </div>
      )}
      <ol className={css.people}>
        {fields.map(({ id }, index) => (
          <Person
            key={id}
            index={index}
            onRemove={() => {
              const person = getValues(`injuredPersons.${index}`);
              setRemoved({ index, person });
              remove(index);
              setValue('answers', answersMoved(getValues('answers'), 'injured', index, -1, person.injuredPersonGuid), {
                shouldDirty: true,
              });
              recheck();
            }}
          />
        ))}
      </ol>
      {removed && (
        <UndoLine
          key={removed.index}
          label={`Undo: bring ${removed.person.name.trim() || `person ${removed.index + 1}`} back`}
          onUndo={() => {
            insert(removed.index, removed.person, { focusName: `injuredPersons.${removed.index}.name` });
            setValue('answers', answersMoved(getValues('answers'), 'injured', removed.index, 1), { shouldDirty: true });
            setRemoved(null);
            recheck();
          }}
        >
          {removed.person.name.trim() || `Person ${removed.index + 1}`} was removed.
        </UndoLine>
      )}
      {fields.length === 0 && !demanded && <p className={css.nobody}>This report names nobody who was hurt.</p>}
      <Button
        id={fields.length === 0 ? 'injuredPersons' : undefined}
        leading={<IconPlus size={20} aria-hidden />}
        aria-describedby={missing ? 'injuredPersons-error' : undefined}
        onClick={() => {
          append(noInjuredPerson, { focusName: `injuredPersons.${fields.length}.name` });
          setRemoved(null);
          recheck();
        }}
      >
        {fields.length === 0 ? 'Add an injured person' : 'Add another person'}
      </Button>
    </Section>
  );
}
