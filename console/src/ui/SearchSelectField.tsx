import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { fieldCss, FormField, useFieldId, type FieldWords } from './FormField.tsx';
import css from './SelectField.module.css';
import type { Option, SelectFieldProps } from './SelectField.tsx';

const parts = { dropdown: css.dropdown, options: css.options, option: css.option, empty: css.empty, section: css.section };
const dropdown = { shadow: undefined, offset: 4, transitionProps: { duration: 0 } };

function draw(options: readonly Option[]) {
  return ({ option }: { option: { value: string; label?: string } }) => {
    const hint = options.find(({ value }) => value === option.value)?.hint;
    return (
      <span>
        {option.label}
        {hint && <small>{hint}</small>}
      </span>
    );
  };
}

/** One of many, found by typing. */
export function SearchSelectField<Value extends string>({ options, value, onChange, onBlur, placeholder = 'Type to search', disabled, id: given, name, ...words }: Omit<SelectFieldProps<Value>, 'ref'>) {
  const id = useFieldId(given, name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <Select
          {...aria}
          name={name}
          searchable
          clearable={words.optional}
          clearButtonProps={{ 'aria-label': `Clear ${words.label}` }}
          allowDeselect={false}
          disabled={disabled}
          data={options.map((option) => ({ value: option.value, label: option.label }))}
          value={value}
          onChange={(chosen) => onChange(chosen as Value | null)}
          onBlur={onBlur}
          placeholder={placeholder}
          withScrollArea={false}
          nothingFoundMessage="Nothing found"
          rightSection={<IconChevronDown size={20} aria-hidden />}
          renderOption={draw(options)}
          comboboxProps={dropdown}
          classNames={{ ...parts, input: [fieldCss.input, words.question && fieldCss.tall].filter(Boolean).join(' ') }}
        />
      )}
    </FormField>
  );
}

export interface MultiSelectFieldProps<Value extends string = string> extends FieldWords {
  id?: string;
  name?: string;
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  onBlur?: () => void;
  placeholder?: string;
}

/** Several of many. */
export function MultiSelectField<Value extends string>({ options, value, onChange, onBlur, placeholder = 'Type to search', id: given, name, ...words }: MultiSelectFieldProps<Value>) {
  const id = useFieldId(given, name);
  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <MultiSelect
          {...aria}
          searchable
          data={options.map((option) => ({ value: option.value as string, label: option.label }))}
          value={[...value]}
          onChange={(chosen) => onChange(chosen as Value[])}
          onBlur={onBlur}
          placeholder={value.length ? undefined : placeholder}
          rightSection={<IconChevronDown size={20} aria-hidden />}
          withScrollArea={false}
          nothingFoundMessage="Nothing found"
          renderOption={draw(options)}
          comboboxProps={dropdown}
          classNames={{ ...parts, input: `${fieldCss.input} ${css.pills}`, pill: css.pill, inputField: css.typed }}
        />
      )}
    </FormField>
  );
}
