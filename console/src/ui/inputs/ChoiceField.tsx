import { IconCheck } from '@tabler/icons-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import css from './ChoiceField.module.css';
import { FieldError, FieldGroup, fieldCss, useFieldId, type FieldLabels } from './FormField.tsx';
import type { Option } from './SelectField.tsx';

interface Shared<Value extends string> extends FieldLabels {
  id?: string;
  name?: string;
  options: readonly Option<Value>[];
  columns?: 1 | 2;
  onBlur?: () => void;
}

function Choice({ option, idle, ...input }: { option: Option; idle: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={css.choice}>
      <input {...input} value={option.value} />
      {idle}
      <span className={css.words}>
        {option.label}
        {option.hint && <small>{option.hint}</small>}
      </span>
    </label>
  );
}

/** A single choice of a few large options, easier to hit with a thumb than a select. */
export function ChoiceField<Value extends string>({
  options,
  columns = 1,
  value,
  onChange,
  onBlur,
  id: given,
  name,
  ...words
}: Shared<Value> & { value: Value | null; onChange: (value: Value) => void }) {
  const id = useFieldId(given, name);
  const group = useId();
  return (
    <FieldGroup {...words} id={id} role="radiogroup">
      <div className={[css.choices, columns === 2 && css.two].filter(Boolean).join(' ')}>
        {options.map((option, place) => (
          <Choice
            key={option.value}
            option={option}
            type="radio"
            id={place === 0 ? id : undefined}
            name={name ?? group}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            idle={<span className={css.dot} />}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

const box = (
  <span className={`${css.dot} ${css.box}`}>
    <IconCheck size={16} stroke={3} aria-hidden />
  </span>
);

/** A multiple choice of a few large options. */
export function ChoicesField<Value extends string>({
  options,
  columns = 1,
  value,
  onChange,
  onBlur,
  id: given,
  name,
  ...words
}: Shared<Value> & { value: readonly Value[]; onChange: (value: Value[]) => void }) {
  const id = useFieldId(given, name);
  const toggle = (chosen: Value, on: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === chosen ? on : value.includes(each))));
  return (
    <FieldGroup {...words} id={id}>
      <div className={[css.choices, columns === 2 && css.two].filter(Boolean).join(' ')}>
        {options.map((option, place) => (
          <Choice
            key={option.value}
            option={option}
            type="checkbox"
            id={place === 0 ? id : undefined}
            name={name}
            checked={value.includes(option.value)}
            onChange={({ target }) => toggle(option.value, target.checked)}
            onBlur={onBlur}
            idle={box}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type Box = { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox for one statement. */
export function CheckboxField({ label, hint, error, ...input }: Box & { error?: string | null }) {
  const id = useFieldId(input.id, input.name);
  return (
    <div className={[fieldCss.field, error && fieldCss.bad].filter(Boolean).join(' ')}>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <label className={css.plain}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {box}
        <span>
          {label}
          {hint && <small> {hint}</small>}
        </span>
      </label>
    </div>
  );
}

/** A checkbox without words of its own, in a table. @param isPart whether some of what it stands for is chosen. */
export function BareCheckbox({
  label,
  isPart = false,
  ...input
}: { label: string; isPart?: boolean } & Pick<ComponentProps<'input'>, 'checked' | 'onChange'>) {
  return (
    <span className={css.bare}>
      <input
        {...input}
        type="checkbox"
        aria-label={label}
        ref={(checkbox) => void (checkbox && (checkbox.indeterminate = isPart))}
      />
      {box}
    </span>
  );
}

/** A switch that takes effect at once, without a save button. */
export function Switch({ label, hint, ...input }: Box) {
  return (
    <label className={css.switch}>
      <input {...input} type="checkbox" role="switch" />
      <span className={css.track} />
      <span>
        {label}
        {hint && <small> {hint}</small>}
      </span>
    </label>
  );
}
