import { IconClockExclamation, IconMailCheck, IconMailForward, IconMailX, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { Invitation } from '@plimsoll/contracts/members/memberships';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { someOf, words } from '../../../lib/url/address-fields.ts';
import { useList, type ListSpec } from '../../../lib/url/list.ts';
import { mailSentAgain, mailNotSent } from '../../notifications/public/mail-labels.ts';
import { membersPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useInstantCommand } from '../../../lib/api/instant-command.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { BadgeCell, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { FilterMenu } from '../../../ui/data/Filters.tsx';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { InvitePeopleDialog } from '../public/InvitePeopleDialog.tsx';
import { membersQuery, revokeInvitation, sendInvitation } from '../api.ts';
import { invitationsQuery } from '../../../lib/api/member-queries.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { InviteAgainDialog } from '../components/InviteAgainDialog.tsx';
import { PersonCard, RowActions } from '../components/PersonCard.tsx';
import { useReportingGroups } from '../components/RoleFields.tsx';
import { invitationStatuses, statusOf, type InvitationStatus } from '../invitation-status.ts';
import { roleOf, roleLabels } from '../role-labels.ts';
import { matchesFilter, containsWords, pageOf, PAGE_SIZES } from '../client-lists.ts';

const statusBadges: Readonly<Record<InvitationStatus, { label: string; icon: Icon; tone: 'plain' | 'good' | 'asks' }>> =
  {
    OUTSTANDING: { label: 'Outstanding', icon: IconMailForward, tone: 'plain' },
    EXPIRED: { label: 'Expired', icon: IconClockExclamation, tone: 'asks' },
    ACCEPTED: { label: 'Accepted', icon: IconMailCheck, tone: 'good' },
    DECLINED: { label: 'Declined', icon: IconMailX, tone: 'plain' },
  };

const address = { text: words, status: someOf(invitationStatuses) };
const spec: ListSpec<typeof address> = {
  fields: address,
  hrefOf: membersPaths.invitations,
  filters: { status: 'status' },
  pageSizes: PAGE_SIZES,
};

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_ORGANIZATION_INVITATIONS')
    ? [invitationsQuery(organization.guid), membersQuery(organization.guid)]
    : [],
);

