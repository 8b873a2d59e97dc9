import { IconPlugConnectedX } from '@tabler/icons-react';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';

interface ModuleOffProps {
  /** Text from the specification, if it has one for the module. */
  title?: string;
  to?: string;
  go?: string;
}

/** Page of a module that is switched off (specification 1, section 6). */
export function ModuleOff({ title = 'This module is disabled', to, go }: ModuleOffProps) {
  return (
    <MessageState
      icon={IconPlugConnectedX}
      title={title}
      text="Your organization has it switched off."
      action={to && <ButtonLink to={to}>{go}</ButtonLink>}
    />
  );
}
