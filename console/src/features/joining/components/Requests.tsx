import { IconHourglass, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OwnMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { momentText } from '../../../lib/forms/drafts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { ownRequestsQuery, withdrawRequest } from '../api.ts';

interface RequestsProps {
  items: readonly OwnMembershipRequest[];
  userGuid: string;
}

/**
 * The user's pending and declined requests to join organizations. Approved ones are omitted: the user is a member
 * there.
 */
export function Requests({ items, userGuid }: RequestsProps) {
  const shown = items.filter(({ status }) => status !== 'APPROVED');
  if (shown.length === 0) return null;
  return (
    <Section title="You asked to join">
      <RowList label="Requests">
        {shown.map((request) =>
          request.status === 'PENDING' ? (
            <PendingRow key={request.organizationGuid} request={request} userGuid={userGuid} />
          ) : (
            <Row
              key={request.organizationGuid}
              icon={IconX}
              title={request.organizationName}
              under={`Asked ${momentText(request.requestedAt)}, declined ${momentText(request.answeredAt!)}`}
            />
          ),
        )}
      </RowList>
    </Section>
  );
}

/** Whether the request can no longer be withdrawn, since it was answered already. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  ['OnboardingRequestNotFound', 'InvitationAlreadyUsed', 'OrganizationNotFound'].includes(error.className);

function PendingRow({
  request: { organizationGuid: orgGuid, organizationName: name, requestedAt },
  userGuid,
}: {
  request: OwnMembershipRequest;
  userGuid: string;
}) {
  const { send, isPending } = useCommand(withdrawRequest);
  const [key] = useState(newGuid);
  async function withdraw() {
    try {
      await send({ asked: { params: { orgGuid, userGuid } }, key });
      showAlert({ type: 'success', title: `You no longer ask to join ${name}` });
    } catch (error) {
      if (!isAnswered(error))
        return showAlert({ type: 'error', title: 'Your request was not withdrawn', subtitle: errorText(error) });
      showAlert({ type: 'warning', title: `${name} has answered your request` });
      await queryClient.invalidateQueries(ownRequestsQuery(userGuid));
    }
  }
  return (
    <Row
      icon={IconHourglass}
      title={name}
      under={`Asked ${momentText(requestedAt)}. A mail tells you the answer.`}
      actions={
        <SubmitButton variant="secondary" busy={isPending} onClick={() => void withdraw()}>
          Withdraw<VisuallyHidden> the request to {name}</VisuallyHidden>
        </SubmitButton>
      }
    />
  );
}
