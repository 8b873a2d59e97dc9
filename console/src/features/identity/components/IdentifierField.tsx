import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import css from '../public/SignIn.module.css';

/** Field for an email address or username. */
export function IdentifierField(rest: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email address or username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      className={css.input}
      {...rest}
    />
  );
}
