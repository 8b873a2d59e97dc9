import type { EventContract } from './domain-event.ts';
import { identityEvents, type IdentityEvent } from './identity/events.ts';
import { incidentEvents, type IncidentEvent } from './incidents/events.ts';
import { metricsEvents, type MetricsEvent } from './metrics/events.ts';
import { organizationEvents, type OrganizationEvent } from './organizations/events.ts';
import { privacyEvents, type PrivacyEvent } from './privacy/events.ts';

/** Every domain event there is. The log takes these and no others. */
export const eventContracts: readonly EventContract[] = [...identityEvents, ...organizationEvents, ...incidentEvents, ...metricsEvents, ...privacyEvents];

/** Any of them, as a decision makes it. */
export type DomainEvent = IdentityEvent | OrganizationEvent | IncidentEvent | MetricsEvent | PrivacyEvent;
