import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';
import { filesShowing, type ErasingFiles } from '../attachments/erase-files-of.ts';
import type { Attached } from '../attachments/attached.ts';
import type { ErasedSubject } from './erasures-of.ts';
import { holdsOf, inForce, prevents, protectsFile, type IsHeldBy } from './legal-holds.ts';

/** Finds what legal holds have to do with a person: incidents that they take part in, and files that show them. */
export class HeldIncidents {
  /** @param files called when there are holds: modules that have them start later. */
  constructor(
    private readonly store: EventStore,
    private readonly files: () => Pick<ErasingFiles, 'owners' | 'files'>,
  ) {}

  /**
   * Prepares to judge holds, also those placed after this lookup: a later one on an incident counts as one that
   * concerns the subject. An erasure destroys the files that show the subject, so that a hold on another person in such
   * a file prevents it too.
   */
  async judgeOf(tenant: string, subject: ErasedSubject): Promise<IsHeldBy> {
    const known = inForce(await holdsOf(this.store, tenant));
    const incidents = known.flatMap(({ kind, guid }) => (kind === 'INCIDENT' ? [guid!] : []));
    const concerned = new Set(await this.#incidentsWith(tenant, subject, incidents));
    const files = known.length > 0 ? await this.#filesShowing(tenant, subject) : [];
    return (hold) =>
      prevents(hold, subject, (guid) => concerned.has(guid) || !incidents.includes(guid)) ||
      files.some((file) => protectsFile(hold, file));
  }

  /**
   * The given incidents in which a member took part: named, signed, decided, or shown in a file, in any revision. An
   * amendment that leaves a person out does not end the protection of what was written about them.
   */
  async #incidentsWith(tenant: string, { kind, guid }: ErasedSubject, among: readonly string[]): Promise<string[]> {
    if (kind !== 'MEMBER') return [];
    const found = await Promise.all(
      among.map(async (eventId) => {
        const { events } = await this.store.load(tenant, { kind: 'incident', guid: eventId });
        return events
          .map(requireReadable)
          .some(({ data, metadata }) => JSON.stringify({ data, metadata }).includes(guid.toLowerCase()));
      }),
    );
    return among.filter((_, index) => found[index]);
  }

  async #filesShowing(tenant: string, subject: ErasedSubject): Promise<Attached[]> {
    const files: Attached[] = [];
    for await (const file of filesShowing(tenant, subject, this.files())) files.push(file);
    return files;
  }
}
