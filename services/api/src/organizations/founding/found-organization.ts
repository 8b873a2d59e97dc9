import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';
import type { organizationRegistered } from '@plimsoll/contracts/organizations/events';
import type { FoundOrganizationRequest } from '@plimsoll/contracts/organizations/settings';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { Sales } from '../../billing/purchases/sales.ts';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, singleStream, type Outcome } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';

import { completeFounding } from './complete-organization.rule.ts';
import { findFounder } from './founder.ts';
import { entryDecider, idReservation, type OrganizationEntry } from './organization-entry.ts';
import { organizationIdsFor } from './organization-id.ts';

/** Data of an organization to found; the founder is the command's actor. */
export interface FoundingInput extends Pick<FoundOrganizationRequest, 'name' | 'sizeRange' | 'timeZone'> {
  readonly organizationGuid: string;
  /** Tracking codes of the founder's visit; null to use those of their account. */
  readonly utmCodes: TrackingCodes | null;
}

type Registered = EventOf<typeof organizationRegistered>;

/** Registers an organization with its ID and the data needed to found it. Refuses: DuplicateGuid. */
export function registerFounding(
  { organizationGuid, name, sizeRange, timeZone, utmCodes }: FoundingInput,
  founderGuid: string,
  username: string,
  entry: OrganizationEntry | null,
): Decision<Registered> {
  return entry
    ? refuse('DuplicateGuid')
    : [
        {
          type: 'OrganizationRegistered',
          data: { organizationGuid, name, username, founderGuid, founding: { sizeRange, timeZone }, utmCodes },
        },
      ];
}

/**
 * Founds an organization. First registers it in the installation's log, under the first free ID made from its name;
 * then writes the organization and its founder as admin in one append to its own log. Repeating the command completes a
 * founding that failed halfway. Refuses: MissingUserAccount, DuplicateGuid.
 */
export const FoundOrganization = defineCommand({
  name: 'FoundOrganization',
  needs: [Sales],
  handle:
    (sales) =>
    async (store, envelope, founding: FoundingInput): Promise<Outcome> => {
      const { catalogue } = sales;
      const founder = await findFounder(store, envelope.actor.userGuid);
      if (!founder) return refuse('MissingUserAccount');
      const registered = await register(store, envelope, {
        ...founding,
        utmCodes: founding.utmCodes ?? founder.utmCodes,
      });
      return isExecuted(registered) ? completeFounding(store, founding.organizationGuid, catalogue) : registered;
    },
});

async function register(store: EventStore, envelope: CommandEnvelope, founding: FoundingInput): Promise<Outcome> {
  let outcome: Outcome = refuse('DuplicateUsername');
  for (const username of organizationIdsFor(founding.name, founding.organizationGuid)) {
    outcome = await execute(
      store,
      { ...envelope, tenant: INSTALLATION_TENANT, expectedRevision: null },
      singleStream({
        own: entryDecider.of(founding.organizationGuid),
        decide: (entry) => registerFounding(founding, envelope.actor.userGuid, username, entry),
        reservations: [idReservation(username)],
      }),
    );
    if (isExecuted(outcome) || outcome.refused !== 'DuplicateUsername') return outcome;
  }
  return outcome;
}
