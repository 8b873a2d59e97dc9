import { IconInbox, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import {
  deliveryStatuses,
  type DeliveryAttempt,
  type Webhook,
  type WebhookDelivery,
} from '@plimsoll/contracts/integration/webhooks';
import { oneOf } from '../../../lib/url/address-fields.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { readPage } from '../../../lib/url/list.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { useUrlState, writeState } from '../../../lib/url/url-state.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { Pager } from '../../../ui/data/Pager.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { DELIVERIES_PAGE_SIZE, deliveriesQuery, replayDeadDeliveries, replayDelivery } from '../api.ts';
import { deliveryStatusBadges, typeLabel } from '../labels.ts';
import css from './Integration.module.css';

const address = { status: oneOf(deliveryStatuses), page: ([value]: readonly string[]) => readPage(value) };

const answerText = ({ status, fault }: DeliveryAttempt): string => fault ?? `Answered ${status}`;

function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const { timeZone } = useStarted().organization;
  const last = attempts.at(-1);
  if (!last) return <span className={css.muted}>Not tried yet</span>;
  return (
    <details className={css.attempts}>
      <summary>
        {answerText(last)}
        {attempts.length > 1 && `, after ${attempts.length} attempts`}
      </summary>
      <ol>
        {attempts.toReversed().map((attempt, place) => (
          <li key={place}>
            {answerText(attempt)} after {attempt.milliseconds.toLocaleString('en-CA')} ms
            <span>{formatInstant(attempt.at, timeZone)}</span>
            {attempt.excerpt && <code>{attempt.excerpt}</code>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Deliveries of the last 30 days with the endpoint's answers and the retries. */
export function Deliveries({ webhook: { webhookGuid, dead } }: { webhook: Webhook }) {
  const { organization } = useStarted();
  const [{ status, page }, write] = useUrlState(address);
  const { pathname } = useLocation();
  const query = useQuery(deliveriesQuery(organization.guid, webhookGuid, status, page));
  const [replayOne, replayAll] = [useCommand(replayDelivery), useCommand(replayDeadDeliveries)];
  const [pending, setPending] = useState<string | null>(null);
  const params = { orgGuid: organization.guid, webhookGuid };
  async function run(what: string, send: () => Promise<unknown>, done: string) {
    if (pending) return;
    setPending(what);
    try {
      await send();
      showAlert({ type: 'success', title: done });
    } catch (error) {
      showAlert({ type: 'error', title: 'It was not put back', subtitle: errorText(error) });
    } finally {
      setPending(null);
    }
  }
  const replay = ({ deliveryGuid }: WebhookDelivery) =>
    run(
      deliveryGuid,
      () => replayOne.send({ asked: { params: { ...params, deliveryGuid } }, key: newGuid() }),
      'The delivery is tried again',
    );
  const columns: readonly DataColumn<WebhookDelivery>[] = [
    {
      id: 'type',
      header: 'Event',
      width: 200,
      cell: ({ type }) => <b>{typeLabel(type)}</b>,
      sub: ({ position }) => (position === null ? 'A test' : `Position ${position}`),
    },
    { id: 'attempts', header: 'Answer', cell: (delivery) => <Attempts delivery={delivery} /> },
    {
      id: 'next',
      header: 'Next try',
      width: 144,
      from: 1261,
      cell: ({ nextAt }) =>
        nextAt ? formatInstant(nextAt, organization.timeZone) : <span className={css.muted}>None</span>,
    },
    {
      id: 'status',
      header: 'Status',
      width: 128,
      cell: ({ status: deliveryStatus }) => {
        const { label, ...badgeProps } = deliveryStatusBadges[deliveryStatus];
        return <Badge {...badgeProps}>{label}</Badge>;
      },
    },
    {
      id: 'Actions',
      header: '',
      width: 104,
      align: 'right',
      cell: (delivery) => (
        <Button
          size="s"
          aria-busy={pending === delivery.deliveryGuid || undefined}
          onClick={() => void replay(delivery)}
        >
          Replay
          <VisuallyHidden>
            {' '}
            {typeLabel(delivery.type)} {delivery.position ?? ''}
          </VisuallyHidden>
        </Button>
      ),
    },
  ];
  const replayDead = dead > 0 && (
    <Button
      leading={<IconRefresh size={20} aria-hidden />}
      onClick={() =>
        void run(
          'dead',
          () => replayAll.send({ asked: { params }, key: newGuid() }),
          'The dead deliveries are tried again',
        )
      }
    >
      Replay all dead
    </Button>
  );
  return (
    <Section title="Deliveries of 30 days">
      <div className={css.bar}>
        <SelectField
          label="Status"
          placeholder="All"
          options={deliveryStatuses.map((value) => ({ value, label: deliveryStatusBadges[value].label }))}
          value={status ?? null}
          onChange={(chosen) => write.push({ status: chosen ?? undefined, page: 1 })}
        />
        {replayDead}
      </div>
      <QueryView query={query}>
        {({ items, totalCount }) =>
          items.length > 0 ? (
            <>
              <DataTable
                caption="Deliveries"
                columns={columns}
                rows={items}
                rowKey={({ deliveryGuid }) => deliveryGuid}
              />
              {totalCount > DELIVERIES_PAGE_SIZE && (
                <div className={css.pages}>
                  <Pager
                    page={page}
                    pageSize={DELIVERIES_PAGE_SIZE}
                    total={totalCount}
                    hrefFor={(each) => `${pathname}?${writeState(address, { status, page: each })}`}
                  />
                </div>
              )}
            </>
          ) : status || page > 1 ? (
            <FilteredState
              title="No such deliveries"
              text="Of 30 days there are none of this status."
              onClear={write.clear}
            />
          ) : (
            <EmptyState
              icon={IconInbox}
              title="Nothing was delivered yet"
              text="What happens from the making of the webhook on is listed here. Send a test to see one."
            />
          )
        }
      </QueryView>
    </Section>
  );
}
