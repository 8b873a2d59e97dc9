import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { showAlert } from '../../../lib/alerts.ts';
import { useCommand } from '../../../lib/command.ts';
import { momentWords } from '../../../lib/drafts.ts';
import { newGuid } from '../../../lib/ids.ts';
import { ApiProblem, faultText } from '../../../lib/problem.ts';
import { lastSignedIn } from '../../../lib/session.ts';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section } from '../../../ui/Section.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { withdrawRequest } from '../api.ts';
import { forgetAsked, type AskedOrganization } from './asked-organizations.ts';

/** The organizations that were asked from this device, each with the way back; nothing where none was. */
export function Requests({ asked }: { asked: readonly AskedOrganization[] }) {
  const [left, setLeft] = useState(asked);
  if (left.length === 0) return null;
  return (
    <Section title="You asked to join">
      <RowList label="Requests">
        {left.map((organization) => (
          <RequestRow key={organization.guid} organization={organization} onGone={() => setLeft((before) => before.filter(({ guid }) => guid !== organization.guid))} />
        ))}
      </RowList>
    </Section>
  );
}

/** What is answered already is as gone as what is withdrawn. */
const isOver = (fault: unknown): boolean => fault instanceof ApiProblem && ['OnboardingRequestNotFound', 'InvitationAlreadyUsed', 'OrganizationNotFound'].includes(fault.className);

function RequestRow({ organization: { guid: orgGuid, name, askedAt }, onGone }: { organization: AskedOrganization; onGone: () => void }) {
  const { send, isPending } = useCommand(withdrawRequest);
  const [key] = useState(newGuid);
  async function withdraw() {
    try {
      await send({ asked: { params: { orgGuid, userGuid: lastSignedIn()! } }, key });
      showAlert({ type: 'success', title: `You no longer ask to join ${name}` });
    } catch (fault) {
      if (!isOver(fault)) return showAlert({ type: 'error', title: 'Your request was not withdrawn', subtitle: faultText(fault) });
      showAlert({ type: 'warning', title: `${name} has answered your request` });
    }
    await forgetAsked(orgGuid);
    onGone();
  }
  return (
    <Row
      icon={IconHourglass}
      title={name}
      under={`Asked ${momentWords(askedAt)}. A mail tells you the answer.`}
      actions={
        <SubmitButton variant="secondary" busy={isPending} onClick={() => void withdraw()}>
          Withdraw<VisuallyHidden> the request to {name}</VisuallyHidden>
        </SubmitButton>
      }
    />
  );
}
