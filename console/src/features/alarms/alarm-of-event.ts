import { queryOptions } from '@tanstack/react-query';
import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { request } from '../../lib/api/http.ts';
import type { QueryId } from '../../lib/api/operation.ts';
import { ApiProblem } from '../../lib/api/problem.ts';

const bytesOf = (guid: string): number[] =>
  (guid.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** Guid of the alarm of an event (UUIDv5, RFC 9562): it follows from the organization and the event. */
export async function alarmGuidOf(organizationGuid: string, eventId: string): Promise<string> {
  const name = new TextEncoder().encode(`alarm ${eventId}`);
  const digest = await crypto.subtle.digest('SHA-1', new Uint8Array([...bytesOf(organizationGuid), ...name]));
  const bytes = new Uint8Array(digest).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Query for the alarm of an event; null if there is none. Everyone who sees the event sees it. */
export const alarmOfEventQuery = (orgGuid: string, eventId: string) =>
  queryOptions<AlarmDetail | null>({
    queryKey: ['getAlarm' satisfies QueryId, { orgGuid, eventId }],
    queryFn: async ({ signal }) =>
      request('getAlarm', { params: { orgGuid, alarmGuid: await alarmGuidOf(orgGuid, eventId) } }, { signal }).catch(
        (error: unknown) => {
          if (error instanceof ApiProblem && error.status === 404) return null;
          throw error;
        },
      ),
  });
