import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { FindAccount, FindAccountHandler, type Account } from '@plimsoll/projections/identity/account/query';
import {
  FindMember,
  FindMemberHandler,
  ListMembers,
  ListMembersHandler,
  type Member,
} from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
  type Organization,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { Recipient, SkipReason } from './mail.ts';

export const NO_ORGANIZATION = 'There is no such organization';

export const findOrganization = (reader: ReadModelReader, tenant: string): Promise<Organization | null> =>
  new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));

export const findMember = (reader: ReadModelReader, tenant: string, userGuid: string): Promise<Member | null> =>
  new FindMemberHandler(reader).execute(new FindMember(tenant, userGuid));

export const listMembers = (reader: ReadModelReader, tenant: string): Promise<readonly Member[]> =>
  new ListMembersHandler(reader).execute(new ListMembers(tenant));

const findAccount = (reader: ReadModelReader, userGuid: string): Promise<Account | null> =>
  new FindAccountHandler(reader).execute(new FindAccount(userGuid));

/** Guids of the members who hold a permission. */
export async function holdersOf(
  permission: Permission,
  { tenant }: { readonly tenant: string },
  { reader }: { readonly reader: ReadModelReader },
): Promise<string[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(tenant, { permission }));
  return members.map(({ userGuid }) => userGuid);
}

/** Guids of an organization's admins. */
export async function adminsOf(
  { tenant }: { readonly tenant: string },
  { reader }: { readonly reader: ReadModelReader },
): Promise<string[]> {
  return (await listMembers(reader, tenant)).filter(({ isAdmin }) => isAdmin).map(({ userGuid }) => userGuid);
}

/** The primary address of an account, unless it was removed or erased. */
export async function accountRecipient(reader: ReadModelReader, userGuid: string): Promise<Recipient | SkipReason> {
  const account = await findAccount(reader, userGuid);
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  return { name: account.name, address: account.emailAddress };
}

/** The address of a member, from their account if there is one, unless it was erased. */
export async function memberRecipient(reader: ReadModelReader, member: Member): Promise<Recipient | SkipReason> {
  const { name, emailAddress: address } = (await findAccount(reader, member.userGuid)) ?? member;
  return address === ERASED ? 'The person was erased' : { name, address };
}

interface OrganizationRecipient {
  readonly organization: Organization;
  readonly to: Recipient;
}

/** The organization and the address of a member who is still eligible; otherwise `reason`. */
export async function eligibleRecipient(
  { tenant, recipient }: { readonly tenant: string; readonly recipient: string },
  { reader }: { readonly reader: ReadModelReader },
  { isEligible, reason }: { readonly isEligible: (member: Member) => boolean; readonly reason: SkipReason },
): Promise<OrganizationRecipient | SkipReason> {
  const member = await findMember(reader, tenant, recipient);
  if (!member || !isEligible(member)) return reason;
  const organization = await findOrganization(reader, tenant);
  if (!organization) return NO_ORGANIZATION;
  const to = await accountRecipient(reader, recipient);
  return typeof to === 'string' ? to : { organization, to };
}

export const NO_ADMIN = 'They are no admin any more';

/** The organization and the address of a member who is still an admin. */
export const adminRecipient = (
  ids: { readonly tenant: string; readonly recipient: string },
  context: { readonly reader: ReadModelReader },
): Promise<OrganizationRecipient | SkipReason> =>
  eligibleRecipient(ids, context, { isEligible: ({ isAdmin }) => isAdmin, reason: NO_ADMIN });
