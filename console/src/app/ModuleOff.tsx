import { IconPlugConnectedX } from '@tabler/icons-react';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';

interface ModuleOffProps {
  /** Where the specification has words for the module. */
  words?: string;
  to?: string;
  go?: string;
}

/** Specification 1, section 6: the words for a module that is switched off. */
export function ModuleOff({ words = 'This module is disabled', to, go }: ModuleOffProps) {
  return (
    <MessageState
      icon={IconPlugConnectedX}
      title={words}
      text="Your organization has it switched off."
      action={to && <ButtonLink to={to}>{go}</ButtonLink>}
    />
  );
}
