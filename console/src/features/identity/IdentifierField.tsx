import type { ComponentProps } from 'react';
import { TextField } from '../../ui/TextField.tsx';
import css from './SignIn.module.css';

/** Who somebody is, by whatever they sign in with. */
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
