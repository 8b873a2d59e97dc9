import { useState, type ReactNode } from 'react';
import type { Challenge } from '../../../lib/session/session.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { CredentialFields, useSignInForm } from './CredentialFields.tsx';
import { useProvider } from '../provider-of-address.ts';
import { SecondStep } from './SecondStep.tsx';

export interface SignInStepsProps {
  /** Fixed identifier of a user who has to sign in again. */
  identifier?: string | undefined;
  onDone: () => void;
  /** Whether identifiers are checked for an organization's identity provider. */
  leadsToProviders?: boolean;
  /** The password is correct, but the email address is not verified yet. */
  onPending?: (emailAddress: string) => void;
  /** Renders the page or dialog around a step. */
  frame: (step: 'PASSWORD' | 'SECOND_FACTOR', fields: ReactNode) => ReactNode;
}

/**
 * Signs in with the password and, if the account has one, a second factor. An invalid challenge returns to the
 * password.
 */
export function SignInSteps({ frame, ...props }: SignInStepsProps) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [round, setRound] = useState(0);
  const [typed, setTyped] = useState(props.identifier ?? '');
  if (challenge) {
    const restart = (isVoid: boolean) => {
      setChallenge(null);
      setRound(isVoid ? round + 1 : 0);
    };
    return frame(
      'SECOND_FACTOR',
      <SecondStep
        challenge={challenge}
        onDone={props.onDone}
        onVoid={() => restart(true)}
        onBack={() => restart(false)}
      />,
    );
  }
  return frame(
    'PASSWORD',
    <PasswordStep
      {...props}
      typed={typed}
      isAgain={round > 0}
      onChallenge={(identifier, next) => {
        setTyped(identifier);
        setChallenge(next);
      }}
    />,
  );
}

interface PasswordStepProps extends Omit<SignInStepsProps, 'frame'> {
  typed: string;
  isAgain: boolean;
  onChallenge: (identifier: string, challenge: Challenge) => void;
}

function PasswordStep({
  identifier,
  typed,
  isAgain,
  leadsToProviders = false,
  onDone,
  onPending,
  onChallenge,
}: PasswordStepProps) {
  const provider = useProvider(leadsToProviders, identifier);
  const form = useSignInForm(typed, onDone, {
    provider,
    onPending,
    onChallenge: (challenge) => onChallenge(form.controls.getValues('identifier'), challenge),
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <FieldStack>
        {isAgain && (
          <Banner tone="warning">
            The second step took too long, or went wrong too often. Begin again with your password.
          </Banner>
        )}
        <CredentialFields
          form={form}
          provider={provider}
          identifier={identifier}
          autoFocus={isAgain || typed !== '' ? 'password' : 'identifier'}
        />
      </FieldStack>
    </form>
  );
}
