import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { refuse } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberStream } from '../members/member.ts';
import { ReportRouting, type RoutingContext } from '../routing/report-routing.ts';
import { accountsNamedBy } from './answers/form-answers.ts';
import { attachmentReservation } from './attachment-reservation.ts';
import { incidentRoute } from './on-incident.ts';
import { IncidentLog } from './incident-log.ts';
import { unitRevisions } from './incident-context.ts';
import { IncidentContexts } from './incident-contexts.ts';
import { reportIncident } from './report-incident.rule.ts';

/** What an import says about a report in addition to its content. */
interface ImportedReport {
  /** It has been dealt with elsewhere, and comes in closed. */
  readonly isHistory?: boolean;
}

/**
 * Revision of the membership of who is asked: if they leave or lose rights at the same time, someone else is found.
 */
const askedRevision = (tenant: string, events: readonly IncidentEvent[], { reviewers }: RoutingContext) =>
  events.flatMap((event) => {
    const reviewer = event.type === 'ReviewRequested' ? reviewers.get(event.data.reviewerGuid) : undefined;
    return reviewer ? [{ stream: memberStream(tenant, reviewer.userGuid), revision: reviewer.revision }] : [];
  });

type Args = [eventId: string, body: ReportIncidentRequest, imported?: ImportedReport];

export const ReportIncident = defineCommand({
  name: 'ReportIncident',
  needs: [IncidentLog, IncidentContexts, ReportRouting],
  handle:
    (incidents, contexts, routings) =>
    async (_, envelope, eventId: string, body: ReportIncidentRequest, { isHistory = false }: ImportedReport = {}) => {
      const { actor, tenant, receivedAt, newGuid } = envelope;
      const found = await contexts.reportable(tenant, { formGuid: body.formGuid, version: body.formVersion });
      const form = found?.form ?? null;
      const people = [
        body.onBehalfOfUserGuid,
        ...(body.injuredPersons ?? []).map((person) => person.userAccountGuid),
        ...(form ? accountsNamedBy(body.components, form) : []),
      ];
      let known = await contexts.of(tenant, people, form);
      if (!known) return refuse('OrganizationNotFound');
      // Imported records have no reporting groups of this organization.
      const isImport = envelope.metadata.actor.kind === 'IMPORT';
      // What was reported elsewhere is the past.
      const isRouted = !isImport && form !== null && form.eventWorkflow !== 'NONE';
      let routing = isRouted ? await routings.of(tenant) : null;
      let isRetried = false;
      const reporter = body.onBehalfOfUserGuid ? await contexts.member(tenant, body.onBehalfOfUserGuid) : actor;
      const reporterGroupGuid = reporter?.reportingGroupGuid ?? null;
      const context = () => ({ ...known!, hasReportingGroups: known!.hasReportingGroups && !isImport });
      return incidents.report(
        envelope,
        eventId,
        (incident) =>
          reportIncident(
            {
              actor,
              body,
              context: context(),
              routing,
              reporterGroupGuid,
              receivedAt,
              newGuid,
              formEndedAt: found?.endedAt ?? null,
              ...(isImport && { source: isHistory ? 'HISTORY' : 'IMPORT' }),
              isSensitiveNow: found?.isSensitive ?? false,
              fileLimitBytes: contexts.fileLimitBytes,
            },
            incident,
          ),
        {
          prepare: async ({ retry }) => {
            if (!retry) return;
            isRetried = true;
            known = (await contexts.of(tenant, people, form, retry)) ?? known;
            if (isRouted) routing = await routings.of(tenant, retry);
          },
          // A report never fails for its reviewer: after a conflict the newest that the read models have counts.
          expectedRevisions: (events) => [
            ...unitRevisions(events, context()),
            ...(routing && !isRetried ? askedRevision(tenant, events, routing) : []),
          ],
          reservations: (body.awaitedAttachments ?? []).map(({ attachmentGuid }) =>
            attachmentReservation(attachmentGuid),
          ),
        },
      );
    },
  route: incidentRoute<Args>('reportIncident'),
});
