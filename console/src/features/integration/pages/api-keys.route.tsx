import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '@plimsoll/contracts/integration/api-keys';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay, formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { apiKeysQuery } from '../api.ts';
import { keyStatusBadges, channelSummary } from '../labels.ts';
import css from '../components/Integration.module.css';
import { IntegrationsHeader } from '../components/IntegrationsHeader.tsx';
import { NewKeyDialog, RevokeKeyDialog } from '../components/KeyDialogs.tsx';
import { ShownOnce } from '../../../components/ShownOnce.tsx';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION') ? [apiKeysQuery(organization.guid)] : [],
);

/** Shell command that reads the feed with a key. */
const curlOf = (key: string): string =>
  `curl -H "Authorization: Bearer ${key}" "${location.origin}/api/feed?after=0&limit=10"`;

/** API keys that other systems read the event feed with. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(apiKeysQuery(organization.guid));
  const [dialog, setDialog] = useState<'new' | { revoke: ApiKey } | { key: string } | null>(null);
  const close = () => setDialog(null);
  const columns: readonly DataColumn<ApiKey>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name, prefix }) => (
        <>
          <b>{name}</b> <code className={`${css.code} ${css.muted}`}>{prefix}…</code>
        </>
      ),
    },
    { id: 'told', header: 'What it reads', width: 176, from: 1024, cell: channelSummary },
    {
      id: 'used',
      header: 'Last used',
      width: 152,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? formatInstant(lastUsedAt, organization.timeZone) : <span className={css.muted}>Not yet</span>,
    },
    { id: 'expires', header: 'Expires after', width: 136, from: 1024, cell: ({ expiresOn }) => formatDay(expiresOn) },
    {
      id: 'status',
      header: 'Status',
      width: 120,
      cell: ({ status }) => {
        const { label, ...badgeProps } = keyStatusBadges[status];
        return <Badge {...badgeProps}>{label}</Badge>;
      },
    },
    {
      id: 'Actions',
      header: '',
      width: 112,
      align: 'right',
      cell: (key) =>
        key.status === 'ACTIVE' && (
          <Button size="s" onClick={() => setDialog({ revoke: key })}>
            Revoke…<VisuallyHidden> {key.name}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialog('new')}>
      New key…
    </Button>
  );
  return (
    <>
      <IntegrationsHeader actions={query.data?.items.length === 0 ? undefined : add} />
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption="API keys" columns={columns} rows={items} rowKey={({ keyGuid }) => keyGuid} />
          ) : (
            <EmptyState
              icon={IconKey}
              title="No keys yet"
              text="With a key, another system asks for what has happened since it last asked, as often as it likes."
              action={add}
            />
          )
        }
      </QueryView>
      {dialog === 'new' && <NewKeyDialog onDone={(key) => setDialog(key === null ? null : { key })} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && 'revoke' in dialog && (
        <RevokeKeyDialog apiKey={dialog.revoke} onClose={close} />
      )}
      {dialog !== null && typeof dialog === 'object' && 'key' in dialog && (
        <ShownOnce
          title="Your key"
          lead="Keep it where the other system finds it."
          items={[
            { what: 'Key', text: dialog.key },
            { what: 'A line to try it with', text: curlOf(dialog.key) },
          ]}
          onClose={close}
        />
      )}
    </>
  );
}
