import { useQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts, riskBandTexts, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { auditorPaths } from '../../lib/auditor-paths.ts';
import { loadAuditor, useAuditor } from '../../lib/auditor.ts';
import { queryClient } from '../../lib/query-client.ts';
import { formatInstant } from '../../lib/time.ts';
import { RiskBadge, StateBadge } from '../../ui/Badge.tsx';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { KeyValues } from '../../ui/KeyValues.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { incidentHistoryQuery, incidentQuery } from './api.ts';
import css from './parts/EventProse.module.css';
import { changesToShow, didWords, fieldName, nothingWords } from './parts/history-words.ts';
import { longWhen, placeWords } from './parts/incident-words.ts';
import { LongWords } from './parts/LongWords.tsx';
import { PeopleHurt } from './parts/PeopleHurt.tsx';

/** Asks for the event while its chunk is on the way. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization: { guid } } = await loadAuditor(request);
  void queryClient.prefetchQuery(incidentQuery(guid, params.eventId!));
  void queryClient.prefetchQuery(incidentHistoryQuery(guid, params.eventId!));
  return null;
}

/** An event as an auditor reads it, with everything that was done with it. */
export function Component() {
  const { organization } = useAuditor();
  const { eventId = '' } = useParams();
  const query = useQuery(incidentQuery(organization.guid, eventId));
  return <QueryView query={query} home={auditorPaths.events()}>{(incident) => <Event incident={incident} />}</QueryView>;
}

function Event({ incident }: { incident: IncidentDetail }) {
  const { number, heading, formName, state, riskBand, riskScore, severity, likelihood, reporter, reportingGroupName, reportedAt, timeZone, description, immediateActions, relatedPersons, injuredPersons } = incident;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Events', to: auditorPaths.events() }, { label: `Event ${number}` }]} title={heading} names={`Event ${number}`} badged
        meta={<><StateBadge state={state} word={stateTexts[state]} /> {formName}, {longWhen(incident)}</>}
      />
      <Stack>
        <KeyValues
          items={[
            { term: eventFieldTexts.location, value: placeWords(incident) || 'None' }, { term: eventFieldTexts.reporter, value: reporter.name },
            ...(reportingGroupName ? [{ term: eventFieldTexts.reportingGroup, value: reportingGroupName }] : []),
            { term: eventFieldTexts.risk, value: <RiskBadge words={riskBandTexts} band={riskBand} score={riskScore} severity={severity} likelihood={likelihood} /> },
            { term: stateTexts.REPORTED, value: formatInstant(reportedAt, timeZone, { withZone: true }) },
          ]}
        />
        <Section title={eventFieldTexts.description}>
          <p className={css.prose}>{description}</p>
          {immediateActions && (
            <div className={css.sub}>
              <h3>{eventFieldTexts.immediateActions}</h3>
              <p className={css.prose}>{immediateActions}</p>
            </div>
          )}
        </Section>
        <PeopleHurt persons={injuredPersons} />
        {relatedPersons.length > 0 && (
          <Section title={eventFieldTexts.relatedPersons}>
            <ul className={css.people}>
              {relatedPersons.map(({ relatedPersonGuid, name, role }) => (
                <li key={relatedPersonGuid}>
                  <h3>{name}</h3>
                  {role && <p className={css.muted}>{role}</p>}
                </li>
              ))}
            </ul>
          </Section>
        )}
        <History incident={incident} />
      </Stack>
    </>
  );
}

function History({ incident: { eventId, timeZone } }: { incident: IncidentDetail }) {
  const { organization } = useAuditor();
  const query = useQuery(incidentHistoryQuery(organization.guid, eventId));
  return (
    <Section title="History">
      <QueryView query={query} home={auditorPaths.events()}>
        {({ items }) => (
          <HistoryList
            entries={items.toSorted((one, other) => other.position - one.position).map((item) => ({
              key: item.position, revision: item.type === 'ReportingGroupArchived' ? null : item.revision, at: item.at, when: formatInstant(item.at, timeZone, { withZone: true }),
              what: <><b>{item.actor.name}</b> {didWords(item)}</>,
              changes: changesToShow(item).map(({ field, from, to }) => ({
                field: fieldName(field), from: field === 'signature' ? undefined : <LongWords words={from ?? nothingWords(field)} />, to: <LongWords words={to ?? nothingWords(field)} />,
              })),
              comment: item.comment && <LongWords words={item.comment} />, seal: item.seal,
            }))}
          />
        )}
      </QueryView>
    </Section>
  );
}
