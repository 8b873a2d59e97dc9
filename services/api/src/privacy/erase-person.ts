import { erasePerson, type Erased, type Erasure } from '@plimsoll/event-store/erase-person';
import type { EventStore } from '@plimsoll/event-store/event-store';
import type { KeyVault } from '@plimsoll/event-store/key-vault';
import type { DeviceKeys } from '../identity/device-keys.ts';

export interface Erasing {
  readonly store: EventStore;
  readonly vault: KeyVault;
  readonly deviceKeys: DeviceKeys;
}

/**
 * Erases in the log, and with a member the key of what browsers keep for them: drafts on whatever device open no more.
 * Whoever was stopped in between sends the same command again, which does what is left.
 */
export async function erasePersonAndDrafts({ store, vault, deviceKeys }: Erasing, erasure: Erasure): Promise<Erased> {
  const erased = await erasePerson(store, vault, erasure);
  if (erased.status === 'erased' && erasure.subject.kind === 'MEMBER') await deviceKeys.destroy(erasure.subject.guid);
  return erased;
}
