import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { Module } from '@plimsoll/contracts/organizations/features';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import { FindMember, FindMemberHandler, type Member } from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
  type Organization,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { Letter } from '../mail/mail.ts';
import { isWanted, UNWANTED } from './is-wanted.ts';

export interface Told {
  readonly organization: Organization;
  readonly member: Member;
  readonly to: Letter['to'];
}

/** Who a mail about an organization's module goes to, as things stand now; a text that says why to nobody. */
export async function whoIsTold(
  { tenant, recipient }: { readonly tenant: string; readonly recipient: string },
  { module, preference }: { readonly module: Module; readonly preference: EmailPreferenceType },
  { log, reader }: { readonly log: Pick<EventStore, 'load'>; readonly reader: ReadModelReader },
): Promise<Told | string> {
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  if (!organization.modules.some(({ code, isEnabled }) => code === module && isEnabled)) return 'The module is off';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member) return 'They are no member any more';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  const { name, emailAddress: address } = account ?? member;
  if (address === ERASED) return 'The person was erased';
  return (await isWanted(log, recipient, preference)) ? { organization, member, to: { name, address } } : UNWANTED;
}
