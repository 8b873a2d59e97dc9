import { ERASED } from '@plimsoll/contracts/domain-event';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/account/query';
import { FindMember, FindMemberHandler, ListMembers, ListMembersHandler } from '@plimsoll/projections/member-list/query';
import { FindOrganization, FindOrganizationHandler } from '@plimsoll/projections/organization-settings/query';
import { FindWebhook, FindWebhookHandler } from '@plimsoll/projections/webhook-list/query';
import type { ReadModelReader } from '@plimsoll/projections/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';

export interface WebhookSources extends MailPlace {
  readonly reader: ReadModelReader;
}

async function disabledLetter(ids: JobData['ids'], { reader, publicUrl }: WebhookSources): Promise<Letter | string> {
  const { tenant, webhook: guid, recipient } = ids as { tenant: string; webhook: string; recipient: string };
  const webhook = await new FindWebhookHandler(reader).execute(new FindWebhook(tenant, guid));
  if (!webhook || webhook.is_removed || webhook.disabled_because === null) return 'It is not disabled any more';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member?.isAdmin) return 'They are no admin any more';
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  const link = `${publicUrl}/settings/organization/integrations/webhooks/${guid}?organizationGuid=${tenant}`;
  return { kind: 'WEBHOOK_DISABLED', to: { name: account.name, address: account.emailAddress }, ...webhookDisabledMail({ organizationName: organization.name, because: webhook.disabled_because, link }) };
}

/** Mails about endpoints, by the kind of their job. */
export const webhookLetters: Readonly<Record<string, typeof disabledLetter>> = { WEBHOOK_DISABLED: disabledLetter };

/** Whom it is told that an endpoint was disabled: one job for each admin. */
export async function webhookRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant'])));
  return members.filter(({ isAdmin }) => isAdmin).map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
