import { useEffect, useRef, useState } from 'react';
import { SelectField, type SelectFieldProps } from '../../../ui/inputs/SelectField.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';

interface TypedProps {
  id?: string;
  label: string;
  hint?: string;
  value: string;
  error?: string | undefined;
  optional?: boolean;
  maxLength?: number;
  onLeft: (typed: string) => void;
}

/** Keeps what is typed until the field is left. Until something is typed, it shows changes by others. */
export function useAutoSaveText({ value, onLeft }: Pick<TypedProps, 'value' | 'onLeft'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (!isInside.current) setTyped((current) => (current?.trim() === value ? null : current));
  }, [value]);
  return {
    value: typed ?? value,
    onFocus: () => void (isInside.current = true),
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
    onBlur: () => {
      isInside.current = false;
      if (typed !== null && typed.trim() !== value) onLeft(typed.trim());
      else setTyped(null);
    },
  };
}

export function AutoSaveTextField({ value, onLeft, ...words }: TypedProps) {
  return <TextField autoComplete="off" {...words} {...useAutoSaveText({ value, onLeft })} />;
}

export function AutoSaveTextArea({ value, onLeft, ...words }: TypedProps) {
  return <TextArea autoComplete="off" {...words} {...useAutoSaveText({ value, onLeft })} />;
}

/** Delay before a choice is saved, in milliseconds. Typing letters passes through other options. */
const PAUSE_MS = 500;

interface Choosing<Value extends string> {
  value: Value | null;
  onLeft: (chosen: Value | null) => void;
}

/**
 * Shows a choice immediately, and saves it when the field is left or after a pause. Choosing by keyboard passes through
 * other options, which are not saved.
 */
export function useAutoSaveChoice<Value extends string>({ value, onLeft }: Choosing<Value>) {
  const [chosen, setChosen] = useState<{ readonly value: Value | null } | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useRef<(() => void) | null>(null);
  // A delayed save uses the latest value and callback.
  const newest = useRef({ value, onLeft });
  newest.current = { value, onLeft };
  useEffect(() => {
    if (!settle.current) setChosen(null);
  }, [value]);
  // Save the last choice when the component unmounts.
  useEffect(() => () => settle.current?.(), []);
  const onChange = (next: Value | null) => {
    setChosen({ value: next });
    clearTimeout(pause.current);
    settle.current = () => {
      clearTimeout(pause.current);
      settle.current = null;
      if (newest.current.value === next) setChosen(null);
      else newest.current.onLeft(next);
    };
    pause.current = setTimeout(() => settle.current?.(), PAUSE_MS);
  };
  return { value: chosen ? chosen.value : value, onChange, onBlur: () => settle.current?.() };
}

export function AutoSaveSelect<Value extends string>({
  value,
  onLeft,
  ...words
}: Choosing<Value> & Omit<SelectFieldProps<Value>, 'onChange' | 'onBlur'>) {
  return <SelectField {...words} {...useAutoSaveChoice({ value, onLeft })} />;
}
