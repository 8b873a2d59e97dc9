import { useQuery } from '@tanstack/react-query';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useMatch, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import {
  CHANGED_SINCE_REVIEW,
  commandTexts,
  needsAnotherText,
  stateTexts,
} from '@plimsoll/contracts/incidents/event-texts';
import { canBeRestored, restorableUntil } from '@plimsoll/contracts/incidents/policy';
import { nameFirst, nameWithin } from '@plimsoll/contracts/members/member-texts';
import { usePainted } from '../../../lib/forms/after-paint.ts';
import { now } from '../../../lib/session/clock.ts';
import { useFormKey } from '../../../lib/api/command.ts';
import { formQuery } from '../../../lib/api/form-queries.ts';
import type { OpenEvent } from '../public/open-event.ts';
import { incidentsPaths, incidentsPattern } from '../paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { loadStartup, useStarted } from '../../../lib/session/startup.ts';
import { AlertSomeone, EventAlarm } from '../../alarms/public/EventAlarm.tsx';
import { useFileCount } from '../../attachments/public/EventFiles.tsx';
import { eventTasksQuery } from '../../tasks/public/tasks-queries.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { WithRail } from '../../../ui/layout/Grid.tsx';
import { UpdateAvailableBanner } from '../../../ui/feedback/UpdateAvailableBanner.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { isOnline } from '../../../ui/layout/useOnline.ts';
import { useWide } from '../../../ui/layout/useWide.ts';
import { incidentQuery } from '../api.ts';
import css from './event.module.css';
import { useExternalCommands } from '../record/external-commands.ts';
import { CopyLink } from '../record/CopyLink.tsx';
import { EventRail, HolderAction } from '../record/EventRail.tsx';
import { EventSkeleton } from '../record/EventSkeleton.tsx';
import { useMayAlert } from '../record/may-alert.ts';
import { isWith, formatLongWhen, formatPlace, shownState } from '../labels.ts';
import { commandsLeft, type DialogCommand, type ActionCommand } from '../record/next-actions.ts';
import { NeighbourLinks } from '../record/NeighbourLinks.tsx';
import { useNewerRevision } from '../history/newer-revision.ts';
import { lastListPath } from '../list/open-list.ts';
import { usePrintMargins } from '../record/print-margins.ts';
import { RecordQuery } from '../record/RecordQuery.tsx';
import { AsOf, fetchStored, useStoredEvent } from '../record/StoredEvent.tsx';
import { useRestore } from '../history/restore-event.ts';

const EventDialog = lazy(() =>
  import('../dialogs/EventDialog.tsx').then((module) => ({ default: module.EventDialog })),
);

/** Prefetches the incident while the chunk loads, and then its form. Offline it is what this device has stored. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadStartup(request);
  if (!isOnline())
    await fetchStored().then(({ openStoredEvent }) => openStoredEvent(organization.guid, params.eventId!));
  void queryClient
    .ensureQueryData(incidentQuery(organization.guid, params.eventId!))
    .then(({ formGuid, formVersion }) => queryClient.prefetchQuery(formQuery(organization.guid, formGuid, formVersion)))
    .catch(() => undefined);
  return null;
}

export function Component() {
  const { organization } = useStarted();
  const { eventId } = useParams();
  const query = useQuery(incidentQuery(organization.guid, eventId!));
  const isOld = useStoredEvent(query, eventId!);
  return (
    <RecordQuery query={query} skeleton={<EventSkeleton />}>
      {(incident) => (
        <>
          {isOld && <AsOf readAt={query.dataUpdatedAt} />}
          <EventPage key={incident.eventId} incident={incident} />
        </>
      )}
    </RecordQuery>
  );
}

/**
 * Whether the delete dialog is open, which has a URL of its own. It stays open after the command, which removes the
 * permission for it.
 */
function useDeleting(mayDelete: boolean): boolean {
  const isAtAddress = useMatch(incidentsPattern.deleteEvent) !== null;
  const [isOpen, setOpen] = useState(false);
  const shown = isAtAddress && (isOpen || mayDelete);
  if (shown !== isOpen) setOpen(shown);
  return shown;
}

/** Number of corrective actions of the incident; requested after the first paint. */
function useTaskCount(eventId: string): number | undefined {
  const { organization } = useStarted();
  return useQuery({ ...eventTasksQuery(organization.guid, eventId), enabled: usePainted() }).data?.totalCount;
}

