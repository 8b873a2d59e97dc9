import type { OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { SsoEvent } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { useCase, type CommandClass } from '../commands/use-case.ts';
import { organizationDecider, type Organization } from './organization.ts';

/** What is decided about an organization that there is. */
export type DecideAbout<Args extends readonly unknown[]> = (
  organization: Organization,
  ...args: Args
) => Decision<OrganizationEvent | SsoEvent>;

/** A command about an organization itself: its own stream, and OrganizationNotFound before it is founded. */
export const organizationCommand = <Args extends readonly unknown[]>(
  name: string,
  decide: DecideAbout<Args>,
): CommandClass<Args> =>
  useCase(name, ({ tenant }, ...args: Args) =>
    singleStream({
      own: organizationDecider.of(tenant),
      decide: (organization) => (organization ? decide(organization, ...args) : refuse('OrganizationNotFound')),
    }),
  );
