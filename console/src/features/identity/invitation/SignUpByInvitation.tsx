import { useEffect } from 'react';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { signIn } from '../../../lib/session/session.ts';
import { signUpErrors, SignUpFields, type SignUpForm } from '../components/SignUpFields.tsx';
import type { OpenedInvitation } from './opened-invitation.ts';

const fetchSchema = async () => (await import('@plimsoll/contracts/identity/requests')).signUpRequest;

interface SignUpByInvitationProps {
  token: string;
  invitation: OpenedInvitation;
  onSignedUp: () => Promise<unknown>;
  /** The address has received an account since the link was opened. */
  onHasAccount: () => void;
}

/** Creates an account for the invited address. No verification mail is sent, because the link already came by mail. */
export function SignUpByInvitation({
  token,
  invitation: { recipientName, recipientEmailAddress },
  onSignedUp,
  onHasAccount,
}: SignUpByInvitationProps) {
  const form = useCommandForm(fetchSchema, {
    start: { name: recipientName, emailAddress: recipientEmailAddress, password: '', agrees: false },
    bodyOf: ({ name, password }: SignUpForm) => ({
      name,
      emailAddress: recipientEmailAddress,
      password,
      inviteToken: token,
    }),
    check: signUpErrors,
    focusesError: true,
    send: async (body) => {
      await sendPublic('signUp', { body });
      await signIn(body.emailAddress, body.password);
      await onSignedUp();
    },
    onDone: () => {},
  });
  const { refusal } = form;
  useEffect(() => {
    if (refusal instanceof ApiProblem && refusal.className === 'RecipientAlreadyHasAccount') onHasAccount();
  }, [refusal, onHasAccount]);
  return <SignUpFields form={form} isAddressFixed send="Create account and join" />;
}
