import { useQuery } from '@tanstack/react-query';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../../lib/startup.ts';
import { formatDay } from '../../../lib/time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import { Section } from '../../../ui/Section.tsx';
import { incidentHistoryQuery } from '../api.ts';
import { changesSince, fieldName } from '../parts/history-words.ts';
import { OTHER, type EventFields, type Situation } from './event-fields.ts';
import css from './EventForm.module.css';
import type { Conflict } from './merge-edits.ts';
import { answerValueOf, answerWords, questionsOf } from './questions.ts';

/** A version of a field in words. */
export function versionWords(field: string, value: unknown, { form, worksites, regions, reportingGroups }: Situation): string {
  if (field === 'worksite') {
    const { worksite, regionGuid, location } = value as Pick<EventFields, 'worksite' | 'regionGuid' | 'location'>;
    if (worksite !== OTHER) return worksites.find(({ guid }) => guid === worksite)?.name ?? 'Nothing';
    return [location, regions.find(({ guid }) => guid === regionGuid)?.name].filter(Boolean).join(', ') || 'Nothing';
  }
  if (field.startsWith('answers.')) {
    const question = questionsOf(form).get(field.slice('answers.'.length));
    return question ? answerWords(question, answerValueOf(question, value as never)) : 'Nothing';
  }
  if (field === 'reportingGroupGuid') return reportingGroups.find(({ guid }) => guid === value)?.name ?? 'Nothing';
  if (field === 'occurrenceDate') return formatDay(value as string);
  if (Array.isArray(value)) return (value as { name: string }[]).map(({ name }) => name).join(', ') || 'Nobody';
  return (value as string) || 'Nothing';
}

const nameOf = (field: string, { form }: Situation): string => (field.startsWith('answers.') ? (questionsOf(form).get(field.slice('answers.'.length))?.text ?? 'Answer') : field === 'worksite' ? 'Place' : fieldName(field));

interface VersionConflictsProps {
  /** As it stands now. */
  incident: IncidentDetail;
  /** The revision that the person began with. */
  since: number;
  situation: Situation;
  conflicts: readonly Conflict[];
  chosen: Readonly<Record<string, 'mine' | 'theirs'>>;
  onChoose: (conflict: Conflict, side: 'mine' | 'theirs') => void;
}

/** Somebody saved first: who and what, and both versions of every field that both have changed. */
export function VersionConflicts({ incident, since, situation, conflicts, chosen, onChoose }: VersionConflictsProps) {
  const { organization } = useStarted();
  const history = useQuery(incidentHistoryQuery(organization.guid, incident.eventId)).data;
  const changes = history ? changesSince(history, since, incident.timeZone) : [];
  return (
    <div className={css.notice}>
      <Banner tone="warning" live>
        <b>This event changed while you were editing it.</b> {changes.join(' ')}{' '}
        {conflicts.length === 0 ? 'Nothing of yours is touched: save again.' : 'Both of you changed what stands below: choose, then save again.'}
      </Banner>
      {conflicts.length > 0 && (
        <div style={{ marginTop: 24 }}>
          <Section title="Two versions">
            <div className={css.fields}>
              {conflicts.map((conflict) => (
                <ChoiceField
                  key={conflict.field}
                  id={`version.${conflict.field}`}
                  label={nameOf(conflict.field, situation)}
                  options={[
                    { value: 'mine', label: versionWords(conflict.field, conflict.mine, situation), hint: 'Yours' },
                    { value: 'theirs', label: versionWords(conflict.field, conflict.theirs, situation), hint: `Saved, revision ${incident.revision}` },
                  ]}
                  value={chosen[conflict.field] ?? 'mine'}
                  onChange={(side) => onChoose(conflict, side)}
                />
              ))}
            </div>
          </Section>
        </div>
      )}
    </div>
  );
}
