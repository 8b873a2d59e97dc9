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

/** What is typed stands here until the field is left; what others saved meanwhile shows as long as nothing was typed. */
export function useTyped({ value, onLeft }: Pick<TypedProps, 'value' | 'onLeft'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (!isInside.current) setTyped((kept) => (kept?.trim() === value ? null : kept));
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

export function Typed({ value, onLeft, ...words }: TypedProps) {
  return <TextField autoComplete="off" {...words} {...useTyped({ value, onLeft })} />;
}

export function TypedLines({ value, onLeft, ...words }: TypedProps) {
  return <TextArea autoComplete="off" {...words} {...useTyped({ value, onLeft })} />;
}

/** So long after the last letter whoever chooses by letters has come to what they mean. */
const PAUSE_MS = 500;

interface Choosing<Value extends string> {
  value: Value | null;
  onLeft: (chosen: Value | null) => void;
}

/** What is chosen stands here at once, and is saved when the field is left or after a pause: whoever chooses by letters comes past others on the way, and each of them would be saved. */
export function useChosen<Value extends string>({ value, onLeft }: Choosing<Value>) {
  const [chosen, setChosen] = useState<{ readonly value: Value | null } | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useRef<(() => void) | null>(null);
  // What is saved after a pause is saved upon what stands by then.
  const newest = useRef({ value, onLeft });
  newest.current = { value, onLeft };
  useEffect(() => {
    if (!settle.current) setChosen(null);
  }, [value]);
  // What was chosen last is not lost with the page.
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

export function Chosen<Value extends string>({
  value,
  onLeft,
  ...words
}: Choosing<Value> & Omit<SelectFieldProps<Value>, 'onChange' | 'onBlur'>) {
  return <SelectField {...words} {...useChosen({ value, onLeft })} />;
}
