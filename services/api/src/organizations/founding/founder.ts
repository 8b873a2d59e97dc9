import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { evolveUser, isErased, userStream, type UserState } from '../../identity/accounts/user.ts';

/** Whoever founds an organization, as the log has their account: what they are called by now, and what had led them here. */
export type Founder = EventOf<typeof userRegistered>['data'];

/** The account of whoever founds; null where there is none, or none any more. */
export async function findFounder(store: Pick<EventStore, 'load'>, userGuid: string): Promise<Founder | null> {
  const loaded = await store.load(INSTALLATION_TENANT, userStream(userGuid));
  const registered = loaded.events.find(({ type }) => type === 'UserRegistered')?.data as Founder | undefined;
  const user = loaded.events.reduce(evolveUser, null as UserState | null);
  return registered && user && !isErased(user)
    ? { ...registered, name: user.name, emailAddress: user.primaryEmailAddress }
    : null;
}
