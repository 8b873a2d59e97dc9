import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { erasableKinds, type personErased } from '../privacy/events.ts';
import type { Channel } from './channel.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';

export const privacyData = {
  'plimsoll.person.erased.v1': z.strictObject({
    personGuid: guid,
    kind: z.enum(erasableKinds),
    incidents: z.array(guid),
  }),
} as const;

/**
 * Maps an erasure, so that others destroy their copies; undefined for other events, null if it only concerns a
 * sensitive incident on a channel without those.
 * @param isSensitive whether an incident is sensitive, by its guid.
 */
export function mapPrivacy(
  { type, data }: LoggedEvent,
  { includeSensitive }: Channel,
  isSensitive: (incidentGuid: string) => boolean,
): Mapped | null | undefined {
  if (type !== 'PersonErased') return undefined;
  const { kind, guid: personGuid, incidentGuid } = data as z.output<typeof personErased.data>;
  const concerned = kind === 'INCIDENT_TEXT' ? personGuid : incidentGuid;
  const incidents = concerned === null || (!includeSensitive && isSensitive(concerned)) ? [] : [concerned];
  if (concerned !== null && incidents.length === 0) return null;
  return { type: 'plimsoll.person.erased.v1', subject: `persons/${personGuid}`, data: { personGuid, kind, incidents } };
}
