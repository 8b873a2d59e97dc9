import { IconAlertCircle } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import css from './FormField.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** Props common to all form fields. */
export interface FieldLabels {
  label: string;
  /** The subject of the label, for screen readers, if another field of the page has the same label. */
  about?: string | undefined;
  hint?: ReactNode;
  /** The error, in the words of the summary; null or undefined if there is none. */
  error?: string | null;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** Field style: the label is a question of 19 px, the input is 48 px high. */
  question?: boolean;
}

/** Attributes that connect the control with its label, hint and error. */
export interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const fieldCss = css;

/** The id of a field: the given one, else its name, so that an error summary can link to it by the field's path. */
export function useFieldId(id: string | undefined, name: string | undefined): string {
  const own = useId();
  return id ?? name ?? own;
}

/** The fields of a form in a column, 22 px apart. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>;
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={css.message} id={id}>
      <IconAlertCircle size={20} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function Words({ id, hint, error }: { id: string } & Pick<FieldLabels, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  );
}

const describedBy = (id: string, { hint, error }: Pick<FieldLabels, 'hint' | 'error'>) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

/** A labelled control with its error above the input and, if it is invalid, a 4 px red bar. */
export function FormField({
  id,
  children,
  ...words
}: FieldLabels & { id: string; children: (aria: FieldAria) => ReactNode }) {
  return (
    <div className={[css.field, words.error && css.bad].filter(Boolean).join(' ')}>
      <label className={[css.label, words.question && css.question].filter(Boolean).join(' ')} htmlFor={id}>
        {words.label}
        {words.about && <VisuallyHidden> {words.about}</VisuallyHidden>}
        {words.optional && <span className={css.optional}> (optional)</span>}
      </label>
      <Words id={id} hint={words.hint} error={words.error} />
      {children({ id, 'aria-describedby': describedBy(id, words), 'aria-invalid': words.error ? true : undefined })}
    </div>
  );
}

/** A labelled group of several controls under one question. Focus lands on the first of them, which takes `id`. */
export function FieldGroup({
  id,
  children,
  role = 'group',
  ...words
}: FieldLabels & { id: string; children: ReactNode; role?: 'group' | 'radiogroup' }) {
  return (
    <div
      className={[css.field, css.group, words.error && css.bad].filter(Boolean).join(' ')}
      role={role}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, words)}
    >
      <span id={`${id}-label`} className={[css.label, words.question && css.question].filter(Boolean).join(' ')}>
        {words.label}
        {words.about && <VisuallyHidden> {words.about}</VisuallyHidden>}
        {words.optional && <span className={css.optional}> (optional)</span>}
      </span>
      <Words id={id} hint={words.hint} error={words.error} />
      {children}
    </div>
  );
}
