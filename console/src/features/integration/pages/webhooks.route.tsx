import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Webhook } from '@plimsoll/contracts/integration/webhooks';
import { prefetching } from '../../../lib/api/loader.ts';
import { integrationPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { webhooksQuery } from '../api.ts';
import { channelSummary, webhookStatusBadges } from '../labels.ts';
import { IntegrationsHeader } from '../components/IntegrationsHeader.tsx';
import { ShownOnce } from '../../../components/ShownOnce.tsx';
import { NewWebhookDialog } from '../components/WebhookDialogs.tsx';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION') ? [webhooksQuery(organization.guid)] : [],
);

function StatusBadge({ status }: Pick<Webhook, 'status'>) {
  const { label, ...badgeProps } = webhookStatusBadges[status];
  return <Badge {...badgeProps}>{label}</Badge>;
}

/** Webhooks of the organization with their health. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(webhooksQuery(organization.guid));
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'new' | { webhookGuid: string; secret: string } | null>(null);
  const lastDeliveredText = ({ lastDeliveredAt }: Webhook) =>
    lastDeliveredAt ? formatInstant(lastDeliveredAt, organization.timeZone) : 'Nothing yet';
  const deadText = ({ dead }: Webhook) => (dead === 0 ? 'None' : dead.toLocaleString('en-CA'));
  const columns: readonly DataColumn<Webhook>[] = [
    { id: 'name', header: 'Name', primary: true, cell: ({ name }) => name, sub: ({ url }) => url },
    { id: 'told', header: 'What it is told', width: 176, from: 1261, cell: channelSummary },
    { id: 'last', header: 'Last delivered', width: 160, cell: lastDeliveredText },
    { id: 'dead', header: 'Dead', align: 'right', width: 88, from: 1024, cell: deadText },
    { id: 'status', header: 'Status', width: 136, cell: (webhook) => <StatusBadge {...webhook} /> },
  ];
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialog('new')}>
      New webhook…
    </Button>
  );
  const open = (webhookGuid: string) => void navigate(integrationPaths.webhook(webhookGuid));
  return (
    <>
      <IntegrationsHeader actions={query.data?.items.length === 0 ? undefined : add} />
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption="Webhooks"
              columns={columns}
              rows={items}
              rowKey={({ webhookGuid }) => webhookGuid}
              rowHref={({ webhookGuid }) => integrationPaths.webhook(webhookGuid)}
              card={(webhook) => (
                <RecordCard
                  to={integrationPaths.webhook(webhook.webhookGuid)}
                  meta={`Last delivered: ${lastDeliveredText(webhook)}`}
                  when=""
                  title={webhook.name}
                  place={webhook.url}
                  holder={webhook.dead > 0 ? `${deadText(webhook)} dead` : ''}
                  badges={<StatusBadge {...webhook} />}
                />
              )}
            />
          ) : (
            <EmptyState
              icon={IconWebhook}
              title="No webhooks yet"
              text="A webhook is an address of another system. What happens here is posted to it, within a second as a rule."
              action={add}
            />
          )
        }
      </QueryView>
      {dialog === 'new' && (
        <NewWebhookDialog
          onDone={({ webhookGuid, secret }) =>
            secret === null ? open(webhookGuid) : setDialog({ webhookGuid, secret })
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && typeof dialog === 'object' && (
        <ShownOnce
          title="The webhook’s secret"
          lead="The receiver verifies by it that events come from here."
          items={[{ what: 'Secret', text: dialog.secret }]}
          onClose={() => open(dialog.webhookGuid)}
        />
      )}
    </>
  );
}
