import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoProviderSet } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { Decision } from '../commands/decision.ts';
import type { Organization, Provider } from '../organizations/organization.ts';

/** What is known of an identity provider, apart from when it was set. */
export type ProviderData = Omit<Provider, 'providerGuid'>;

/** As somebody has entered it: joinAutomatically stays as it was where they do not say. */
export type ReadProvider = Omit<ProviderData, 'joinAutomatically'> & {
  readonly joinAutomatically?: boolean | undefined;
};

const isSame = (one: Provider | null, other: ProviderData): boolean =>
  one !== null &&
  one.entityId === other.entityId &&
  one.ssoUrl === other.ssoUrl &&
  one.joinAutomatically === other.joinAutomatically &&
  one.certificates.join() === other.certificates.join();

/**
 * Sets the data of the identity provider. They wait to be tried and activated; those that members sign in by go on. What waits
 * already, or counts with nothing waiting, writes nothing.
 */
export function setSsoProvider(
  { singleSignOn: { active, pending } }: Pick<Organization, 'singleSignOn'>,
  read: ReadProvider,
  providerGuid: string,
): Decision<EventOf<typeof ssoProviderSet>> {
  const { joinAutomatically = (pending ?? active)?.joinAutomatically ?? false, ...provider } = read;
  const data = { ...provider, joinAutomatically };
  return isSame(pending ?? active, data) ? [] : [{ type: 'SsoProviderSet', data: { providerGuid, ...data } }];
}
