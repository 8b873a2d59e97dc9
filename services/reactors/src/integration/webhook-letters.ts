import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { WebhookEvent } from '@plimsoll/contracts/integration/webhook-events';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import {
  FindMember,
  FindMemberHandler,
  ListMembers,
  ListMembersHandler,
} from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';

export interface WebhookSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
}

/** Why an endpoint was disabled by the event of a revision; undefined where it was enabled or removed since. */
async function disabledBecause(
  log: WebhookSources['log'],
  tenant: string,
  guid: string,
  revision: number,
): Promise<DisabledBecause | undefined> {
  const loaded = await log.load(tenant, { kind: 'webhook', guid });
  const [disabled, ...since] = (loaded.status === 'loaded' ? loaded.events.slice(revision - 1) : []) as (RecordedEvent &
    WebhookEvent)[];
  const isOver = since.some(
    ({ type, data }) => type === 'WebhookRemoved' || (type === 'WebhookChanged' && data.isEnabled === true),
  );
  return disabled?.type === 'WebhookDisabled' && !isOver ? disabled.data.because : undefined;
}

async function disabledLetter(
  ids: JobData['ids'],
  { log, reader, publicUrl }: WebhookSources,
): Promise<Letter | string> {
  const {
    tenant,
    webhook: guid,
    revision,
    recipient,
  } = ids as { tenant: string; webhook: string; revision: number; recipient: string };
  const because = await disabledBecause(log, tenant, guid, revision);
  if (because === undefined) return 'It is not disabled any more';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member?.isAdmin) return 'They are no admin any more';
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  const link = `${publicUrl}/settings/organization/integrations/webhooks/${guid}?organizationGuid=${tenant}`;
  return {
    kind: 'WEBHOOK_DISABLED',
    to: { name: account.name, address: account.emailAddress },
    ...webhookDisabledMail({ organizationName: organization.name, because, link }),
  };
}

/** Mails about endpoints, by the kind of their job. */
export const webhookLetters: Readonly<Record<string, typeof disabledLetter>> = { WEBHOOK_DISABLED: disabledLetter };

/** Whom it is told that an endpoint was disabled: one job for each admin. */
export async function webhookRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant'])));
  return members
    .filter(({ isAdmin }) => isAdmin)
    .map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
