import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Webhook } from '@plimsoll/contracts/integration/webhooks';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { integrationPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { changeWebhook, deliveriesQuery, testWebhook, webhookQuery } from '../api.ts';
import {
  disabledReasons,
  levelLabels,
  SEND_AGAIN,
  INCIDENT_DETAIL_LABEL,
  typeLabel,
  webhookStatusBadges,
} from '../labels.ts';
import { Deliveries } from '../components/Deliveries.tsx';
import css from '../components/Integration.module.css';
import { LevelExample } from '../components/LevelExample.tsx';
import { ShownOnce } from '../../../components/ShownOnce.tsx';
import {
  EditWebhookDialog,
  RemoveWebhookDialog,
  RewindDialog,
  RotateSecretDialog,
} from '../components/WebhookDialogs.tsx';

export const loader = prefetching(({ organization, permissions }, { params }) =>
  permissions.has('UPDATE_ORGANIZATION')
    ? [
        webhookQuery(organization.guid, params.webhookGuid!),
        deliveriesQuery(organization.guid, params.webhookGuid!, undefined, 1),
      ]
    : [],
);

/** One webhook: its health, settings, deliveries and actions. */
export function Component() {
  const { organization } = useStarted();
  const { webhookGuid } = useParams();
  const query = useQuery(webhookQuery(organization.guid, webhookGuid!));
  const webhook = query.data;
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'rewind' | 'remove' | { secret: string } | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const name = webhook?.name ?? 'Webhook';
  const status = webhook && webhookStatusBadges[webhook.status];
  return (
    <>
      <PageHeader
        title={name}
        meta={
          status && (
            <Badge icon={status.icon} tone={status.tone}>
              {status.label}
            </Badge>
          )
        }
        crumbs={[{ label: 'Webhooks', to: integrationPaths.webhooks() }, { label: name }]}
        actions={
          webhook && (
            <>
              <TestAndPause webhook={webhook} />
              <Button leading={<IconPencil size={20} aria-hidden />} onClick={() => setDialog('edit')}>
                Edit…
              </Button>
            </>
          )
        }
      />
      <QueryView query={query} home={integrationPaths.webhooks()}>
        {(found) => (
          <Stack>
            <Health webhook={found} />
            <Deliveries webhook={found} />
            <Section title="More">
              <div className={css.actions}>
                <Button leading={<IconHistory size={20} aria-hidden />} onClick={() => setDialog('rewind')}>
                  {SEND_AGAIN}…
                </Button>
                <Button leading={<IconKey size={20} aria-hidden />} onClick={() => setDialog('rotate')}>
                  Make another secret…
                </Button>
                <Button
                  variant="danger"
                  leading={<IconTrash size={20} aria-hidden />}
                  onClick={() => setDialog('remove')}
                >
                  Remove…
                </Button>
              </div>
            </Section>
          </Stack>
        )}
      </QueryView>
      {webhook && dialog === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {webhook && dialog === 'rewind' && <RewindDialog webhook={webhook} onClose={close} />}
      {webhook && dialog === 'rotate' && (
        <RotateSecretDialog
          webhook={webhook}
          onDone={(secret) => setDialog(secret === null ? null : { secret })}
          onClose={close}
        />
      )}
      {webhook && dialog === 'remove' && (
        <RemoveWebhookDialog
          webhook={webhook}
          onDone={() => void navigate(integrationPaths.webhooks())}
          onClose={close}
        />
      )}
      {dialog !== null && typeof dialog === 'object' && (
        <ShownOnce
          title="The webhook’s new secret"
          lead="For 24 hours the former one signs too."
          items={[{ what: 'Secret', text: dialog.secret }]}
          onClose={close}
        />
      )}
    </>
  );
}

function TestAndPause({ webhook: { webhookGuid, name, isEnabled } }: { webhook: Webhook }) {
  const { organization } = useStarted();
  const [change, test] = [useCommand(changeWebhook), useCommand(testWebhook)];
  const params = { orgGuid: organization.guid, webhookGuid };
  async function run(send: () => Promise<unknown>, done: string, refused: string) {
    try {
      await send();
      showAlert({ type: 'success', title: done });
    } catch (error) {
      showAlert({ type: 'error', title: refused, subtitle: errorText(error) });
    }
  }
  const toggle = () =>
    run(
      () => change.send({ asked: { params, body: { isEnabled: !isEnabled } }, key: newGuid() }),
      isEnabled ? `${name} is paused` : `${name} goes on where it stopped`,
      `${name} was not changed`,
    );
  return (
    <>
      <Button
        leading={<IconSend size={20} aria-hidden />}
        aria-busy={test.isPending || undefined}
        onClick={() =>
          void run(() => test.send({ asked: { params }, key: newGuid() }), 'A test is on its way', 'No test was sent')
        }
      >
        Send a test
      </Button>
      <Button
        leading={isEnabled ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
        aria-busy={change.isPending || undefined}
        onClick={() => void toggle()}
      >
        {isEnabled ? 'Pause' : 'Go on'}
      </Button>
    </>
  );
}

function Health({
  webhook: {
    url,
    status,
    disabledBecause,
    lastDeliveredAt,
    dead,
    level,
    includeSensitive,
    types,
    createdAt,
    createdBy,
  },
}: {
  webhook: Webhook;
}) {
  const { organization } = useStarted();
  return (
    <Section title="How it does">
      {disabledBecause && (
        <div className={css.notice}>
          <Banner tone="warning">
            {disabledReasons[disabledBecause]} What happens waits until somebody has it go on.
          </Banner>
        </div>
      )}
      {status === 'PAUSED' && (
        <div className={css.notice}>
          <Banner tone="info">It is paused. What happens waits, tests are sent.</Banner>
        </div>
      )}
      <KeyValues
        items={[
          { term: 'Address', value: <span className={css.code}>{url}</span> },
          {
            term: 'Last delivered',
            value: lastDeliveredAt ? formatInstant(lastDeliveredAt, organization.timeZone) : 'Nothing yet',
          },
          { term: 'Dead', value: dead === 0 ? 'None' : dead.toLocaleString('en-CA') },
          { term: INCIDENT_DETAIL_LABEL, value: levelLabels[level].label },
          { term: 'Sensitive events', value: includeSensitive ? 'Told too' : 'Not told' },
          { term: 'Types of events', value: types ? types.map(typeLabel).join(', ') : 'All' },
          { term: 'Made', value: `${formatInstant(createdAt, organization.timeZone)}, by ${createdBy.name}` },
        ]}
      />
      <LevelExample level={level} includeSensitive={includeSensitive} />
    </Section>
  );
}
