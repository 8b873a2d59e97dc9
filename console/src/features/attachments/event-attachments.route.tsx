import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Attachment, AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { textOf } from '@plimsoll/contracts/errors';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { prefetching } from '../../lib/loader.ts';
import { useOpenEvent, useRailWithin } from '../../lib/open-event.ts';
import { paths } from '../../lib/paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { formatInstant } from '../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { attachmentsQuery } from './api.ts';
import css from './parts/Attachments.module.css';
import { AddFiles, kindsToAttach } from './parts/AddFiles.tsx';
import { AwaitedFiles } from './parts/AwaitedFiles.tsx';
import { FileDialog, type AskedOfFile } from './parts/FileDialog.tsx';
import { FileTile } from './parts/FileTile.tsx';
import { RemovedFiles } from './parts/RemovedFiles.tsx';
import { TilesSkeleton } from './parts/TilesSkeleton.tsx';
import { UnsentFiles } from './parts/UnsentFiles.tsx';

const revisionIn = (search: URLSearchParams): number | undefined => {
  const [revision] = /^[1-9]\d{0,8}$/.exec(search.get('revision') ?? '') ?? [];
  return revision === undefined ? undefined : Number(revision);
};

export const loader = prefetching(({ organization }, { params, search }) => [attachmentsQuery(organization.guid, params.eventId!, revisionIn(search))]);

/** The files of an event: those that are there, on their way, announced, and those that may be brought back. */
export function Component() {
  const incident = useOpenEvent();
  const { organization } = useStarted();
  const [search] = useSearchParams();
  const revision = revisionIn(search);
  const query = useQuery(attachmentsQuery(organization.guid, incident.eventId, revision));
  const rail = useRailWithin();
  return (
    <Stack>
      <QueryView query={query} skeleton={<TilesSkeleton />} home={paths.event(incident.eventId)}>
        {(list) => <Files key={incident.eventId} incident={incident} list={list} />}
      </QueryView>
      {rail}
    </Stack>
  );
}

function Files({ incident, list: { items, awaited, mayAdd, asOf } }: { incident: IncidentDetail; list: AttachmentList }) {
  const { features } = useStarted();
  const [asked, setAsked] = useState<{ file: Attachment; what: AskedOfFile } | null>(null);
  const { eventId } = incident;
  const there = items.filter(({ state }) => state === 'ATTACHED');
  const removed = items.filter(({ state }) => state !== 'ATTACHED');
  const adding = mayAdd && <AddFiles incident={incident} taken={there.map(({ name }) => name)} />;
  return (
    <Stack>
      <Section title="Attachments" action={there.length > 0 && <small>{there.length === 1 ? '1 file' : `${there.length} files`}</small>}>
        {asOf && (
          <div className={css.above}>
            <Banner action={<ButtonLink size="s" to={paths.eventAttachments(eventId)}>See the files of today</ButtonLink>}>
              {`These are the files after revision ${asOf.revision} of ${asOf.latest}, made ${formatInstant(asOf.at, incident.timeZone, { withZone: true })}. What was erased since then is left out.`}
            </Banner>
          </div>
        )}
        {adding && there.length > 0 && <div className={css.above}>{adding}</div>}
        {!asOf && <UnsentFiles eventId={eventId} />}
        {there.length > 0 ? (
          <ul className={css.tiles} aria-label="Attachments">
            {there.map((file) => (
              <FileTile key={file.attachmentGuid} file={file} incident={incident} onAsk={(what) => setAsked({ file, what })} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No files" text={mayAdd ? kindsToAttach(features.has('KEEP_PHOTO_LOCATION')) : incident.state === 'APPROVED' ? `${textOf('ApprovedEventCannotBeModified')}.` : 'Nobody has attached anything to this event.'} action={adding} />
        )}
      </Section>
      <AwaitedFiles awaited={awaited} />
      <RemovedFiles files={removed} incident={incident} onErase={(file) => setAsked({ file, what: 'erase' })} />
      {asked && <FileDialog key={`${asked.file.attachmentGuid} ${asked.what}`} {...asked} incident={incident} onAsk={(what) => setAsked({ ...asked, what })} onClose={() => setAsked(null)} />}
    </Stack>
  );
}
