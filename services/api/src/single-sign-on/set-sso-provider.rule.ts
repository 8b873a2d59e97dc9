import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoProviderSet } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { Decision } from '../commands/decision.ts';
import type { Organization, Provider } from '../organizations/organization.ts';

/** Data of an identity provider, without the guid of the event that set it. */
export type ProviderData = Omit<Provider, 'providerGuid'>;

/** Data as entered: without `joinAutomatically` the previous value stays. */
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
 * Sets pending data of the identity provider, to be tested and activated; the active data stays in use. Data equal to
 * the pending data, or else to the active data, writes nothing.
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
