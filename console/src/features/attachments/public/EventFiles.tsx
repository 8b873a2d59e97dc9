import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { usePainted } from '../../../lib/forms/after-paint.ts';
import { FailedState } from '../../../ui/feedback/States.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { taskAttachmentsQuery } from '../api.ts';
import { FileThumbnails, SmallThumbnails } from '../components/FileThumbnails.tsx';
import { eventHolder, taskHolder, type Holder } from '../holder.ts';
import { withheldText } from '../labels.ts';
import { attachmentsQuery } from './attachments-query.ts';

const present = (list: AttachmentList | undefined) => list?.items.filter(({ state }) => state === 'ATTACHED') ?? [];

interface EventFilesProps {
  organizationGuid: string;
  incident: IncidentDetail;
}

/** Files of an incident, or of its revision that is shown; requested after the first paint. */
function useEventFiles({ organizationGuid, incident: { eventId, asOf } }: EventFilesProps) {
  const query = attachmentsQuery(organizationGuid, eventId, asOf?.revision);
  return useQuery({ ...query, enabled: usePainted() });
}

/** Number of files of an incident; undefined while it is not known. */
export function useFileCount(organizationGuid: string, eventId: string): number | undefined {
  const { data } = useQuery({ ...attachmentsQuery(organizationGuid, eventId), enabled: usePainted() });
  return data && present(data).length;
}

/**
 * The section of an event's page with its files as thumbnails; nothing without files.
 * @param addAt where files are added, for those who may.
 */
export function EventFiles({ addAt, ...props }: EventFilesProps & { addAt?: string }) {
  const query = useEventFiles(props);
  const list = query.data;
  return (
    <FilesSection
      organizationGuid={props.organizationGuid}
      holder={eventHolder(props.incident)}
      query={query}
      action={
        list?.mayAdd &&
        addAt && (
          <ButtonLink variant="quiet" size="s" to={addAt} leading={<IconPaperclip size={18} aria-hidden />}>
            Add
          </ButtonLink>
        )
      }
    />
  );
}

interface TaskFilesProps {
  organizationGuid: string;
  taskGuid: string;
  timeZone: string;
}

/** The files of a corrective action as thumbnails; nothing without files. */
export function TaskFiles({ organizationGuid, taskGuid, timeZone }: TaskFilesProps) {
  const query = useQuery({ ...taskAttachmentsQuery(organizationGuid, taskGuid), enabled: usePainted() });
  return <FilesSection organizationGuid={organizationGuid} holder={taskHolder(taskGuid, timeZone)} query={query} />;
}

interface FilesSectionProps {
  organizationGuid: string;
  holder: Holder;
  query: UseQueryResult<AttachmentList>;
  action?: ReactNode;
}

function FilesSection({ organizationGuid, holder, query: { data: list, error, refetch }, action }: FilesSectionProps) {
  const files = present(list);
  const withheld = list?.withheld ?? 0;
  if (error && !list)
    return (
      <Section title="Attachments">
        <FailedState text={error.message} onRetry={() => void refetch()} />
      </Section>
    );
  if (files.length === 0 && withheld === 0) return null;
  return (
    <Section title="Attachments" action={action}>
      {files.length > 0 && <FileThumbnails organizationGuid={organizationGuid} holder={holder} files={files} />}
      {withheld > 0 && <p>{withheldText(withheld)}</p>}
    </Section>
  );
}

/** Small thumbnails of an incident's files, where people decide on it; nothing without files. */
export function SmallEventFiles(props: EventFilesProps) {
  const { data, error } = useEventFiles(props);
  if (error && !data) return <p>The files of this event could not be loaded.</p>;
  const files = present(data);
  if (files.length === 0) return null;
  return (
    <SmallThumbnails organizationGuid={props.organizationGuid} holder={eventHolder(props.incident)} files={files} />
  );
}
