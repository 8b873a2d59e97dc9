import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { unanswered } from './form-answers.ts';
import type { Incident, LiveIncident } from '../incident.ts';
import type { IncidentContext } from '../incident-context.ts';
import type { IncidentContexts } from '../incident-contexts.ts';
import { reportingGroupErrors } from './place.ts';

export type OpenQuestion = IncidentDetail['openQuestions'][number];

/** Organization and form for checking a quick report; null for other reports, so that nothing is looked up for them. */
export type QuickContext = (IncidentContext & { readonly form: Form }) | null;

/** Required questions that a quick report has left open, and the reporting group if it is required. */
export function openQuestions({ facts }: Pick<LiveIncident, 'facts'>, context: QuickContext): OpenQuestion[] {
  if (!context) return [];
  return [
    ...unanswered(context.form, facts.components).map(({ questionGuid, text }) => ({ questionGuid, text })),
    ...(facts.reportingGroupGuid === null && reportingGroupErrors(null, context).length > 0
      ? [{ questionGuid: null, text: eventFieldTexts.reportingGroup }]
      : []),
  ];
}

/** Looks up the context for checking a quick report; null for other incidents. */
export async function quickContext(
  contexts: IncidentContexts,
  tenant: string,
  incident: Incident,
): Promise<QuickContext> {
  const live = incident.state === 'DELETED' ? incident.before : incident;
  // Without a workflow nothing waits for the answers: imported reports may leave them open for good.
  if (live.state === 'UNREPORTED' || !live.isQuick || live.workflow === 'NONE') return null;
  const form = await contexts.form(tenant, live.form);
  const context = form && (await contexts.of(tenant, [], form));
  return context && { ...context, form };
}

/** Open questions of an incident in any state. */
export async function loadOpenQuestions(
  contexts: IncidentContexts,
  tenant: string,
  incident: Incident,
): Promise<OpenQuestion[]> {
  const live = incident.state === 'DELETED' ? incident.before : incident;
  return live.state === 'UNREPORTED' ? [] : openQuestions(live, await quickContext(contexts, tenant, incident));
}