/** Invitations of the organization with their status. */
export function Component() {
  const { organization } = useStarted();
  const mayInvite = useMay('CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS');
  const members = useQuery(membersQuery(organization.guid)).data?.items ?? [];
  const groups = useReportingGroups();
  const [dialog, setDialog] = useState<'new' | { again: Invitation } | { revoke: Invitation } | null>(null);
  const list = useList(spec);
  const { text, status } = list.address;
  const query = useQuery({
    ...invitationsQuery(organization.guid),
    select: ({ items }) =>
      pageOf(
        items.filter(
          (invitation) =>
            containsWords(text, invitation.recipientName, readableAddress(invitation.recipientEmailAddress)) &&
            matchesFilter(status, statusOf(invitation)),
        ),
        list.page,
      ),
  });
  const close = () => setDialog(null);
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const sender = ({ senderUserAccountGuid }: Invitation) =>
    members.find(({ userAccount }) => userAccount.guid === senderUserAccountGuid)?.userAccount.name;
  const sent = (invitation: Invitation) =>
    ['Sent', when(invitation.sentAt), sender(invitation) && `by ${sender(invitation)}`].filter(Boolean).join(' ');
  const roleLabel = ({ isAdmin, organizationUserGroups }: Invitation) =>
    roleLabels[roleOf({ isAdmin, groups: organizationUserGroups })].label;
  const groupName = ({ reportingGroupGuid }: Invitation) =>
    groups.find(({ guid }) => guid === reportingGroupGuid)?.name;
  const until = (invitation: Invitation) =>
    statusOf(invitation) === 'OUTSTANDING'
      ? `Opens until ${when(invitation.expiresAt)}`
      : statusOf(invitation) === 'EXPIRED'
        ? `Since ${when(invitation.expiresAt)}`
        : undefined;
  const badge = (invitation: Invitation) => {
    const { label, ...badgeProps } = statusBadges[statusOf(invitation)];
    return <Badge {...badgeProps}>{label}</Badge>;
  };
  const actions = (invitation: Invitation) =>
    mayInvite &&
    statusOf(invitation) !== 'ACCEPTED' && (
      <RowActions>
        {statusOf(invitation) === 'DECLINED' ? (
          <Button size="s" onClick={() => setDialog({ again: invitation })}>
            Invite again…
            <VisuallyHidden> {invitation.recipientName}</VisuallyHidden>
          </Button>
        ) : (
          <>
            <SendAgain invitation={invitation} />
            <Button size="s" onClick={() => setDialog({ revoke: invitation })}>
              Revoke…
              <VisuallyHidden> the invitation of {invitation.recipientName}</VisuallyHidden>
            </Button>
          </>
        )}
      </RowActions>
    );

  const columns: DataColumn<Invitation>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ recipientName }) => <b>{recipientName}</b>,
      sub: ({ recipientEmailAddress }) => readableAddress(recipientEmailAddress),
    },
    { id: 'role', header: 'Role', width: 200, cell: roleLabel, sub: groupName },
    {
      id: 'status',
      header: 'Status',
      width: 208,
      cell: (invitation) => <BadgeCell badge={badge(invitation)} under={until(invitation)} />,
    },
    {
      id: 'sent',
      header: 'Sent',
      width: 208,
      from: 1261,
      cell: ({ sentAt }) => when(sentAt),
      sub: (invitation) => sender(invitation) && `by ${sender(invitation)}`,
    },
    ...(mayInvite ? [{ id: 'Actions', header: '', width: 232, align: 'right' as const, cell: actions }] : []),
  ];

  return (
    <>
      <ListScreen
        title="Invitations"
        noun={['invitation', 'invitations']}
        list={list}
        query={query}
        search="Name or address"
        filters={
          <FilterMenu
            label="Status"
            options={invitationStatuses.map((value) => ({ value, label: statusBadges[value].label }))}
            selected={status ?? []}
            onChange={(chosen) => list.choose({ status: chosen })}
          />
        }
        add={mayInvite ? { label: 'Invite people…', onClick: () => setDialog('new') } : undefined}
        emptyText="Whoever is invited to the organization appears here, with what became of it."
        home={paths.home()}
        columns={columns}
        rowKey={({ recipientEmailAddress }) => recipientEmailAddress}
        card={(invitation) => (
          <PersonCard
            name={invitation.recipientName}
            lines={[
              readableAddress(invitation.recipientEmailAddress),
              [roleLabel(invitation), groupName(invitation)].filter(Boolean).join(' · '),
              sent(invitation),
              until(invitation),
            ]}
            badges={badge(invitation)}
            actions={actions(invitation)}
          />
        )}
      />
      {dialog === 'new' && <InvitePeopleDialog onClose={close} />}
      {dialog &&
        dialog !== 'new' &&
        ('again' in dialog ? (
          <InviteAgainDialog again={dialog.again} onClose={close} />
        ) : (
          <RevokeDialog invitation={dialog.revoke} onClose={close} />
        ))}
    </>
  );
}

/** Button that sends the same invitation again. */
function SendAgain({ invitation }: { invitation: Invitation }) {
  const { organization } = useStarted();
  const { send } = useCommand(sendInvitation);
  const { busy, press } = useInstantCommand();
  const refetchOnConflict = useRefetchOnConflict('listInvitations', 'listMemberships');
  const { recipientName, recipientEmailAddress, isAdmin, organizationUserGroups, reportingGroupGuid, revision } =
    invitation;
  const again = () =>
    press(
      () =>
        send({
          asked: {
            body: {
              organizationGuid: organization.guid,
              recipientName,
              recipientEmailAddress,
              isAdmin,
              organizationUserGroups,
              reportingGroupGuid,
            },
          },
          key: newGuid(),
          revision,
        }).catch(refetchOnConflict),
      mailSentAgain(readableAddress(recipientEmailAddress)),
      mailNotSent(readableAddress(recipientEmailAddress)),
      'The link in the earlier mail no longer works.',
    );
  return (
    <Button size="s" aria-busy={busy || undefined} onClick={() => void again()}>
      Send again
      <VisuallyHidden> to {recipientName}</VisuallyHidden>
    </Button>
  );
}

/**
 * Sent without a revision: only whether the invitation was answered meanwhile matters, and the server has an error of
 * its own for that.
 */
function RevokeDialog({
  invitation: { recipientName, recipientEmailAddress },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const { organization } = useStarted();
  const { send } = useCommand(revokeInvitation);
  const refetchOnConflict = useRefetchOnConflict('listInvitations', 'listMemberships');
  return (
    <RemovalDialog
      title="Revoke invitation"
      text={`The link in the mail to ${readableAddress(recipientEmailAddress)} stops working, and ${recipientName} leaves this list. They may be invited again.`}
      refused={`The invitation of ${recipientName} was not revoked`}
      done={`The invitation of ${recipientName} was revoked`}
      send={(key) =>
        send({ asked: { params: { orgGuid: organization.guid, recipientEmailAddress } }, key }).catch(refetchOnConflict)
      }
      onClose={onClose}
    />
  );
}
