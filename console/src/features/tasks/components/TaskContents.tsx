import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { formatDay, formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { HistoryList } from '../../../ui/data/HistoryList.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { actionText, controlLabels, dueDateChange, fieldLabels, priorityLabels } from '../labels.ts';
import css from './Task.module.css';

/** What is to be done, and the root cause. */
export function TaskTexts({ task: { description, rootCause } }: { task: TaskDetail }) {
  return (
    <>
      <Section title={fieldLabels.description}>
        <p className={css.prose}>{description}</p>
      </Section>
      {rootCause && (
        <Section title={fieldLabels.rootCause}>
          <p className={css.prose}>{rootCause}</p>
        </Section>
      )}
    </>
  );
}

/** @param viewerGuid marks the reader's own name; null for auditors. */
export function TaskFacts({
  task,
  timeZone,
  viewerGuid,
}: {
  task: TaskDetail;
  timeZone: string;
  viewerGuid: string | null;
}) {
  const { responsible, verifier, createdBy, createdAt, dueDate, priority, controlType, worksiteName } = task;
  const name = (person: TaskDetail['responsible']) =>
    person.userGuid === viewerGuid ? `${person.name} (you)` : nameFirst(person.name);
  return (
    <KeyValues
      items={[
        { term: fieldLabels.responsible, value: name(responsible) },
        { term: fieldLabels.dueDate, value: formatDay(dueDate) },
        ...(worksiteName === null ? [] : [{ term: eventFieldTexts.worksite, value: worksiteName }]),
        { term: fieldLabels.verifier, value: name(verifier) },
        { term: fieldLabels.priority, value: priorityLabels[priority] },
        { term: fieldLabels.controlType, value: controlType === null ? 'Not said' : controlLabels[controlType].label },
        { term: 'Asked for', value: `${name(createdBy)}, ${formatInstant(createdAt, timeZone)}` },
      ]}
    />
  );
}

export function TaskHistory({ task: { history }, timeZone }: { task: TaskDetail; timeZone: string }) {
  return (
    <Section title="History">
      <HistoryList
        entries={[...history].reverse().map((item) => ({
          revision: item.revision,
          at: item.at,
          when: <span title={viewersTime(item.at)}>{formatInstant(item.at, timeZone, { withZone: true })}</span>,
          what: (
            <>
              <b>{nameFirst(item.actor.name)}</b> {actionText(item)}
            </>
          ),
          changes: dueDateChange(item),
          comment: item.comment,
          seal: item.seal,
        }))}
      />
    </Section>
  );
}
