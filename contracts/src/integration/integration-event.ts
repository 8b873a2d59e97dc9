import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { alarmsData, mapAlarm } from './alarms.ts';
import { auditData, mapAudit } from './audit.ts';
import type { Channel } from './channel.ts';
import { incidentAfter, incidentsData, mapIncident, type IncidentSoFar } from './incidents.ts';
import { internalEvents, internalStreams } from './internal-events.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';
import { mapMetrics, metricsData } from './metrics.ts';
import { mapOrganizations, organizationsData } from './organizations.ts';
import { mapPrivacy, privacyData } from './privacy.ts';

/** Every integration event type with the schema of its data, by topic. */
export const topics = {
  'plimsoll.incidents.v1': { ...incidentsData, ...alarmsData },
  'plimsoll.metrics.v1': metricsData,
  'plimsoll.organizations.v1': organizationsData,
  'plimsoll.privacy.v1': privacyData,
  'plimsoll.audit.v1': auditData,
} as const satisfies Record<string, Readonly<Record<string, z.ZodObject>>>;

/** The topics of Kafka, as an installation calls them. */
export const topicsWith = (prefix: string): string[] => Object.keys(topics).map((topic) => `${prefix}${topic}`);

/** The topic that carries a type, without an installation's prefix. */
export const topicOf = (type: string): string | undefined =>
  Object.entries<object>(topics).find(([, data]) => Object.hasOwn(data, type))?.[0];

export const integrationData: Readonly<Record<string, z.ZodObject>> = Object.assign(
  {},
  ...Object.values(topics),
) as Record<string, z.ZodObject>;
export const integrationTypes = Object.keys(integrationData);

/** The envelope of the data: CloudEvents 1.0, with the event's position in the log. */
export const cloudEvent = z.strictObject({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  dataschema: z.string(),
  organization: guid,
  position: z.string().regex(/^\d+$/),
  streamrevision: z.int().positive(),
  traceparent: z.string().optional(),
  data: z.looseObject({}),
});
export type CloudEvent = z.output<typeof cloudEvent>;

/** What a mapping needs in addition to the event. */
export interface Surroundings {
  readonly channel: Channel;
  /** What browsers call the product. */
  readonly publicUrl: string;
  /** An incident before this event of its stream; null where the stream begins with it, or is none of an incident. */
  readonly before: IncidentSoFar | null;
  /** Whether an incident that an erasure names is sensitive. */
  readonly isSensitive: (incidentGuid: string) => boolean;
}

/**
 * Maps a domain event to at most one integration event, the same for every channel of a level. Null for what is
 * internal or hidden from the channel. Throws for an unknown event, so that nothing is skipped silently.
 */
export function integrationEvent(
  event: LoggedEvent,
  { channel, publicUrl, before, isSensitive }: Surroundings,
): CloudEvent | null {
  if (internalStreams.has(event.stream.kind)) return null;
  const mapped = mappedBy(event, { channel, before, isSensitive });
  return mapped && enveloped(event, mapped, publicUrl);
}

function mappedBy(
  event: LoggedEvent,
  { channel, before, isSensitive }: Pick<Surroundings, 'channel' | 'before' | 'isSensitive'>,
): Mapped | null {
  switch (event.stream.kind) {
    case 'incident':
      return mapIncident(event, before, incidentAfter(before, event), channel);
    case 'alarm':
      return mapAlarm(event, channel);
    default:
      return (
        mapMetrics(event) ??
        mapOrganizations(event) ??
        mapAudit(event) ??
        orNone(mapPrivacy(event, channel, isSensitive), event)
      );
  }
}

function orNone(mapped: Mapped | null | undefined, { type }: LoggedEvent): Mapped | null {
  if (mapped === undefined && !internalEvents.has(type)) throw new Error(`No mapping knows ${type}`);
  return mapped ?? null;
}

const enveloped = (
  { id, tenant, position, revision, metadata: { at, traceparent } }: LoggedEvent,
  { type, subject, data }: Mapped,
  publicUrl: string,
): CloudEvent => ({
  specversion: '1.0',
  id,
  source: `/organizations/${tenant}`,
  type,
  subject,
  time: at,
  datacontenttype: 'application/json',
  dataschema: `${publicUrl}/api/integration/schemas/${type}`,
  organization: tenant,
  position: String(position),
  streamrevision: revision,
  ...(traceparent !== null && { traceparent }),
  data: data as CloudEvent['data'],
});
