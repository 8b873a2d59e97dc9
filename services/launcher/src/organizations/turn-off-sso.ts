import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { DeactivateSso } from '@plimsoll/api/single-sign-on/deactivate-sso';
import type { Workplace } from '../workplace.ts';
import { withApplication } from './list.ts';
import { unknownOrganization } from './unknown-organization.ts';

/**
 * Re-enables password sign-in for an organization. The identity provider's settings stay stored and must be tested
 * again.
 * @throws PlainError for an unknown organization.
 */
export const turnOffSso = (
  workplace: Pick<Workplace, 'database' | 'keys'>,
  organizationGuid: string,
  say = (line: string) => console.log(line),
): Promise<number> =>
  withApplication(workplace, async ({ commands, readYourWrites: progress }) => {
    const outcome = await commands.execute(
      new DeactivateSso(systemEnvelope({ tenant: organizationGuid, product: 'operator' })),
    );
    if (!isExecuted(outcome)) throw unknownOrganization(organizationGuid);
    await progress.waitFor(organizationGuid, outcome.position);
    say(outcome.changed ? `Passwords open ${organizationGuid} again` : `Passwords opened ${organizationGuid} already`);
    return 0;
  });
