import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindIncidentsWith } from '@plimsoll/projections/privacy/person-list/query';
import { FilesOwners } from '../attachments/files-owners.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import type { ErasedSubject } from './erasures-of.ts';
import { holdsOf, inForce, prevents, type LegalHolds } from './legal-holds.ts';

/** Whether what is held keeps somebody from being erased. */
export type IsHeld = (holds: LegalHolds) => boolean;

/** Which held incidents somebody takes part in. */
@Injectable()
export class HeldIncidents {
  constructor(
    private readonly queries: QueryBus,
    private readonly owners: FilesOwners,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Judges holds as they stand when it is decided. A hold on an incident that was placed since this was asked counts as one on whomever is meant. */
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

  /** In which of these incidents a member takes part: named, signing, deciding, or shown by a file. */
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
