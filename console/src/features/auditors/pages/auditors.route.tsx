import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlus,
  IconUserOff,
  IconUserSearch,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { AuditorGrant, AuditorGrantStatus } from '@plimsoll/contracts/auditors/grants';
import { auditPaths } from '../../audit/paths.ts';
import { now as rightNow } from '../../../lib/session/clock.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { remainingText, scopeText } from '../labels.ts';
import { ShownOnce } from '../../../components/ShownOnce.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { auditorGrantsQuery } from '../api.ts';
import css from '../components/Auditors.module.css';
import { LET_IN, NewGrantDialog, RevokeGrantDialog, type GrantCodes } from '../components/GrantDialogs.tsx';

const statusBadges: Readonly<
  Record<AuditorGrantStatus, { label: string; icon: Icon; tone: 'plain' | 'good' | 'asks' }>
> = {
  ACTIVE: { label: 'May look', icon: IconCheck, tone: 'good' },
  LOCKED: { label: 'Locked', icon: IconAlertTriangle, tone: 'asks' },
  EXPIRED: { label: 'Over', icon: IconClock, tone: 'plain' },
  REVOKED: { label: 'Turned out', icon: IconUserOff, tone: 'plain' },
};

export const loader = prefetching(({ organization: { guid, isAdmin } }) => (isAdmin ? [auditorGrantsQuery(guid)] : []));

/** Auditors: people outside the organization who may read a part of its incidents. */
export function Component() {
  const {
    organization: { guid, timeZone },
  } = useStarted();
  const query = useQuery(auditorGrantsQuery(guid));
  const [dialog, setDialog] = useState<'new' | { revoke: AuditorGrant } | { shown: GrantCodes } | null>(null);
  const close = () => setDialog(null);
  const now = rightNow();
  const isOpen = ({ status }: AuditorGrant): boolean => status === 'ACTIVE' || status === 'LOCKED';
  const columns: readonly DataColumn<AuditorGrant>[] = [
    {
      id: 'who',
      header: 'Auditor',
      width: 232,
      cell: ({ name, firm, emailAddress }) => (
        <>
          <b>{name}</b>
          {firm && `, ${firm}`}
          <small className={css.under}>{readableAddress(emailAddress)}</small>
        </>
      ),
    },
    {
      id: 'scope',
      header: 'What they may open',
      cell: (grant) => (
        <>
          {scopeText(grant)}
          <small className={css.under}>{grant.purpose}</small>
        </>
      ),
    },
    {
      id: 'until',
      header: 'Until',
      width: 152,
      cell: (grant) => (
        <>
          {formatInstant(grant.expiresAt, timeZone)}
          {isOpen(grant) && <small className={css.under}>{remainingText(grant.expiresAt, now)}</small>}
        </>
      ),
    },
    {
      id: 'seen',
      header: 'Looked',
      width: 152,
      from: 1024,
      cell: ({ grantGuid, name, views, lastUsedAt }) => (
        <>
          <ButtonLink size="s" to={auditPaths.accessLog({ person: grantGuid })}>
            {views === 1 ? 'Once' : `${views.toLocaleString('en-CA')} times`}
            <VisuallyHidden> by {name}</VisuallyHidden>
          </ButtonLink>
          {lastUsedAt && <small className={css.under}>last {formatInstant(lastUsedAt, timeZone)}</small>}
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 128,
      cell: ({ status }) => {
        const { label, ...look } = statusBadges[status];
        return <Badge {...look}>{label}</Badge>;
      },
    },
    {
      id: 'Actions',
      header: '',
      width: 128,
      align: 'right',
      cell: (grant) =>
        isOpen(grant) && (
          <Button size="s" onClick={() => setDialog({ revoke: grant })}>
            Turn out…<VisuallyHidden> {grant.name}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialog('new')}>
      {LET_IN}…
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Auditors"
        meta="Who from outside may read which of your events, and until when. Each look of theirs is recorded."
        actions={query.data?.items.length === 0 ? undefined : add}
      />
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption="Auditors" columns={columns} rows={items} rowKey={({ grantGuid }) => grantGuid} />
          ) : (
            <EmptyState
              icon={IconUserSearch}
              title="No auditors yet"
              text="An auditor comes in with a link and a passcode, reads what you choose until a day that you choose, and changes nothing."
              action={add}
            />
          )
        }
      </QueryView>
      {dialog === 'new' && <NewGrantDialog onDone={(shown) => setDialog(shown && { shown })} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && 'revoke' in dialog && (
        <RevokeGrantDialog grant={dialog.revoke} onClose={close} />
      )}
      {dialog !== null && typeof dialog === 'object' && 'shown' in dialog && (
        <ShownOnce
          title="The auditor’s link and passcode"
          lead="Send the link, and tell the passcode by another way, by phone say."
          items={[
            { what: 'Link', text: dialog.shown.link },
            { what: 'Passcode', text: dialog.shown.passcode },
          ]}
          onClose={close}
        />
      )}
    </>
  );
}
