import { IconChevronDown } from '@tabler/icons-react';
import type { Ref } from 'react';
import { fieldCss as css, FormField, useFieldId, type FieldLabels } from './FormField.tsx';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line: where a person works, what a form is for. */
  hint?: string;
}

export interface SelectFieldProps<Value extends string = string> extends FieldLabels {
  id?: string;
  name?: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  onBlur?: () => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** A single choice of a few, with the native select that thumbs and screen readers know. For long lists: FindField. */
export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder = 'Choose…',
  disabled,
  ref,
  id: given,
  name,
  ...words
}: SelectFieldProps<Value>) {
  const id = useFieldId(given, name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <div className={css.chosen}>
          <select
            {...aria}
            ref={ref}
            name={name}
            disabled={disabled}
            value={value ?? ''}
            onBlur={onBlur}
            onChange={({ target }) => onChange((target.value || null) as Value | null)}
            className={[css.input, css.select, words.question && css.tall, !value && css.unplaced]
              .filter(Boolean)
              .join(' ')}
          >
            <option value="">{placeholder}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.hint ? `${option.label}, ${option.hint}` : option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={20} aria-hidden />
        </div>
      )}
    </FormField>
  );
}
