import { useQuery } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useMatch, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../lib/alerts.ts';
import { useCommand, useFormKey } from '../../lib/command.ts';
import { paths, pattern } from '../../lib/paths.ts';
import { faultText } from '../../lib/problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { loadStartup, useStarted } from '../../lib/startup.ts';
import { formatInstant } from '../../lib/time.ts';
import { StateBadge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { WithRail } from '../../ui/Grid.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useWide } from '../../ui/useWide.ts';
import { formQuery, incidentQuery, restoreIncident } from './api.ts';
import type { DialogCommand } from './dialogs/EventDialog.tsx';
import css from './event.module.css';
import { EventRail, HolderAction } from './parts/EventRail.tsx';
import { EventSkeleton } from './parts/EventSkeleton.tsx';
import { longWhen, placeWords } from './parts/incident-words.ts';
import type { AskedCommand } from './parts/next-actions.ts';
import type { OpenEvent } from './parts/open-event.ts';
import { usePrintMargins } from './parts/print-margins.ts';
import { RecordQuery } from './parts/RecordQuery.tsx';

const EventDialog = lazy(() => import('./dialogs/EventDialog.tsx').then((module) => ({ default: module.EventDialog })));

/** Asks for the event while its chunk is still on the way, and for its form as soon as it is known. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadStartup(request);
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
  return (
    <RecordQuery query={query} skeleton={<EventSkeleton />}>
      {(incident) => <EventPage key={incident.eventId} incident={incident} />}
    </RecordQuery>
  );
}

/** A button that is gone once its command is done leaves the focus nowhere: then it goes to the title. */
function useFocusAfter(revision: number) {
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
    }, 300);
    return () => clearTimeout(timer);
  }, [revision]);
}

/** The dialog of its own address. Once open it stays until it is left: what follows its command takes away the right that opened it. */
function useDeleting(mayDelete: boolean): boolean {
  const isAtAddress = useMatch(pattern.deleteEvent) !== null;
  const [isOpen, setOpen] = useState(false);
  const shown = isAtAddress && (isOpen || mayDelete);
  if (shown !== isOpen) setOpen(shown);
  return shown;
}

function EventPage({ incident }: { incident: IncidentDetail }) {
  const { organization, user } = useStarted();
  const wide = useWide(768);
  const { eventId, number } = incident;
  const [asked, setAsked] = useState<DialogCommand | null>(null);
  const navigate = useNavigate();
  const { key, renew } = useFormKey();
  const command = useCommand(restoreIncident);
  const isDeleting = useDeleting(incident.allowedCommands.includes('delete'));
  const dialog = isDeleting ? 'delete' : asked;
  useFocusAfter(incident.revision);
  usePrintMargins(`Event ${number}, revision ${incident.revision}`);

  const close = () => (isDeleting ? void navigate(paths.event(eventId), { replace: true, preventScrollReset: true }) : setAsked(null));
  const restore = () =>
    void command.send({ asked: { params: { eventId }, query: { organizationGuid: organization.guid } }, key, revision: incident.revision }).then(
      () => {
        renew();
        showAlert({ type: 'success', title: `Event ${number} was restored` });
      },
      (fault: unknown) => showAlert({ type: 'error', title: `Event ${number} was not restored`, subtitle: faultText(fault) }),
    );
  const ask = (next: AskedCommand) => (next === 'restore' ? restore() : setAsked(next));
  const atThumb = !wide && incident.holder?.userGuid === user.guid;
  const rail = <EventRail incident={incident} onAsk={ask} busy={command.isPending} leadElsewhere={atThumb} />;

  return (
    <>
      <PageHeader
        badged
        crumbs={[{ label: 'Events', to: paths.eventList() }, { label: String(number) }]}
        title={incident.heading}
        meta={
          <>
            <StateBadge state={incident.state} />
            <span>
              <b className={css.number}>{number}</b> · {[incident.formName, placeWords(incident), longWhen(incident)].filter(Boolean).join(' · ')}
            </span>
          </>
        }
        actions={
          <span className={css.print}>
            <Button leading={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </span>
        }
      />
      <Standing incident={incident} onRestore={incident.allowedCommands.includes('restore') ? restore : undefined} />
      <Tabs
        label="Event"
        tabs={[
          { to: paths.event(eventId), label: 'Details', end: true },
          { to: paths.eventHistory(eventId), label: 'History', count: incident.revision },
        ]}
      />
      {wide ? (
        <WithRail rail={rail}>
          <Outlet context={{ incident } satisfies OpenEvent} />
        </WithRail>
      ) : (
        <Outlet context={{ incident, rail } satisfies OpenEvent} />
      )}
      {atThumb && <HolderAction incident={incident} onAsk={ask} busy={command.isPending} />}
      {dialog && (
        <Suspense fallback={null}>
          <EventDialog command={dialog} incident={incident} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** What everybody who opens the event has to know first. */
function Standing({ incident, onRestore }: { incident: IncidentDetail; onRestore?: () => void }) {
  const { deleted, state, steps, changedSinceReview, timeZone } = incident;
  const returned = state === 'RETURNED' ? steps.findLast(({ type }) => type === 'IncidentReturned') : undefined;
  const sentBack = state === 'REVIEW_REQUESTED' && steps.at(-1)?.type === 'IncidentReturned' ? steps.at(-1) : undefined;
  const back = returned ?? sentBack;
  const reopened = state === 'REPORTED' ? steps.findLast(({ type }) => type === 'IncidentReopened') : undefined;
  if (!deleted && !back && !reopened && !changedSinceReview) return null;
  return (
    <div className={css.standing}>
      {deleted && (
        <Banner tone="danger" action={onRestore && <Button onClick={onRestore}>Restore event {incident.number}</Button>}>
          <b>Deleted</b> by {deleted.by.name}, {formatInstant(deleted.at, timeZone)}. It can be restored for 30 days.
        </Banner>
      )}
      {back && (
        <Banner tone="warning">
          <b>
            Returned by {back.by.name}, {formatInstant(back.at, timeZone)}
          </b>
          {back.comment && <p className={css.quote}>{back.comment}</p>}
        </Banner>
      )}
      {reopened && (
        <Banner tone="info">
          <b>
            Reopened by {reopened.by.name}, {formatInstant(reopened.at, timeZone)}
          </b>
          {reopened.comment && <p className={css.quote}>{reopened.comment}</p>}
        </Banner>
      )}
      {changedSinceReview && state !== 'APPROVED' && <Banner tone="warning">Changed since the review. The history shows what.</Banner>}
    </div>
  );
}
