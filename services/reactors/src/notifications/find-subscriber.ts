import type { EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { Module } from '@plimsoll/contracts/organizations/features';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { MailContext } from '../mail/define-mail.ts';
import type { Recipient, SkipReason } from '../mail/mail.ts';
import { findMember, findOrganization, memberRecipient, NO_ORGANIZATION } from '../mail/recipients.ts';
import { UNWANTED, wantsSingleMails } from './email-preferences.ts';

export interface Subscriber {
  readonly organization: Organization;
  readonly member: Member;
  readonly to: Recipient;
}

export const NO_MEMBER: SkipReason = 'They are no member any more';
export const MODULE_OFF: SkipReason = 'The module is off';

export const hasModule = ({ modules }: Organization, module: Module): boolean =>
  modules.some(({ code, isEnabled }) => code === module && isEnabled);

/** Finds the recipient of a mail about a module, if they are a member and want such mails; otherwise the reason. */
export async function findSubscriber(
  { tenant, recipient }: { readonly tenant: string; readonly recipient: string },
  { module, preference }: { readonly module: Module; readonly preference: EmailPreferenceType },
  { log, reader }: Pick<MailContext, 'log' | 'reader'>,
): Promise<Subscriber | SkipReason> {
  const organization = await findOrganization(reader, tenant);
  if (!organization) return NO_ORGANIZATION;
  if (!hasModule(organization, module)) return MODULE_OFF;
  const member = await findMember(reader, tenant, recipient);
  if (!member) return NO_MEMBER;
  const to = await memberRecipient(reader, member);
  if (typeof to === 'string') return to;
  return (await wantsSingleMails(log, recipient, preference)) ? { organization, member, to } : UNWANTED;
}
