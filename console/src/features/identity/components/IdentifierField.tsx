import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import css from '../public/SignIn.module.css';

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
