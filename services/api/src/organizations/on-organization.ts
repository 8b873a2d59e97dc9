import type { OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { SsoEvent } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import type { PlainCommand } from '../commands/define-command.ts';
import { organizationDecider, type Organization } from './organization.ts';

/** A decision about an existing organization. */
export type DecideAbout<Args extends readonly unknown[]> = (
  organization: Organization,
  ...args: Args
) => Decision<OrganizationEvent | SsoEvent>;

/** Defines a command on an organization's own stream. Refuses: OrganizationNotFound before it is founded. */
export const onOrganization = <Args extends readonly unknown[]>(
  name: string,
  rule: DecideAbout<Args>,
): PlainCommand<Args, Organization | null, []> => ({
  name,
  useCase: ({ tenant }, ...args) =>
    singleStream({
      own: organizationDecider.of(tenant),
      decide: (organization) => (organization ? rule(organization, ...args) : refuse('OrganizationNotFound')),
    }),
});
