import { defineStream } from '../kernel/stream.ts';
import { ssoActivated, ssoDeactivated, ssoProviderSet } from '../single-sign-on/sso-events.ts';
import {
  customerConfigChanged,
  externalSystemsChanged,
  locationAdded,
  locationChanged,
  locationRemoved,
  organizationCreated,
  organizationIdChanged,
  organizationLogoChanged,
  organizationLogoRemoved,
  organizationModuleSwitched,
  organizationOnboarded,
  organizationRegistered,
  organizationRenamed,
  organizationSizeChanged,
  organizationTimeZoneChanged,
  regionSuggested,
  registeredIdChanged,
  registeredNameChanged,
  subscriptionStatusSet,
} from './events.ts';

/** An organization's own stream, in its own log; it holds the settings of single sign-on too. */
export const organizationStream = defineStream('organization', [
  organizationCreated,
  organizationRenamed,
  organizationIdChanged,
  organizationSizeChanged,
  organizationTimeZoneChanged,
  organizationOnboarded,
  organizationModuleSwitched,
  organizationLogoChanged,
  organizationLogoRemoved,
  customerConfigChanged,
  externalSystemsChanged,
  locationAdded,
  locationChanged,
  locationRemoved,
  regionSuggested,
  subscriptionStatusSet,
  ssoProviderSet,
  ssoActivated,
  ssoDeactivated,
]);

/** An organization's entry in the installation's log, where its name and ID are settled. */
export const registeredOrganizationStream = defineStream('registered-organization', [
  organizationRegistered,
  registeredNameChanged,
  registeredIdChanged,
]);
