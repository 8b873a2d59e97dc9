import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { refuse } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
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

type Args = [eventId: string, body: ReportIncidentRequest, imported?: ImportedReport];

export const ReportIncident = defineCommand({
  name: 'ReportIncident',
  needs: [IncidentLog, IncidentContexts],
  handle:
    (incidents, contexts) =>
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
          prepare: async ({ retry }) =>
            void (retry && (known = (await contexts.of(tenant, people, form, retry)) ?? known)),
          expectedRevisions: (events) => unitRevisions(events, context()),
          reservations: (body.awaitedAttachments ?? []).map(({ attachmentGuid }) =>
            attachmentReservation(attachmentGuid),
          ),
        },
      );
    },
  route: incidentRoute<Args>('reportIncident'),
});
