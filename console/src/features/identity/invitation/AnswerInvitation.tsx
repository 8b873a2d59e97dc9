import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { request } from '../../../lib/api/http.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { paths } from '../../../lib/url/paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { HullPage } from '../public/HullPage.tsx';
import css from '../public/SignIn.module.css';
import type { OpenedInvitation } from './opened-invitation.ts';

interface AnswerInvitationProps {
  invitation: OpenedInvitation;
  title: string;
  onAccept: (key: string) => Promise<void>;
}

/** Whether the signed-in user has verified the invited address; null while loading. */
function useIsInvitedUser({ organizationGuid, recipientEmailAddress }: OpenedInvitation): boolean | null {
  const [isInvited, setInvited] = useState<boolean | null>(null);
  useEffect(() => {
    const isRecipient = (address: string) => address.toLowerCase() === recipientEmailAddress.toLowerCase();
    request('listInvitations', { query: { mine: 'true' } }).then(
      ({ items }) =>
        setInvited(
          items.some((each) => each.organizationGuid === organizationGuid && isRecipient(each.recipientEmailAddress)),
        ),
      // Answering the invitation shows the reason.
      () => setInvited(true),
    );
  }, [organizationGuid, recipientEmailAddress]);
  return isInvited;
}

/** Accepts or declines an invitation as the signed-in user. */
export function AnswerInvitation({ invitation, title, onAccept }: AnswerInvitationProps) {
  const { organizationGuid: orgGuid, organizationName, recipientEmailAddress } = invitation;
  const isInvited = useIsInvitedUser(invitation);
  const navigate = useNavigate();
  const [keys] = useState(() => ({ accept: newGuid(), decline: newGuid() }));
  const [busy, setBusy] = useState<'ACCEPTED' | 'DECLINED' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isConfirming, setConfirming] = useState(false);

  async function answer(status: 'ACCEPTED' | 'DECLINED') {
    if (busy) return;
    setBusy(status);
    setError(null);
    try {
      if (status === 'ACCEPTED') return await onAccept(keys.accept);
      await request(
        'answerInvitation',
        { params: { orgGuid, recipientEmailAddress }, body: { status } },
        { key: keys.decline },
      );
      await navigate(paths.home(), { replace: true });
    } catch (refusal) {
      setError(refusal);
      setBusy(null);
      setConfirming(false);
    }
  }

  if (isInvited === null) {
    return (
      <HullPage title={title} lead="One moment.">
        <Spinner />
      </HullPage>
    );
  }
  if (!isInvited) {
    return (
      <HullPage
        title={title}
        lead={`This invitation is to ${readableAddress(recipientEmailAddress)}, which is no verified address of the account that you are signed in to.`}
      >
        <ButtonLink variant="primary" size="l" full to={paths.signOut()}>
          Sign out
        </ButtonLink>
        <p className={css.other}>
          <Link to={paths.personalSettings()}>Your Settings</Link>
          <Link to={paths.home()}>Go on without joining</Link>
        </p>
      </HullPage>
    );
  }
  return (
    <HullPage title={title} lead={`${organizationName} invites you at ${readableAddress(recipientEmailAddress)}.`}>
      <FieldStack>
        <div role="alert" className={css.error}>
          {error !== null && <Banner tone="danger">{errorText(error)}</Banner>}
        </div>
        <SubmitButton size="l" full busy={busy === 'ACCEPTED'} onClick={() => void answer('ACCEPTED')}>
          Accept
        </SubmitButton>
        <Button size="l" full onClick={() => setConfirming(true)}>
          Decline…
        </Button>
      </FieldStack>
      <ConfirmDialog
        opened={isConfirming}
        danger
        busy={busy === 'DECLINED'}
        title={`Decline to join ${organizationName}`}
        text="After that it takes another invitation to join."
        onConfirm={() => void answer('DECLINED')}
        onClose={() => setConfirming(false)}
      />
    </HullPage>
  );
}
