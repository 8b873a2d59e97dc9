import { IconMailOpened } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { Invitation } from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { momentText } from '../../../lib/forms/drafts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { paths } from '../../../lib/url/paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { enterOrganization } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { answerInvitation } from '../api.ts';

/** Pending invitations of the user; renders nothing when there are none. */
export function Invitations({ items }: { items: readonly Invitation[] }) {
  const [declining, setDeclining] = useState<Invitation | null>(null);
  if (items.length === 0) return null;
  return (
    <Section title={items.length === 1 ? 'You are invited' : 'Your invitations'}>
      <RowList label="Invitations">
        {items.map((invitation) => (
          <InvitationRow
            key={`${invitation.organizationGuid} ${invitation.recipientEmailAddress}`}
            invitation={invitation}
            onDecline={() => setDeclining(invitation)}
          />
        ))}
      </RowList>
      {declining && <DeclineDialog invitation={declining} onClose={() => setDeclining(null)} />}
    </Section>
  );
}

function InvitationRow({
  invitation: { organizationGuid: orgGuid, organizationName, recipientEmailAddress, expiresAt },
  onDecline,
}: {
  invitation: Invitation;
  onDecline: () => void;
}) {
  const { send, isPending } = useCommand(answerInvitation);
  const navigate = useNavigate();
  const [key] = useState(newGuid);
  const named = <VisuallyHidden> the invitation of {organizationName}</VisuallyHidden>;
  async function accept() {
    try {
      await send({ asked: { params: { orgGuid, recipientEmailAddress }, body: { status: 'ACCEPTED' } }, key });
      await enterOrganization(orgGuid);
      await navigate(paths.home(), { replace: true });
    } catch (error) {
      showAlert({ type: 'error', title: `You did not join ${organizationName}`, subtitle: errorText(error) });
    }
  }
  return (
    <Row
      icon={IconMailOpened}
      title={organizationName}
      under={`To ${readableAddress(recipientEmailAddress)}, open until ${momentText(expiresAt)}`}
      actions={
        <>
          <SubmitButton busy={isPending} onClick={() => void accept()}>
            Accept{named}
          </SubmitButton>
          <Button onClick={onDecline}>Decline…{named}</Button>
        </>
      }
    />
  );
}

function DeclineDialog({
  invitation: { organizationGuid: orgGuid, organizationName, recipientEmailAddress },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const { send, isPending } = useCommand(answerInvitation);
  const [key] = useState(newGuid);
  async function decline() {
    try {
      await send({ asked: { params: { orgGuid, recipientEmailAddress }, body: { status: 'DECLINED' } }, key });
      showAlert({ type: 'success', title: `You declined the invitation of ${organizationName}` });
    } catch (error) {
      showAlert({ type: 'error', title: 'The invitation was not declined', subtitle: errorText(error) });
    }
    onClose();
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isPending}
      title="Decline the invitation"
      text={`To join ${organizationName} later, you need another invitation.`}
      onConfirm={() => void decline()}
      onClose={onClose}
    />
  );
}
