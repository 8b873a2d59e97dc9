import {
  customerConfigDefaults,
  type CustomerConfigCode,
  type Module,
  type OnboardingStatus,
  type SizeRange,
} from '@plimsoll/contracts/organizations/features';
import type { OrganizationEvent, subscriptionStatusSet } from '@plimsoll/contracts/organizations/events';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ssoProviderSet } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import * as streams from '@plimsoll/contracts/organizations/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** Modules and features of an organization that are switched on. */
export interface Switches {
  readonly modules: ReadonlySet<Module>;
  readonly customerConfig: Readonly<Record<CustomerConfigCode, boolean>>;
}

/** Data of an identity provider. */
export type Provider = EventOf<typeof ssoProviderSet>['data'];

/**
 * A name, with the revision of the organization's entry in the installation's log that set it; 0 before there was an
 * entry.
 */
export interface SetName<Name> {
  readonly is: Name;
  readonly entryRevision: number;
}

/** State of an organization according to its own log. */
export interface Organization extends Switches {
  readonly name: SetName<string>;
  /** The organization's ID. */
  readonly username: SetName<string | null>;
  readonly sizeRange: SizeRange;
  readonly timeZone: string;
  readonly onboardingStatus: OnboardingStatus;
  /** Revision of the event that set the logo; null for none. */
  readonly logoRevision: Revision | null;
  readonly externalSystems: readonly ExternalSystem[];
  /** Industry guids by region; the oldest region first. */
  readonly locations: ReadonlyMap<string, readonly string[]>;
  /** The provider in use, and newer data that is not activated yet. */
  readonly singleSignOn: { readonly active: Provider | null; readonly pending: Provider | null };
  /** As set by an operator. */
  readonly subscription: EventOf<typeof subscriptionStatusSet>['data'];
}

/** State before the organization is founded. */
export const notFounded: Organization | null = null;

/** The stream of an organization. */
export const organizationStream = (tenant: string): StreamId<StreamKind> => ({ kind: 'organization', guid: tenant });

/** Loads an organization from the log; null if there is none. */
export async function loadOrganization(store: Pick<EventStore, 'load'>, tenant: string): Promise<Organization | null> {
  return (await organizationDecider.of(tenant).load(store, tenant)).state;
}

const withItem = <Item>(set: ReadonlySet<Item>, item: Item, isIn: boolean): ReadonlySet<Item> =>
  isIn ? new Set([...set, item]) : new Set([...set].filter((other) => other !== item));

type RecordedOrganizationEvent = RecordedOf<typeof streams.organizationStream>;

export function evolveOrganization(
  organization: Organization | null,
  event: RecordedOrganizationEvent,
): Organization | null {
  if (event.type === 'OrganizationCreated') return founded(event.data);
  return organization && changed(organization, event);
}

export const organizationDecider = decider({
  stream: streams.organizationStream,
  initial: notFounded,
  evolve: evolveOrganization,
});

type Created = Extract<OrganizationEvent, { readonly type: 'OrganizationCreated' }>['data'];

function founded({ name, username, sizeRange, timeZone, onboardingStatus, modules }: Created): Organization {
  // An organization with an ID was registered in the installation's log before it was founded.
  const entryRevision = username === null ? 0 : 1;
  return {
    name: { is: name, entryRevision },
    username: { is: username, entryRevision },
    sizeRange,
    timeZone,
    onboardingStatus,
    modules: new Set(modules),
    customerConfig: customerConfigDefaults,
    logoRevision: null,
    externalSystems: [],
    locations: new Map(),
    singleSignOn: { active: null, pending: null },
    subscription: { status: 'UNKNOWN', freeTrialRemainingDays: null, planName: null, nextBillingDate: null },
  };
}

function changed(organization: Organization, event: RecordedOrganizationEvent): Organization {
  switch (event.type) {
    case 'OrganizationRenamed':
      return { ...organization, name: { is: event.data.name, entryRevision: event.data.entryRevision } };
    case 'OrganizationIdChanged':
      return { ...organization, username: { is: event.data.username, entryRevision: event.data.entryRevision } };
    case 'OrganizationSizeChanged':
    case 'OrganizationTimeZoneChanged':
      return { ...organization, ...event.data };
    case 'OrganizationOnboarded':
      return { ...organization, onboardingStatus: 'ONBOARDED' };
    case 'OrganizationLogoChanged':
      return { ...organization, logoRevision: event.revision };
    case 'OrganizationLogoRemoved':
      return { ...organization, logoRevision: null };
    case 'OrganizationModuleSwitched':
      return { ...organization, modules: withItem(organization.modules, event.data.module, event.data.isEnabled) };
    case 'CustomerConfigChanged':
      return {
        ...organization,
        customerConfig: { ...organization.customerConfig, [event.data.code]: event.data.isEnabled },
      };
    case 'ExternalSystemsChanged':
      return { ...organization, externalSystems: event.data.systems };
    case 'LocationAdded':
    case 'LocationChanged':
      return {
        ...organization,
        locations: new Map([...organization.locations, [event.data.regionGuid, event.data.industryGuids]]),
      };
    case 'LocationRemoved':
      return {
        ...organization,
        locations: new Map([...organization.locations].filter(([regionGuid]) => regionGuid !== event.data.regionGuid)),
      };
    case 'SsoProviderSet':
      return { ...organization, singleSignOn: { ...organization.singleSignOn, pending: event.data } };
    case 'SsoActivated':
      return { ...organization, singleSignOn: { active: organization.singleSignOn.pending, pending: null } };
    case 'SsoDeactivated':
      return {
        ...organization,
        singleSignOn: { active: null, pending: organization.singleSignOn.pending ?? organization.singleSignOn.active },
      };
    case 'SubscriptionStatusSet':
      return { ...organization, subscription: event.data };
    default:
      return organization;
  }
}
