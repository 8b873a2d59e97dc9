import { useQuery } from '@tanstack/react-query';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { versionField, type EditForm } from '../../../lib/forms/edit-form.ts';
import { namedErrors } from '../../../lib/forms/named-errors.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { Versions } from '../../../ui/inputs/DraftForm.tsx';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { incidentHistoryQuery } from '../api.ts';
import { changesSince, fieldName } from '../history/history-labels.ts';
import { OTHER, type EventFields, type Situation } from './fields/event-fields.ts';
import type { Conflict } from './merge-edits.ts';
import { answerValueOf, formatAnswer, type AnswerField } from './fields/questions.ts';

/** Formats a version of a field. */
function formatVersion(
  field: string,
  value: unknown,
  { form, worksites, regions, reportingGroups }: Situation,
): string {
  if (field === 'worksite') {
    const { worksite, regionGuid, location } = value as Pick<EventFields, 'worksite' | 'regionGuid' | 'location'>;
    if (worksite !== OTHER) return worksites.find(({ guid }) => guid === worksite)?.name ?? 'Nothing';
    return [location, regions.find(({ guid }) => guid === regionGuid)?.name].filter(Boolean).join(', ') || 'Nothing';
  }
  if (field.startsWith('answers.')) {
    const question = questionsOf(form).get(field.slice('answers.'.length));
    return question ? formatAnswer(question, answerValueOf(question, value as AnswerField)) : 'Nothing';
  }
  if (field === 'reportingGroupGuid') return reportingGroups.find(({ guid }) => guid === value)?.name ?? 'Nothing';
  if (field === 'occurrenceDate') return formatDay(value as string);
  if (Array.isArray(value)) return (value as { name: string }[]).map(({ name }) => name).join(', ') || 'Nobody';
  return (value as string) || 'Nothing';
}

const nameOf = (field: string, { form }: Situation): string =>
  field.startsWith('answers.')
    ? (questionsOf(form).get(field.slice('answers.'.length))?.text ?? 'Answer')
    : field === 'worksite'
      ? 'Place'
      : fieldName(field);

/** Labels errors for the summary: a choice between two versions is labelled by its field. */
export const labelErrors = (errors: readonly FormError[], situation: Situation): FormError[] =>
  namedErrors(errors, (field) =>
    field.startsWith(versionField('')) ? nameOf(field.slice(versionField('').length), situation) : undefined,
  );

interface VersionConflictsProps {
  clash: NonNullable<EditForm<IncidentDetail, EventFields, Conflict>['clash']>;
  situation: Situation;
  form: Pick<EditForm<IncidentDetail, EventFields, Conflict>, 'choose' | 'chooseAll' | 'errorOf'>;
}

/** Notice of a conflicting change: who changed what, and both versions of each field that both have changed. */
export function VersionConflicts({
  clash: { newest, since, conflicts, chosen },
  situation,
  form,
}: VersionConflictsProps) {
  const { organization } = useStarted();
  const history = useQuery(incidentHistoryQuery(organization.guid, newest.eventId)).data;
  const changes = history ? changesSince(history, since, newest.timeZone) : [];
  return (
    <Versions
      conflicts={conflicts}
      chosen={chosen}
      revision={newest.revision}
      errorOf={form.errorOf}
      onChoose={form.choose}
      onChooseAll={form.chooseAll}
      describe={({ field, mine, theirs }) => ({
        id: versionField(field),
        label: nameOf(field, situation),
        mine: formatVersion(field, mine, situation),
        theirs: formatVersion(field, theirs, situation),
        theirsHint: `Saved, revision ${newest.revision}`,
      })}
    >
      <b>This event changed while you were editing it.</b> {changes.join(' ')}
    </Versions>
  );
}
