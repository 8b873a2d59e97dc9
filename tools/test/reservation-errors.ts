import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { ReservationError } from '@plimsoll/event-store/port/event-store';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { derivedNames } from '@plimsoll/api/commands/derived-names';

/** What verifying a tenant's log finds wrong with its reservations of names. @throws if the log is not intact. */
export async function reservationErrors(
  tenant: string,
  { projectorUrl, sealingKey }: { readonly projectorUrl: string; readonly sealingKey: string },
): Promise<readonly ReservationError[]> {
  const log = await openPostgresLogReader({
    projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(sealingKey, 'base64'),
    names: derivedNames,
  });
  try {
    const found = await log.verify(tenant);
    if (!found.intact) throw new Error(found.reason);
    return found.reservations!.errors;
  } finally {
    await log.close();
  }
}
