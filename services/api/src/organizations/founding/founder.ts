import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { userDecider, isErased } from '../../identity/accounts/user.ts';

/** Account of a founder: current name and address, and the tracking data of its registration. */
export type Founder = EventOf<typeof userRegistered>['data'];

/** Loads a founder's account; null if it does not exist or is erased. */
export async function findFounder(store: Pick<EventStore, 'load'>, userGuid: string): Promise<Founder | null> {
  const { events } = await store.load(INSTALLATION_TENANT, userDecider.of(userGuid).stream);
  const user = userDecider.fold(events);
  const registered = events.find(({ type }) => type === 'UserRegistered')?.data as Founder | undefined;
  return registered && user && !isErased(user)
    ? { ...registered, name: user.name, emailAddress: user.primaryEmailAddress }
    : null;
}
