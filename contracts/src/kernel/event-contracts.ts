import { auditEvents, type AuditEvent } from '../audit/bundle-events.ts';
import { grantEvents, type GrantEvent } from '../auditors/grant-events.ts';
import { sealEvents, type SealEvent } from '../audit/seal-events.ts';
import { billingEvents, catalogueEvents, type BillingEvent, type CatalogueEvent } from '../billing/events.ts';
import type { EventContract } from './domain-event.ts';
import { formEvents, type FormEvent } from '../forms/events.ts';
import { identityEvents, type IdentityEvent } from '../identity/events.ts';
import { incidentEvents, type IncidentEvent } from '../incidents/events.ts';
import { exportEvents, type ExportEvent } from '../incidents/export-events.ts';
import { viewEvents, type ViewEvent } from '../incidents/view-events.ts';
import { metricsEvents, type MetricsEvent } from '../metrics/events.ts';
import { notificationEvents, type NotificationEvent } from '../notifications/events.ts';
import { keyEvents, type KeyEvent } from '../integration/key-events.ts';
import { kafkaEvents, type KafkaEvent } from '../integration/kafka-events.ts';
import { webhookEvents, type WebhookEvent } from '../integration/webhook-events.ts';
import { memberEvents, type MemberEvent } from '../members/member-events.ts';
import { ssoEvents, type SsoEvent } from '../single-sign-on/sso-events.ts';
import { organizationEvents, type OrganizationEvent } from '../organizations/events.ts';
import { unitEvents, type UnitEvent } from '../units/unit-events.ts';
import { privacyEvents, type PrivacyEvent } from '../privacy/events.ts';
import { taskEvents, type TaskEvent } from '../tasks/events.ts';
import { staffEvents, type StaffEvent } from '../staff/events.ts';

/** Every domain event there is. The log takes these and no others. */
export const eventContracts: readonly EventContract[] = [
  ...identityEvents,
  ...organizationEvents,
  ...memberEvents,
  ...ssoEvents,
  ...unitEvents,
  ...incidentEvents,
  ...viewEvents,
  ...exportEvents,
  ...metricsEvents,
  ...privacyEvents,
  ...notificationEvents,
  ...staffEvents,
  ...keyEvents,
  ...webhookEvents,
  ...kafkaEvents,
  ...taskEvents,
  ...formEvents,
  ...billingEvents,
  ...auditEvents,
  ...grantEvents,
  ...sealEvents,
  ...catalogueEvents,
];

/** Any of them, as a decision makes it. */
export type DomainEvent =
  | IdentityEvent
  | OrganizationEvent
  | MemberEvent
  | SsoEvent
  | UnitEvent
  | IncidentEvent
  | ViewEvent
  | ExportEvent
  | MetricsEvent
  | PrivacyEvent
  | NotificationEvent
  | StaffEvent
  | KeyEvent
  | WebhookEvent
  | KafkaEvent
  | TaskEvent
  | FormEvent
  | BillingEvent
  | AuditEvent
  | GrantEvent
  | SealEvent
  | CatalogueEvent;
