import type { ComponentProps } from 'react';
import { fieldCss } from '../../../ui/inputs/FormField.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';

/** Field for the six digits of an authenticator app, with autofill of one-time codes on phones. */
export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
      spellCheck={false}
      className={fieldCss.short}
      {...props}
    />
  );
}
