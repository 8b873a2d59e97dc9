import { IconPlugConnectedX } from '@tabler/icons-react';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';

/** Specification 1, section 6: the words for a module that is switched off. */
export function ModuleOff({ words, to, go }: { words: string; to?: string; go?: string }) {
  return (
    <MessageState
      icon={IconPlugConnectedX}
      title={words}
      text="Your organization has it switched off."
      action={to && <ButtonLink to={to}>{go}</ButtonLink>}
    />
  );
}
