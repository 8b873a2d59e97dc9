import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { attachmentsQuery } from '../public/attachments-query.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useOpenEvent, useRailWithin } from '../../incidents/public/open-event.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { eventHolder } from '../holder.ts';
import { FileList } from '../components/FileList.tsx';
import { TilesSkeleton } from '../components/TilesSkeleton.tsx';

const revisionIn = (search: URLSearchParams): number | undefined => {
  const [revision] = /^[1-9]\d{0,8}$/.exec(search.get('revision') ?? '') ?? [];
  return revision === undefined ? undefined : Number(revision);
};

export const loader = prefetching(({ organization }, { params, search }) => [
  attachmentsQuery(organization.guid, params.eventId!, revisionIn(search)),
]);

/** Attachments tab of an incident. */
export function Component() {
  const incident = useOpenEvent();
  const { organization } = useStarted();
  const [search] = useSearchParams();
  const revision = revisionIn(search);
  const query = useQuery(attachmentsQuery(organization.guid, incident.eventId, revision));
  const rail = useRailWithin();
  return (
    <Stack>
      <QueryView query={query} skeleton={<TilesSkeleton />} home={incidentsPaths.event(incident.eventId)}>
        {(list) => (
          <FileList
            key={incident.eventId}
            holder={eventHolder(incident)}
            list={list}
            notice={list.asOf && <AsOf incident={incident} asOf={list.asOf} />}
            empty={
              incident.state === 'APPROVED'
                ? `${textOf('ApprovedEventCannotBeModified')}.`
                : 'Nobody has attached anything to this event.'
            }
          />
        )}
      </QueryView>
      {rail}
    </Stack>
  );
}

function AsOf({
  incident: { eventId, timeZone },
  asOf: { revision, latest, at },
}: {
  incident: IncidentDetail;
  asOf: NonNullable<AttachmentList['asOf']>;
}) {
  return (
    <Banner
      action={
        <ButtonLink size="s" to={incidentsPaths.eventAttachments(eventId)}>
          See the files of today
        </ButtonLink>
      }
    >
      {`These are the files after revision ${revision} of ${latest}, made ${formatInstant(at, timeZone, { withZone: true })}. What was erased since then is left out.`}
    </Banner>
  );
}