function EventPage({ incident: shown }: { incident: IncidentDetail }) {
  const { user, organization } = useStarted();
  const { words, latest, load } = useNewerRevision(shown);
  const incident = { ...shown, allowedCommands: commandsLeft(shown, latest) };
  const wide = useWide(768);
  const { eventId, number } = incident;
  const [dialogCommand, setDialogCommand] = useState<DialogCommand | null>(null);
  const navigate = useNavigate();
  const { key, renew } = useFormKey();
  const restoring = useRestore(incident);
  const isDeleting = useDeleting(incident.allowedCommands.includes('delete'));
  const isHistory = useMatch(incidentsPattern.eventHistory) !== null;
  const isFiles = useMatch(incidentsPattern.eventAttachments) !== null;
  const dialog = isDeleting ? 'delete' : dialogCommand;
  const alertSomeone = useMayAlert(incident) && <AlertSomeone eventId={eventId} number={number} />;
  const taskCount = useTaskCount(eventId);
  const fileCount = useFileCount(organization.guid, eventId);
  usePrintMargins(`Event ${number}, revision ${incident.revision}`);

  const close = () =>
    isDeleting
      ? void navigate(incidentsPaths.event(eventId), { replace: true, preventScrollReset: true })
      : setDialogCommand(null);
  const restore = () => void restoring.send(key, incident.revision).then((done) => done && renew());
  const ask = (next: ActionCommand) => (next === 'restore' ? restore() : setDialogCommand(next));
  useExternalCommands((next) => {
    if (isDeleting) close();
    ask(next);
  });
  const atThumb = !wide && incident.holder !== null && isWith(incident.holder, user.guid);
  const rail = <EventRail incident={incident} onAsk={ask} busy={restoring.isPending} leadElsewhere={atThumb} />;

  return (
    <>
      <PageHeader
        badged
        crumbs={[{ label: 'Events', to: lastListPath() }, { label: String(number) }]}
        besideCrumbs={<NeighbourLinks eventId={eventId} />}
        title={incident.heading}
        names={
          isHistory ? `History of event ${number}` : isFiles ? `Attachments of event ${number}` : `Event ${number}`
        }
        meta={
          <>
            <StateBadge state={shownState(incident)} word={stateTexts[shownState(incident)]} />
            <span>
              <b className={css.number}>{number}</b>
              {[incident.formName, formatPlace(incident), formatLongWhen(incident)]
                .filter(Boolean)
                .map((words) => `\u00a0· ${words}`)}
            </span>
          </>
        }
        actions={
          <>
            {wide && alertSomeone}
            <CopyLink path={incidentsPaths.event(eventId)} what={`event ${number}`} />
            <ButtonLink to={incidentsPaths.exportEvent(eventId)} leading={<IconFileTypePdf size={20} aria-hidden />}>
              PDF
            </ButtonLink>
            <span className={css.print}>
              <Button leading={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
                Print
              </Button>
            </span>
            {/* On a phone it does not fit into the line of the others. */}
            {!wide && alertSomeone}
          </>
        }
      />
      <EventAlarm key={`alarm of ${eventId}`} eventId={eventId} />
      <StatusBanners
        incident={incident}
        onRestore={incident.allowedCommands.includes('restore') ? restore : undefined}
      />
      <Tabs
        label="Event"
        tabs={[
          { to: incidentsPaths.event(eventId), label: 'Details', end: !isDeleting },
          { to: incidentsPaths.eventAttachments(eventId), label: 'Attachments', count: fileCount },
          { to: incidentsPaths.eventHistory(eventId), label: 'History', count: incident.revision },
          { to: incidentsPaths.eventTasks(eventId), label: 'Corrective actions', count: taskCount },
        ]}
      />
      {wide ? (
        <WithRail rail={rail}>
          <Outlet context={{ incident } satisfies OpenEvent} />
        </WithRail>
      ) : (
        <Outlet context={{ incident, rail } satisfies OpenEvent} />
      )}
      {atThumb && <HolderAction incident={incident} onAsk={ask} busy={restoring.isPending} />}
      <UpdateAvailableBanner text={words} action={{ label: 'Show the latest', onClick: load }} />
      {dialog && (
        <Suspense fallback={null}>
          <EventDialog key={dialog} command={dialog} incident={incident} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Banners with what readers of the incident have to know first. */
function StatusBanners({ incident, onRestore }: { incident: IncidentDetail; onRestore?: () => void }) {
  const { eventId, deleted, state, steps, changedSinceReview, timeZone, approvedRevision, needsReassigning, holder } =
    incident;
  const returned = state === 'RETURNED' ? steps.findLast(({ type }) => type === 'IncidentReturned') : undefined;
  const sentBack = state === 'REVIEW_REQUESTED' && steps.at(-1)?.type === 'IncidentReturned' ? steps.at(-1) : undefined;
  const back = returned ?? sentBack;
  const reopened = state === 'REPORTED' ? steps.findLast(({ type }) => type === 'IncidentReopened') : undefined;
  if (!deleted && !back && !reopened && !changedSinceReview && !needsReassigning) return null;
  return (
    <div className={css.banners}>
      {deleted && (
        <Banner
          tone="danger"
          action={onRestore && <Button onClick={onRestore}>{commandTexts.restore(incident.number)}</Button>}
        >
          <b>Deleted</b> by {nameWithin(deleted.by.name)}, {formatInstant(deleted.at, timeZone)}.{' '}
          {canBeRestored(deleted.at, now())
            ? `It can be restored until ${formatInstant(restorableUntil(deleted.at), timeZone)}.`
            : 'It can no longer be restored.'}
        </Banner>
      )}
      {needsReassigning && holder && (
        <Banner tone="warning">
          <b>
            Event {incident.number} {needsAnotherText(state)}
          </b>
          . {nameFirst(holder.name)} was asked, and has left the organization or may not do it any more.
        </Banner>
      )}
      {back && (
        <Banner tone="warning">
          <b>
            Returned by {nameWithin(back.by.name)}, {formatInstant(back.at, timeZone)}
          </b>
          {back.comment && <p className={css.quote}>{back.comment}</p>}
        </Banner>
      )}
      {reopened && (
        <Banner
          tone="info"
          action={
            approvedRevision !== null && (
              <ButtonLink size="s" to={incidentsPaths.eventHistory(eventId, approvedRevision)}>
                See what was approved
              </ButtonLink>
            )
          }
        >
          <b>
            Reopened by {nameWithin(reopened.by.name)}, {formatInstant(reopened.at, timeZone)}
          </b>
          {reopened.comment && <p className={css.quote}>{reopened.comment}</p>}
        </Banner>
      )}
      {changedSinceReview && state !== 'APPROVED' && (
        <Banner tone="warning">{CHANGED_SINCE_REVIEW}. The history shows what.</Banner>
      )}
    </div>
  );
}
