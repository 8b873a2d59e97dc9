import { useState, type ComponentProps, type ReactNode } from 'react';
import { fieldCss as css, FormField, useFieldId, type FieldWords } from './FormField.tsx';

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldWords | 'size'>;

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

function wordsOf<Props extends FieldWords>({ label, about, hint, error, optional, question, ...rest }: Props) {
  return { words: { label, about, hint, error, optional, question }, rest };
}

/** One line of text. Takes what `register()` of react-hook-form gives; its id is its name. */
export function TextField(props: FieldWords & Native<'input'>) {
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

/** Several lines of text; it grows with what is typed. */
export function TextArea(props: FieldWords & Native<'textarea'>) {
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

/** A day, as 'YYYY-MM-DD'; the device's own picker. Half of a day, or one that is in no calendar, has no value: that it was typed is said when the field is left, so that nobody takes it for kept. */
export function DateField({ error, onBlur, ...props }: FieldWords & Omit<Native<'input'>, 'onInput'>) {
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
export function TimeField(props: FieldWords & Native<'input'>) {
  return <TextField {...props} type="time" className={css.short} />;
}

/** A number, kept as the text that was typed, with its unit behind it. The schema says what is a number. */
export function NumberField({ unit, ...props }: FieldWords & Native<'input'> & { unit?: ReactNode }) {
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
export function SignatureField(props: FieldWords & Native<'input'>) {
  return (
    <TextField
      autoComplete="name"
      {...props}
      hint={props.hint ?? 'Type your name to sign.'}
      className={css.signature}
    />
  );
}
