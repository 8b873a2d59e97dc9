import type { EventContract } from './domain-event.ts';
import { identityEvents } from './identity/events.ts';
import { incidentEvents } from './incidents/events.ts';
import { metricsEvents } from './metrics/events.ts';
import { organizationEvents } from './organizations/events.ts';
import { privacyEvents } from './privacy/events.ts';

/** Every domain event there is. The log takes these and no others. */
export const eventContracts: readonly EventContract[] = [...identityEvents, ...organizationEvents, ...incidentEvents, ...metricsEvents, ...privacyEvents];
