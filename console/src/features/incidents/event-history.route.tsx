import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { loadStartup, useStarted } from '../../lib/startup.ts';
import { formatInstant, viewersTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { HistoryList, type HistoryEntry } from '../../ui/HistoryList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import { incidentHistoryQuery } from './api.ts';
import { changesToShow, didWords, fieldName, receivedWords, type HistoryItem } from './parts/history-words.ts';
import { LongWords } from './parts/LongWords.tsx';
import { useOpenEvent } from './parts/open-event.ts';

export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadStartup(request);
  void queryClient.prefetchQuery(incidentHistoryQuery(organization.guid, params.eventId!));
  return null;
}

function What({ item, zone }: { item: HistoryItem; zone: string }) {
  const received = receivedWords(item, zone);
  return (
    <>
      <b>{item.actor.name}</b> {didWords(item)}
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

/** The first revision says everything there is; it is shown when asked for. */
function useUnfolded(): [ReadonlySet<number>, (revision: number) => void] {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  return [unfolded, (revision) => setUnfolded(new Set([...unfolded, revision]))];
}

export function Component() {
  const { organization } = useStarted();
  const incident = useOpenEvent();
  const { eventId } = useParams();
  const query = useQuery(incidentHistoryQuery(organization.guid, eventId!));
  const [unfolded, unfold] = useUnfolded();
  const zone = incident.timeZone;

  const entryOf = (item: HistoryItem): HistoryEntry => {
    const changes = changesToShow(item);
    const isFolded = item.type === 'IncidentReported' && !unfolded.has(item.revision) && changes.length > 0;
    return {
      revision: item.revision,
      at: item.at,
      when: <span title={viewersTime(item.at)}>{formatInstant(item.at, zone, { withZone: true })}</span>,
      what: <What item={item} zone={zone} />,
      changes: isFolded ? undefined : changes.map(({ field, from, to }) => ({ field: fieldName(field), from: <LongWords words={from ?? 'nothing'} />, to: <LongWords words={to ?? 'nothing'} /> })),
      comment:
        item.comment ? (
          <LongWords words={item.comment} />
        ) : isFolded ? (
          <Button variant="quiet" size="s" onClick={() => unfold(item.revision)}>
            Show what was reported
          </Button>
        ) : undefined,
      seal: item.seal,
    };
  };

  return (
    <Section title="History" action={<small style={{ color: 'var(--muted)' }}>{query.data ? `${query.data.totalCount} ${query.data.totalCount === 1 ? 'revision' : 'revisions'}, each sealed` : ''}</small>}>
      <QueryView query={query} home={paths.eventList()}>
        {({ items }) => <HistoryList entries={[...items].sort((one, other) => other.revision - one.revision).map(entryOf)} />}
      </QueryView>
    </Section>
  );
}
