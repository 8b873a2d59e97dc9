import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { refuse } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { accountsNamedBy } from './answers/form-answers.ts';
import { incidentRoute } from './on-incident.ts';
import { IncidentLog } from './incident-log.ts';
import { unitRevisions } from './incident-context.ts';
import { IncidentContexts } from './incident-contexts.ts';
import { amendIncident, isOfItsForm } from './amend-incident.rule.ts';

export const AmendIncident = defineCommand({
  name: 'AmendIncident',
  needs: [IncidentLog, IncidentContexts],
  handle: (incidents, contexts) => async (_, envelope, eventId: string, body: AmendIncidentRequest) => {
    const { actor, tenant, receivedAt, newGuid } = envelope;
    // An incident's form version never changes, so it can be looked up before the decision.
    const reported = isOfItsForm(body) ? await incidents.formOf(tenant, eventId) : null;
    const form = reported && (await contexts.form(tenant, reported));
    const people = [
      ...(body.injuredPersons ?? []).map((person) => person.userAccountGuid),
      ...(form && body.components ? accountsNamedBy(body.components, form) : []),
    ];
    let context = await contexts.of(tenant, people, form);
    if (!context) return refuse('OrganizationNotFound');
    return incidents.change(
      envelope,
      eventId,
      (incident) => amendIncident({ actor, body, context: context!, receivedAt, newGuid }, incident),
      {
        prepare: async ({ retry }) =>
          void (retry && (context = (await contexts.of(tenant, people, form, retry)) ?? context)),
        expectedRevisions: (events) => unitRevisions(events, context!),
      },
    );
  },
  route: incidentRoute<[eventId: string, body: AmendIncidentRequest]>('amendIncident'),
});
