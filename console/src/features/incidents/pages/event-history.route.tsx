import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { prefetching } from '../../../lib/api/loader.ts';
import { useOpenEvent, useRailWithin } from '../public/open-event.ts';
import { auditPaths } from '../../audit/paths.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { HistoryList, type HistoryEntry } from '../../../ui/data/HistoryList.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { incidentHistoryQuery } from '../api.ts';
import { EventRevision } from '../history/EventRevision.tsx';
import {
  changesToShow,
  describeAction,
  fieldName,
  emptyValueText,
  receivedText,
  type HistoryItem,
} from '../history/history-labels.ts';
import { CollapsibleText } from '../record/CollapsibleText.tsx';

export const loader = prefetching(({ organization }, { params }) => [
  incidentHistoryQuery(organization.guid, params.eventId!),
]);

function What({ item, zone }: { item: HistoryItem; zone: string }) {
  const received = receivedText(item, zone);
  if (item.wentTo) return item.wentTo;
  return (
    <>
      <b>{item.actor.name}</b> {describeAction(item)}
      {item.onBehalfOf && (
        <>
          {' '}
          on behalf of <b>{item.onBehalfOf.name}</b>
        </>
      )}
      {received && `, ${received}`}
    </>
  );
}

export function Component() {
  const incident = useOpenEvent();
  const [search] = useSearchParams();
  const revision = /^[1-9]\d{0,8}$/.exec(search.get('revision') ?? '');
  return revision ? (
    <EventRevision now={incident} past={{ revision: Number(revision[0]) }} />
  ) : (
    <History incident={incident} />
  );
}

function History({ incident }: { incident: IncidentDetail }) {
  const { organization } = useStarted();
  const query = useQuery(incidentHistoryQuery(organization.guid, incident.eventId));
  const zone = incident.timeZone;
  const rail = useRailWithin();
  const revisions = new Set(query.data?.items.map(({ revision }) => revision)).size;

  const entryOf = (item: HistoryItem): HistoryEntry => ({
    key: item.position,
    // Archiving the incident's group is not a revision of the incident.
    revision: item.type === 'ReportingGroupArchived' ? null : item.revision,
    at: item.at,
    when: <span title={viewersTime(item.at)}>{formatInstant(item.at, zone, { withZone: true })}</span>,
    what: <What item={item} zone={zone} />,
    changes: changesToShow(item).map(({ field, from, to }) => ({
      field: fieldName(field),
      from: field === 'signature' ? undefined : <CollapsibleText words={from ?? emptyValueText(field)} />,
      to: <CollapsibleText words={to ?? emptyValueText(field)} />,
    })),
    comment: item.comment && <CollapsibleText words={item.comment} />,
    seal: item.seal,
  });

  return (
    <Stack>
      <Section
        title="History"
        action={
          <small style={{ color: 'var(--muted)' }}>
            {query.data ? `${revisions} ${revisions === 1 ? 'revision' : 'revisions'}, each sealed` : ''}
          </small>
        }
      >
        <QueryView query={query} home={incidentsPaths.eventList()}>
          {({ items }) => (
            <HistoryList entries={[...items].sort((one, other) => other.position - one.position).map(entryOf)} />
          )}
        </QueryView>
      </Section>
      <p>
        <Link to={incidentsPaths.eventHistory(incident.eventId, incident.revision)}>Read it revision by revision</Link>
      </p>
      {organization.isAdmin && (
        <p>
          <Link to={auditPaths.record('incident', incident.eventId)}>Replay it step by step, with every hash</Link>
        </p>
      )}
      {rail}
    </Stack>
  );
}
