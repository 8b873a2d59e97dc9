import { useState, type ComponentProps, type ReactNode } from 'react';
import { fieldCss as css, FormField, useFieldId, type FieldLabels } from './FormField.tsx';

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldLabels | 'size'>;

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

function wordsOf<Props extends FieldLabels>({ label, about, hint, error, optional, question, ...rest }: Props) {
  return { words: { label, about, hint, error, optional, question }, rest };
}

/** A single-line text field. Takes the result of `register()` of react-hook-form; its id is its name. */
export function TextField(props: FieldLabels & Native<'input'>) {
  const { words, rest } = wordsOf(props);
  const id = useFieldId(rest.id, rest.name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <input
          type="text"
          {...rest}
          {...aria}
          className={classes(css.input, words.question && css.tall, rest.className)}
        />
      )}
    </FormField>
  );
}

/** A multi-line text field; it grows with its content. */
export function TextArea(props: FieldLabels & Native<'textarea'>) {
  const { words, rest } = wordsOf(props);
  const id = useFieldId(rest.id, rest.name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <textarea
          rows={3}
          {...rest}
          {...aria}
          className={classes(css.input, css.area, words.question && css.tall, rest.className)}
        />
      )}
    </FormField>
  );
}

/** Specification 2, section 5. */
const NO_DAY = 'Date should be in the format Month DD YYYY';

/**
 * A day, as 'YYYY-MM-DD', with the native picker. An incomplete or invalid date has no value; the error is shown when
 * the field loses the focus, so that it is not taken for saved.
 */
export function DateField({ error, onBlur, ...props }: FieldLabels & Omit<Native<'input'>, 'onInput'>) {
  const [isNoDay, setIsNoDay] = useState(false);
  return (
    <TextField
      {...props}
      type="date"
      className={css.short}
      error={isNoDay ? NO_DAY : error}
      onInput={() => setIsNoDay(false)}
      onBlur={(event) => {
        setIsNoDay(event.currentTarget.validity.badInput);
        onBlur?.(event);
      }}
    />
  );
}

/** A time of day, as 'HH:MM'. */
export function TimeField(props: FieldLabels & Native<'input'>) {
  return <TextField {...props} type="time" className={css.short} />;
}

/** A number, held as typed, with its unit after it. The schema validates it. */
export function NumberField({ unit, ...props }: FieldLabels & Native<'input'> & { unit?: ReactNode }) {
  const { words, rest } = wordsOf(props);
  const id = useFieldId(rest.id, rest.name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <div className={css.withUnit}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...rest}
            {...aria}
            className={classes(css.input, css.number, words.question && css.tall)}
          />
          {unit && <span className={css.unit}>{unit}</span>}
        </div>
      )}
    </FormField>
  );
}

/** A signature by typing one's name. */
export function SignatureField(props: FieldLabels & Native<'input'>) {
  return (
    <TextField
      autoComplete="name"
      {...props}
      hint={props.hint ?? 'Type your name to sign.'}
      className={css.signature}
    />
  );
}
