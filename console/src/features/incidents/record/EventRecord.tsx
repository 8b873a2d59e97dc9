import { Link } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { approvedRevisionText, eventFieldTexts, IMPORTED, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { EventFiles } from '../../attachments/public/EventFiles.tsx';
import { useRailWithin } from '../public/open-event.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { KeyValues, type KeyValue } from '../../../ui/data/KeyValues.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { useDelayed } from '../../../ui/feedback/useDelayed.ts';
import { EventAnswers, useAnsweredGroups } from './EventAnswers.tsx';
import { useAsks } from './event-form.ts';
import css from './EventProse.module.css';
import { formatPeopleCount } from '../labels.ts';
import { PeopleHurt } from './PeopleHurt.tsx';
import { Rating } from './Rating.tsx';
import { ReviewRecord } from './ReviewRecord.tsx';

function useFacts(incident: IncidentDetail): KeyValue[] {
  const { features, user } = useStarted();
  const { asksRating, asksPeopleHurt } = useAsks(incident);
  const { eventId, approvedRevision, reporter, enteredBy, riskBand, state, injuredPersons } = incident;
  const isOldRating =
    riskBand !== null && (state === 'REPORTED' || state === 'RETURNED' || state === 'REVIEW_REQUESTED');
  const name = (person: { userGuid: string; name: string }) =>
    person.userGuid === user.guid ? `${person.name} (you)` : person.name;
  const groups = features.has('REPORTING_GROUPS') || incident.reportingGroupName;
  return [
    {
      term: eventFieldTexts.reporter,
      value: (
        <>
          {name(reporter)}
          {enteredBy.userGuid !== reporter.userGuid && <span className={css.aside}>entered by {name(enteredBy)}</span>}
        </>
      ),
    },
    ...(groups ? [{ term: eventFieldTexts.reportingGroup, value: incident.reportingGroupName ?? 'None' }] : []),
    ...(asksRating
      ? [
          {
            term: eventFieldTexts.risk,
            value: <Rating incident={incident} remark={isOldRating && 'rated before'} />,
          },
        ]
      : []),
    ...(asksPeopleHurt
      ? [{ term: eventFieldTexts.injuredPersons, value: formatPeopleCount(injuredPersons.length) }]
      : []),
    {
      term: incident.isImported ? IMPORTED : stateTexts.REPORTED,
      value: formatInstant(incident.reportedAt, incident.timeZone, { withZone: true }),
    },
    ...(approvedRevision !== null
      ? [
          {
            term: stateTexts.APPROVED,
            value: (
              <Link to={incidentsPaths.eventHistory(eventId, approvedRevision)}>
                {approvedRevisionText(approvedRevision)}
              </Link>
            ),
          },
        ]
      : []),
    { term: 'Counts as', value: incident.isLeading ? 'Proactive (leading)' : 'Incident (lagging)' },
  ];
}

function OtherPeople({ incident: { relatedPersons } }: { incident: IncidentDetail }) {
  if (relatedPersons.length === 0) return null;
  return (
    <Section title={eventFieldTexts.relatedPersons}>
      <ul className={css.people}>
        {relatedPersons.map(({ relatedPersonGuid, name, role, emailAddress }) => (
          <li key={relatedPersonGuid}>
            <h3>{name}</h3>
            {(role || emailAddress) && (
              <p className={css.muted}>
                {[role, emailAddress && readableAddress(emailAddress)].filter(Boolean).join(' · ')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Unanswered questions of a quick report, with a link to answer them. */
function StillOpen({ incident: { eventId, openQuestions, allowedCommands } }: { incident: IncidentDetail }) {
  if (openQuestions.length === 0) return null;
  return (
    <Banner
      tone="warning"
      action={
        allowedCommands.includes('amend') && (
          <ButtonLink size="s" to={incidentsPaths.answerOpenQuestions(eventId)}>
            {openQuestions.length === 1 ? 'Answer it' : 'Answer them'}
          </ButtonLink>
        )
      }
    >
      This was a quick report, and its review waits for what it left open:{' '}
      {openQuestions.map(({ text }) => `“${text}”`).join(', ')}.
    </Banner>
  );
}

/** Contents of an incident, current or past. */
export function EventRecord({ incident }: { incident: IncidentDetail }) {
  const { organization } = useStarted();
  const facts = useFacts(incident);
  const groups = useAnsweredGroups(incident);
  const late = useDelayed(groups === null, 200);
  const rail = useRailWithin();
  return (
    <Stack>
      <StillOpen incident={incident} />
      {!rail && <KeyValues items={facts} />}
      <Section title={eventFieldTexts.description}>
        <p className={css.prose}>{incident.description}</p>
        {incident.immediateActions && (
          <div className={css.sub}>
            <h3>{eventFieldTexts.immediateActions}</h3>
            <p className={css.prose}>{incident.immediateActions}</p>
          </div>
        )}
      </Section>
      {rail}
      {rail && <KeyValues items={facts} />}
      <ReviewRecord incident={incident} />
      <PeopleHurt persons={incident.injuredPersons} />
      {late && <Skeleton />}
      {groups && (
        // Shown together with the answers, so that nothing moves down.
        <>
          <EventAnswers incident={incident} groups={groups} />
          <OtherPeople incident={incident} />
          <EventFiles
            organizationGuid={organization.guid}
            incident={incident}
            addAt={incidentsPaths.eventAttachments(incident.eventId)}
          />
        </>
      )}
    </Stack>
  );
}
