import { keepPreviousData, queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { incidentCommandAnswer, IncidentDetail, IncidentHistory, IncidentList } from '@plimsoll/contracts/incidents/answers';
import type { AmendIncidentRequest, IncidentFilter, IncidentListQuery, ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { api, commandHeaders, take } from '../../lib/http.ts';
import type { Permission } from '../../lib/permissions.ts';

export type CommandAnswer = z.output<typeof incidentCommandAnswer>;

export interface ListQuestion extends Pick<IncidentListQuery, 'limit' | 'offset' | 'sortBy' | 'sortDirection'> {
  filter: IncidentFilter;
}

/** A page of events; the page before stays in sight while the next one loads. */
export const incidentListQuery = (organizationGuid: string, { filter, ...page }: ListQuestion) =>
  queryOptions({
    queryKey: ['incidents', 'list', organizationGuid, page, filter],
    queryFn: ({ signal }) => {
      const asked = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {};
      return take(api.GET('/api/reported-events', { params: { query: { organizationGuid, ...page, ...asked } }, signal })) as Promise<IncidentList>;
    },
    placeholderData: keepPreviousData,
  });

export const incidentQuery = (organizationGuid: string, eventId: string) =>
  queryOptions({
    queryKey: ['incidents', 'detail', organizationGuid, eventId],
    queryFn: ({ signal }) =>
      take(api.GET('/api/reported-events/{eventId}', { params: { path: { eventId }, query: { organizationGuid } }, signal })) as Promise<IncidentDetail>,
  });

export const incidentHistoryQuery = (organizationGuid: string, eventId: string) =>
  queryOptions({
    queryKey: ['incidents', 'history', organizationGuid, eventId],
    queryFn: ({ signal }) =>
      take(api.GET('/api/reported-events/{eventId}/history', { params: { path: { eventId }, query: { organizationGuid } }, signal })) as Promise<IncidentHistory>,
  });

/** A form with its questions; a version of a form never changes. */
export const formQuery = (organizationGuid: string, guid: string, version?: number) =>
  queryOptions({
    queryKey: ['forms', organizationGuid, guid, version ?? 'newest'],
    queryFn: () => take(api.GET('/api/forms/{guid}', { params: { path: { guid }, query: { organizationGuid, version } } })) as Promise<Form>,
    staleTime: version === undefined ? 300_000 : Infinity,
  });

interface WhichMembers {
  permission?: Permission;
  memberGuid?: string;
}

/** The members of the organization: all, one, or those who hold a permission. */
export const membersQuery = (organizationGuid: string, which: WhichMembers = {}) =>
  queryOptions({
    queryKey: ['members', organizationGuid, which],
    queryFn: () => take(api.GET('/api/org-memberships', { params: { query: { organizationGuid, ...which } } })) as Promise<{ items: Membership[]; totalCount: number }>,
    staleTime: 60_000,
  });

/** What an accepted command does not change. */
const steady = new Set<unknown>(['startup', 'forms', 'members']);

/** The list, the event, its history, the bell and the charts follow a command at once. */
function useFollow() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => !steady.has(queryKey[0]) });
}

/** One key is sent once: a second tap is not even sent, neither while the first is under way nor after it was accepted. */
function useOneFlight<Data, Sent extends { key: string }>(mutation: UseMutationResult<Data, Error, Sent>) {
  const sentKey = useRef<string>(undefined);
  return {
    error: mutation.error,
    isPending: mutation.isPending,
    mutate: (sent: Sent, { onSuccess, onError }: { onSuccess?: (data: Data) => void; onError?: (fault: Error) => void } = {}) => {
      if (sentKey.current === sent.key) return;
      sentKey.current = sent.key;
      mutation.mutate(sent, {
        onSuccess,
        onError: (fault) => {
          sentKey.current = undefined;
          onError?.(fault);
        },
      });
    },
  };
}

export interface Report {
  /** Of this instance of the form: the same key reports once, however often it is sent. */
  key: string;
  body: ReportIncidentRequest;
}

export function useReportIncident(organizationGuid: string) {
  const follow = useFollow();
  const mutation = useMutation({
    mutationFn: ({ key, body }: Report) =>
      take(api.POST('/api/reported-events', { params: { query: { organizationGuid } }, body, headers: commandHeaders(key) })) as Promise<CommandAnswer>,
    onSuccess: () => void follow(),
  });
  return useOneFlight(mutation);
}

export type IncidentCommandBody =
  | { command: 'amend'; body: AmendIncidentRequest }
  | { command: 'request-review'; body: { reviewerGuid: string } }
  | { command: 'review'; body: { severity: number; likelihood: number; comment: string | null } }
  | { command: 'return'; body: { comment: string } }
  | { command: 'request-approval'; body: { approverGuid: string } }
  | { command: 'approve'; body: { approvalComment: string | null; signature: string | null } }
  | { command: 'reopen'; body: { reason: string } }
  | { command: 'delete' }
  | { command: 'restore' };

export type SentCommand = IncidentCommandBody & { key: string; revision: number };

/** Carries a command out on an event, for the revision that the person has seen. */
export function useIncidentCommand(organizationGuid: string, eventId: string) {
  const follow = useFollow();
  const mutation = useMutation({
    mutationFn: ({ key, revision, ...sent }: SentCommand) => {
      const shared = { params: { path: { eventId }, query: { organizationGuid } }, headers: commandHeaders(key, revision) };
      if (sent.command === 'amend') return take(api.PATCH('/api/reported-events/{eventId}', { ...shared, body: sent.body })) as Promise<CommandAnswer>;
      if (sent.command === 'delete') return take(api.DELETE('/api/reported-events/{eventId}', shared)) as Promise<CommandAnswer>;
      if (sent.command === 'restore') return take(api.POST('/api/reported-events/{eventId}/restore', shared)) as Promise<CommandAnswer>;
      // The verbs differ in their bodies only, which the union above ties to them.
      const verb = `/api/reported-events/{eventId}/${sent.command}` as '/api/reported-events/{eventId}/return';
      return take(api.POST(verb, { ...shared, body: sent.body as { comment: string } })) as Promise<CommandAnswer>;
    },
    onSuccess: () => follow(),
  });
  return useOneFlight(mutation);
}
