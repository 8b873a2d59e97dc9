import { useState, type ReactNode } from 'react';
import type { Challenge } from '../../../lib/session/session.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { CredentialFields, useSignInForm } from './CredentialFields.tsx';
import { useProvider } from '../provider-of-address.ts';
import { SecondStep } from './SecondStep.tsx';

export interface SignInStepsProps {
  /** Who has to sign in again; it cannot be changed then. */
  identifier?: string | undefined;
  onDone: () => void;
  /** Whether an address leads to the identity provider of an organization, where one has it. */
  leadsToProviders?: boolean;
  /** Whoever is right, and has not verified their address yet. */
  onPending?: (emailAddress: string) => void;
  /** Stands around each step, and says what it is. */
  frame: (step: 'PASSWORD' | 'SECOND_FACTOR', fields: ReactNode) => ReactNode;
}

/** Signs in: the password, and a second factor where the account has one. A challenge that is void begins anew with the password. */
export function SignInSteps({ frame, ...props }: SignInStepsProps) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [round, setRound] = useState(0);
  const [typed, setTyped] = useState(props.identifier ?? '');
  if (challenge) {
    const startAnew = (isVoid: boolean) => {
      setChallenge(null);
      setRound(isVoid ? round + 1 : 0);
    };
    return frame(
      'SECOND_FACTOR',
      <SecondStep
        challenge={challenge}
        onDone={props.onDone}
        onVoid={() => startAnew(true)}
        onBack={() => startAnew(false)}
      />,
    );
  }
  return frame(
    'PASSWORD',
    <PasswordStep
      {...props}
      typed={typed}
      isAgain={round > 0}
      onChallenge={(identifier, asked) => {
        setTyped(identifier);
        setChallenge(asked);
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
