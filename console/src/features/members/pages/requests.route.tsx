import { IconUserCheck, IconUserQuestion, IconUserX, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { MembershipRequest } from '@plimsoll/contracts/members/memberships';
import { useCommand } from '../../../lib/api/command.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { someOf, words } from '../../../lib/url/address-fields.ts';
import { useList, type ListSpec } from '../../../lib/url/list.ts';
import { membersPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { BadgeCell, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { FilterMenu } from '../../../ui/data/Filters.tsx';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { answerRequest, requestsQuery } from '../api.ts';
import { ApproveRequestDialog } from '../components/ApproveRequestDialog.tsx';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { Message, Nothing, PersonCard, RowActions } from '../components/PersonCard.tsx';
import { matchesFilter, containsWords, pageOf, PAGE_SIZES } from '../client-lists.ts';

const statuses = ['PENDING', 'APPROVED', 'DECLINED'] as const;

const statusBadges: Readonly<
  Record<MembershipRequest['status'], { label: string; icon: Icon; tone: 'plain' | 'good' | 'asks' }>
> = {
  PENDING: { label: 'Pending', icon: IconUserQuestion, tone: 'asks' },
  APPROVED: { label: 'Approved', icon: IconUserCheck, tone: 'good' },
  DECLINED: { label: 'Declined', icon: IconUserX, tone: 'plain' },
};

const address = { text: words, status: someOf(statuses) };
const spec: ListSpec<typeof address> = {
  fields: address,
  hrefOf: membersPaths.requests,
  filters: { status: 'status' },
  pageSizes: PAGE_SIZES,
};

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_ORGANIZATION_INVITATIONS') ? [requestsQuery(organization.guid)] : [],
);

/** Requests to join with their answers. */
export function Component() {
  const { organization } = useStarted();
  const mayAnswer = useMay('CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS');
  const [dialog, setDialog] = useState<{ approve: MembershipRequest } | { decline: MembershipRequest } | null>(null);
  const list = useList(spec);
  const { text, status } = list.address;
  const query = useQuery({
    ...requestsQuery(organization.guid),
    select: ({ items }) =>
      pageOf(
        items.filter(
          (request) =>
            containsWords(text, request.userAccount.name, readableAddress(request.userAccount.primaryEmailAddress)) &&
            matchesFilter(status, request.status),
        ),
        list.page,
      ),
  });
  const close = () => setDialog(null);
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const badge = ({ status: requestStatus }: MembershipRequest) => {
    const { label, ...badgeProps } = statusBadges[requestStatus];
    return <Badge {...badgeProps}>{label}</Badge>;
  };
  const actions = (request: MembershipRequest) =>
    mayAnswer &&
    request.status === 'PENDING' && (
      <RowActions>
        <Button size="s" variant="primary" onClick={() => setDialog({ approve: request })}>
          Approve…
          <VisuallyHidden> {request.userAccount.name}</VisuallyHidden>
        </Button>
        <Button size="s" onClick={() => setDialog({ decline: request })}>
          Decline…
          <VisuallyHidden> {request.userAccount.name}</VisuallyHidden>
        </Button>
      </RowActions>
    );

  const columns: DataColumn<MembershipRequest>[] = [
    {
      id: 'name',
      header: 'Name',
      width: 288,
      cell: ({ userAccount: { name } }) => <b>{name}</b>,
      sub: ({ userAccount: { primaryEmailAddress } }) => readableAddress(primaryEmailAddress),
    },
    { id: 'message', header: 'Message', cell: ({ message }) => (message ? <Message>{message}</Message> : <Nothing />) },
    {
      id: 'status',
      header: 'Status',
      width: 176,
      cell: (request) => (
        <BadgeCell
          badge={badge(request)}
          under={request.answeredAt ? when(request.answeredAt) : `Asked ${when(request.requestedAt)}`}
        />
      ),
    },
    ...(mayAnswer ? [{ id: 'Actions', header: '', width: 208, align: 'right' as const, cell: actions }] : []),
  ];

  return (
    <>
      <ListScreen
        title="Requests"
        noun={['request', 'requests']}
        list={list}
        query={query}
        search="Name or address"
        filters={
          <FilterMenu
            label="Status"
            options={statuses.map((value) => ({ value, label: statusBadges[value].label }))}
            selected={status ?? []}
            onChange={(chosen) => list.choose({ status: chosen })}
          />
        }
        emptyText={`Whoever asks to join ${organization.name} appears here.`}
        home={paths.home()}
        columns={columns}
        rowKey={({ userAccount }) => userAccount.guid}
        card={(request) => (
          <PersonCard
            name={request.userAccount.name}
            lines={[readableAddress(request.userAccount.primaryEmailAddress), `Asked ${when(request.requestedAt)}`]}
            badges={badge(request)}
            actions={actions(request)}
          >
            {request.message && <Message>{request.message}</Message>}
          </PersonCard>
        )}
      />
      {dialog &&
        ('approve' in dialog ? (
          <ApproveRequestDialog request={dialog.approve} onClose={close} />
        ) : (
          <DeclineDialog request={dialog.decline} onClose={close} />
        ))}
    </>
  );
}

function DeclineDialog({ request: { userAccount }, onClose }: { request: MembershipRequest; onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(answerRequest);
  const refetchOnConflict = useRefetchOnConflict('listMembershipRequests', 'listMemberships');
  return (
    <RemovalDialog
      title="Decline request"
      text={`A mail tells ${userAccount.name} that they do not join ${organization.name}. They may ask again.`}
      refused={`The request of ${userAccount.name} was not declined`}
      done={`The request of ${userAccount.name} was declined`}
      send={(key) =>
        send({
          asked: { params: { orgGuid: organization.guid, userGuid: userAccount.guid }, body: { status: 'DECLINED' } },
          key,
        }).catch(refetchOnConflict)
      }
      onClose={onClose}
    />
  );
}
