import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { unanswered } from './form-answers.ts';
import type { Incident, LiveIncident } from '../incident.ts';
import type { IncidentContext } from '../incident-context.ts';
import type { IncidentContexts } from '../incident-contexts.ts';
import { reportingGroupErrors } from './place.ts';

export type OpenQuestion = IncidentDetail['openQuestions'][number];

/** What the organization and the form of a quick report say of it; null for every other report, which nobody has to look anything up for. */
export type QuickContext = (IncidentContext & { readonly form: Form }) | null;

/** What a quick report has left open that its form demands, and the reporting group where one is. */
export function openQuestions({ facts }: Pick<LiveIncident, 'facts'>, context: QuickContext): OpenQuestion[] {
  if (!context) return [];
  return [
    ...unanswered(context.form, facts.components).map(({ questionGuid, text }) => ({ questionGuid, text })),
    ...(facts.reportingGroupGuid === null && reportingGroupErrors(null, context).length > 0
      ? [{ questionGuid: null, text: eventFieldTexts.reportingGroup }]
      : []),
  ];
}

/** Looks up what a quick report is held against. */
export async function quickContext(now: IncidentContexts, tenant: string, incident: Incident): Promise<QuickContext> {
  const live = incident.state === 'DELETED' ? incident.before : incident;
  if (live.state === 'UNREPORTED' || !live.isQuick) return null;
  const form = await now.form(tenant, live.form);
  const context = form && (await now.of(tenant, [], form));
  return context && { ...context, form };
}

/** What stands open of an incident in any state. */
export async function openQuestionsNow(
  now: IncidentContexts,
  tenant: string,
  incident: Incident,
): Promise<OpenQuestion[]> {
  const live = incident.state === 'DELETED' ? incident.before : incident;
  return live.state === 'UNREPORTED' ? [] : openQuestions(live, await quickContext(now, tenant, incident));
}
