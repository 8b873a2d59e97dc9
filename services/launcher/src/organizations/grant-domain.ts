import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { GrantDomain } from '@plimsoll/api/single-sign-on/verify-domain';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { withApplication } from './list.ts';
import { unknownOrganization } from './unknown-organization.ts';

/**
 * Assigns a verified domain to an organization.
 * @throws PlainError for an unknown organization, and for a domain of another one.
 */
export const grantDomain = (
  workplace: Pick<Workplace, 'database' | 'keys'>,
  organizationGuid: string,
  domain: string,
  say = (line: string) => console.log(line),
): Promise<number> =>
  withApplication(workplace, async ({ commands, queries, readYourWrites: progress }) => {
    if (!(await queries.execute(new FindOrganization(organizationGuid)))) throw unknownOrganization(organizationGuid);
    const outcome = await commands.execute(
      new GrantDomain(systemEnvelope({ tenant: INSTALLATION_TENANT, product: 'operator' }), {
        organizationGuid,
        domain,
      }),
    );
    if (!isExecuted(outcome)) throw new PlainError(`${domain} belongs to another organization`);
    await progress.waitFor(INSTALLATION_TENANT, outcome.position, ['organization-domains']);
    say(
      outcome.changed
        ? `${domain} belongs to ${organizationGuid}`
        : `${domain} belonged to ${organizationGuid} already`,
    );
    return 0;
  });
