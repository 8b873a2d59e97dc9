import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type LoaderFunctionArgs } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts, IMPORTED, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { AddressField } from '../../../lib/url/address-fields.ts';
import { instant } from '../../../lib/forms/instant-field.ts';
import { EventFiles } from '../../attachments/public/EventFiles.tsx';
import { auditorPaths } from '../../auditors/paths.ts';
import { loadAuditor, useAuditor } from '../../auditors/public/auditor-session.ts';
import { AuditorTasks } from '../../tasks/public/AuditorTasks.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { HistoryList } from '../../../ui/data/HistoryList.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { incidentHistoryQuery, incidentQuery, pastIncidentQuery, type Past } from '../api.ts';
import { AnsweredGroups, answeredGroups } from '../record/EventAnswers.tsx';
import css from '../record/EventProse.module.css';
import { changesToShow, describeAction, fieldName, emptyValueText } from '../history/history-labels.ts';
import { formatLongWhen, formatPlace } from '../labels.ts';
import { CollapsibleText } from '../record/CollapsibleText.tsx';
import { PastNotice } from '../history/PastNotice.tsx';
import { PeopleHurt } from '../record/PeopleHurt.tsx';
import { Rating } from '../record/Rating.tsx';
import { ReviewRecord } from '../record/ReviewRecord.tsx';

const revision: AddressField<number | undefined> = ([given]) =>
  /^[1-9]\d{0,8}$/.test(given ?? '') ? Number(given) : undefined;
const fields = { revision, asOf: instant };

const pastIn = ({ revision: made, asOf }: { revision?: number; asOf?: string }): Past | null =>
  made !== undefined ? { revision: made } : asOf ? { asOf } : null;

/** Prefetches the incident and the past version in the URL while the chunk loads. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const {
    organization: { guid },
  } = await loadAuditor(request);
  const past = pastIn(readState(fields, new URL(request.url).searchParams));
  void queryClient.prefetchQuery(incidentQuery(guid, params.eventId!));
  void queryClient.prefetchQuery(incidentHistoryQuery(guid, params.eventId!));
  if (past) void queryClient.prefetchQuery(pastIncidentQuery(guid, params.eventId!, past));
  return null;
}

/** An incident for an auditor, current or past, with its history. */
export function Component() {
  const { organization } = useAuditor();
  const { eventId = '' } = useParams();
  const query = useQuery(incidentQuery(organization.guid, eventId));
  const past = pastIn(useUrlState(fields)[0]);
  return (
    <QueryView query={query} home={auditorPaths.events()}>
      {(incident) => (
        <>
          <Header incident={incident} />
          <Stack>
            {past ? <PastIncident now={incident} past={past} /> : <IncidentContents incident={incident} />}
            <AuditorTasks organizationGuid={organization.guid} eventId={eventId} timeZone={organization.timeZone} />
            <History incident={incident} read={past && 'revision' in past ? past.revision : null} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function Header({ incident }: { incident: IncidentDetail }) {
  const { number, heading, formName, state } = incident;
  return (
    <PageHeader
      crumbs={[{ label: 'Events', to: auditorPaths.events() }, { label: `Event ${number}` }]}
      title={heading}
      names={`Event ${number}`}
      badged
      meta={
        <>
          <StateBadge state={state} word={stateTexts[state]} /> {formName}, {formatLongWhen(incident)}
        </>
      }
    />
  );
}

function PastIncident({ now, past }: { now: IncidentDetail; past: Past }) {
  const { organization } = useAuditor();
  const query = useQuery(pastIncidentQuery(organization.guid, now.eventId, past));
  return (
    <QueryView query={query} home={auditorPaths.event(now.eventId)}>
      {(then) => (
        <Stack>
          <PastNotice
            now={now}
            then={then}
            past={past}
            action={
              <ButtonLink size="s" to={auditorPaths.event(now.eventId)} preventScrollReset>
                See it as it is now
              </ButtonLink>
            }
          />
          <IncidentContents incident={then} />
        </Stack>
      )}
    </QueryView>
  );
}

/** Contents of an incident, current or past. */
function IncidentContents({ incident }: { incident: IncidentDetail }) {
  const {
    reporter,
    reportingGroupName,
    reportedAt,
    isImported,
    timeZone,
    description,
    immediateActions,
    relatedPersons,
    injuredPersons,
    components,
    answered,
  } = incident;
  const { organization } = useAuditor();
  const names = new Map(answered?.names.map(({ guid, name }) => [guid, name]));
  return (
    <>
      <KeyValues
        items={[
          { term: eventFieldTexts.location, value: formatPlace(incident) || 'None' },
          { term: eventFieldTexts.reporter, value: reporter.name },
          ...(reportingGroupName ? [{ term: eventFieldTexts.reportingGroup, value: reportingGroupName }] : []),
          {
            term: eventFieldTexts.risk,
            value: <Rating incident={incident} />,
          },
          {
            term: isImported ? IMPORTED : stateTexts.REPORTED,
            value: formatInstant(reportedAt, timeZone, { withZone: true }),
          },
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
      <ReviewRecord incident={incident} />
      <PeopleHurt persons={injuredPersons} />
      {answered?.form && (
        <AnsweredGroups
          groups={answeredGroups(answered.form, components)}
          nameOf={(guid) => names.get(guid)}
          withFiles={false}
        />
      )}
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
      <EventFiles organizationGuid={organization.guid} incident={incident} />
    </>
  );
}

/**
 * History of an incident.
 * @param read revision shown above; null for the present or an instant
 */
function History({ incident: { eventId, timeZone }, read }: { incident: IncidentDetail; read: number | null }) {
  const { organization } = useAuditor();
  const query = useQuery(incidentHistoryQuery(organization.guid, eventId));
  return (
    <Section title="History">
      <QueryView query={query} home={auditorPaths.events()}>
        {({ items }) => (
          <HistoryList
            entries={items
              .toSorted((one, other) => other.position - one.position)
              .map((item) => {
                // Archiving the incident's group is not a revision of the incident.
                const made = item.type === 'ReportingGroupArchived' ? null : item.revision;
                return {
                  key: item.position,
                  revision: made,
                  at: item.at,
                  when: formatInstant(item.at, timeZone, { withZone: true }),
                  selected: made !== null && made === read,
                  what: (
                    <>
                      {item.wentTo ?? (
                        <>
                          <b>{item.actor.name}</b> {describeAction(item)}
                        </>
                      )}
                      {made !== null && made !== read && (
                        <>
                          {' '}
                          <Link className={css.step} to={auditorPaths.event(eventId, made)}>
                            Read revision {made}
                          </Link>
                        </>
                      )}
                    </>
                  ),
                  changes: changesToShow(item).map(({ field, from, to }) => ({
                    field: fieldName(field),
                    from: field === 'signature' ? undefined : <CollapsibleText words={from ?? emptyValueText(field)} />,
                    to: <CollapsibleText words={to ?? emptyValueText(field)} />,
                  })),
                  comment: item.comment && <CollapsibleText words={item.comment} />,
                  seal: item.seal,
                };
              })}
          />
        )}
      </QueryView>
      <p className={css.asOf}>
        <Link to={auditorPaths.replay(eventId)}>Replay it, with every hash</Link>
      </p>
    </Section>
  );
}
