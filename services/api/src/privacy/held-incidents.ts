import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindIncidentsWith } from '@plimsoll/projections/privacy/person-list/query';
import { FilesOwners } from '../attachments/files-owners.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import type { ErasedSubject } from './erasures-of.ts';
import { holdsOf, inForce, prevents, type LegalHolds } from './legal-holds.ts';

/** Whether legal holds prevent the erasure of a given subject. */
export type IsHeld = (holds: LegalHolds) => boolean;

/** Finds incidents under legal hold that a person takes part in. */
@Injectable()
export class HeldIncidents {
  constructor(
    private readonly queries: QueryBus,
    private readonly owners: FilesOwners,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Evaluates the holds at the time of decision. A hold on an incident that was placed after this lookup counts as one
   * that concerns the subject.
   */
  async judgeOf(tenant: string, subject: ErasedSubject): Promise<IsHeld> {
    const incidents = inForce(await holdsOf(this.store, tenant)).flatMap(({ kind, guid }) =>
      kind === 'INCIDENT' ? [guid!] : [],
    );
    const concerned = new Set(await this.incidentsWith(tenant, subject, incidents));
    return (holds) =>
      inForce(holds).some((hold) =>
        prevents(hold, subject, (guid) => concerned.has(guid) || !incidents.includes(guid)),
      );
  }

  /** The given incidents in which a member takes part: named, signed, decided, or shown in a file. */
  async incidentsWith(tenant: string, { kind, guid }: ErasedSubject, among: readonly string[]): Promise<string[]> {
    if (kind !== 'MEMBER') return [];
    const found = await this.queries.execute(new FindIncidentsWith(tenant, guid, among));
    const shown = await Promise.all(
      among
        .filter((eventId) => !found.includes(eventId))
        .map(async (eventId) =>
          (await this.owners.filesOf(tenant, { eventId })).some(({ personGuids }) => personGuids.includes(guid))
            ? [eventId]
            : [],
        ),
    );
    return [...found, ...shown.flat()];
  }
}
