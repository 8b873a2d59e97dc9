import { useEffect, useRef, useState } from 'react';
import { TextArea, TextField } from '../../../ui/TextField.tsx';

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
