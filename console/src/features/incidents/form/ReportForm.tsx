import { IconDeviceMobileCheck, IconSend, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { now, useWrongClock } from '../../../lib/session/clock.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { lastChangedText, useDraft, type DraftHandle } from '../../../lib/forms/drafts.ts';
import { dropAttachmentDrafts, filesSettled } from '../../../lib/offline/attachment-drafts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import type { Sent } from '../../../lib/offline/outbox.ts';
import { clockNow } from '../../../lib/offline/report-clock.ts';
import { incidentsPaths } from '../paths.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { clockText, reportOutcome } from '../../../lib/offline/report-outcome.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { DiscardDraft, DraftNotice, FormActions, Notice, SavedLine } from '../../../ui/inputs/DraftForm.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { ThumbBar } from '../../../ui/layout/ThumbBar.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { UrgentSwitch } from './alarms/UrgentSwitch.tsx';
import { useAlarmSettings } from './alarms/use-alarm-settings.ts';
import { ArrivedBefore } from './ArrivedBefore.tsx';
import {
  emptyFields,
  quickFieldsOf,
  reportOf,
  zoneOf,
  type EventFields,
  type Situation,
} from './fields/event-fields.ts';
import css from './EventForm.module.css';
import { EventFormFields } from './EventFormFields.tsx';
import { useLaterErrors } from './errors/later-errors.ts';
import { fetchOutbox, useIsMounted } from './later-outbox.ts';
import { nameWithArticle, lowerCaseName } from './form-labels.ts';
import { FilesToHold } from './files/files-to-hold.ts';
import { announcedOf, errorsOfFiles, filesOf } from './files/files-of-report.ts';
import { NextReviewer } from './NextReviewer.tsx';
import { NoSignalNotice } from './NoSignalNotice.tsx';
import { HelpFirst, PhoneTop } from './PhoneTop.tsx';
import { useOwnGroup } from './fields/own-group.ts';
import { reportDraftKey, returnedDraftKey, type ReportDraft } from './report-drafts.ts';
import { proposedDateIn, useProposedDate } from './proposed-date.ts';
import { ReportSummary } from './ReportSummary.tsx';
import { useReviewers } from './fields/reviewers.ts';
import { placeField } from './errors/server-errors.ts';
import { useSituation } from './situation.ts';
import { useAsksAtOnce } from './who-is-asked.ts';

const QuickFields = lazy(async () => ({ default: (await import('./QuickFields.tsx')).QuickFields }));

/** Report with a form. Restores its draft on this device; quick and full reports share one draft. */
export function ReportForm({ form, isQuick }: { form: Form; isQuick: boolean }) {
  const { user, organization } = useStarted();
  const [search] = useSearchParams();
  const returned = search.get('draft');
  const draft = useDraft<ReportDraft>(
    returned
      ? returnedDraftKey(user.guid, organization.guid, form.formGuid, returned)
      : reportDraftKey(user.guid, organization.guid, form.formGuid),
  );
  const [instance, setInstance] = useState(0);
  const situation = useSituation(form);
  if (draft.restored === undefined) return <Skeleton />;
  const restored = instance === 0 ? draft.restored?.value : undefined;
  return (
    <ReportPage
      key={instance}
      situation={situation}
      isQuick={isQuick}
      draft={draft}
      restored={restored}
      onRestart={() => setInstance(instance + 1)}
    />
  );
}

const fetchSchema = async () => (await import('@plimsoll/contracts/incidents/requests')).reportIncidentRequest;

interface ReportPageProps {
  situation: Situation;
  isQuick: boolean;
  draft: DraftHandle<ReportDraft>;
  restored: ReportDraft | undefined;
  onRestart: () => void;
}

function ReportPage({ situation, isQuick, draft, restored, onRestart }: ReportPageProps) {
  const { organization } = useStarted();
  const { form } = situation;
  const navigate = useNavigate();
  const wide = useWide(768);
  const [key] = useState(() => restored?.key ?? newGuid());
  const [reviewKey] = useState(() => restored?.reviewKey ?? newGuid());
  const [asking, setAsking] = useState<EventFields | null>(null);
  const [search] = useSearchParams();
  // The QR code of a worksite names it in the URL.
  const codedWorksite = situation.worksites.find(({ guid }) => guid === search.get('worksiteGuid'))?.guid;
  const [firstDate] = useState(() => proposedDateIn(organization.timeZone));
  const [start] = useState<EventFields>(() => ({
    ...emptyFields(situation, firstDate ?? ''),
    ...(codedWorksite && { worksite: codedWorksite }),
    ...restored?.fields,
  }));
  const isMounted = useIsMounted();
  const wrongClock = useWrongClock();
  const proposed = useRef(restored ? (restored.proposedDate ?? null) : firstDate);
  const keep = (fields: EventFields) =>
    draft.save({ key, reviewKey, fields, isQuick, at: restored?.at, proposedDate: proposed.current });
  const judge = useLaterErrors(situation, isQuick);
  const check = async (fields: EventFields) => [...(await judge(fields)), ...(await errorsOfFiles(form, fields))];
  const bodyOf = (typed: EventFields): ReportIncidentRequest => {
    const fields = isQuick
      ? quickFieldsOf(typed, situation, { now: now(), isAsked: proposed.current === null })
      : typed;
    return { ...(isQuick && { isQuick }), ...reportOf(fields, form, organization.guid), ...announcedOf(form, fields) };
  };
  const report = useCommandForm(fetchSchema, {
    start,
    key,
    bodyOf,
    check,
    place: placeField,
    // A quick report needs no confirmation: it can be changed until it is reviewed.
    ...(!isQuick && { confirm: setAsking }),
    send: async (): Promise<Sent> => {
      const outbox = await fetchOutbox();
      // Photos may have been resized and renamed meanwhile.
      await filesSettled();
      const fields = controls.getValues();
      const chosenReviewer = reviewerOf(fields);
      const body = bodyOf(fields);
      // A quick report is of the day on which it is sent.
      const proposedDate = fields.occurrenceDate === proposed.current ? body.occurrenceDate : proposed.current;
      const review = chosenReviewer ? { guid: chosenReviewer.guid, name: chosenReviewer.name, key: reviewKey } : null;
      const sent = await outbox
        .report({
          key,
          organizationGuid: organization.guid,
          formName: form.name,
          body: { ...body, at: restored?.at ?? now().toISOString() },
          review,
          fields,
          clock: clockNow(proposedDate, zoneOf(fields, situation)),
        })
        .catch(async (error: unknown) => {
          // While the page is open, the user corrects the report here; after that, in the outbox.
          if (isMounted.current) await outbox.takeOut(key, async () => keep(controls.getValues()));
          throw error;
        });
      await draft.discard();
      return sent;
    },
    onTyped: keep,
    // The dialog restores the focus when it closes, so close it before the summary takes the focus.
    onRefused: () => flushSync(() => setAsking(null)),
    onDone: (sent) => {
      if (!sent.arrived) return void navigate(incidentsPaths.outbox({ saved: key }), { replace: true });
      const {
        arrived: { eventId, number },
        reviewer,
        error,
        isCorrected,
        correctedDate,
      } = sent;
      const clockWords = [
        wrongClock && `This device’s clock is ${wrongClock}.`,
        clockText({ isCorrected: isCorrected || wrongClock !== null, correctedDate }),
      ]
        .filter(Boolean)
        .join(' ');
      showAlert({
        ...reportOutcome({ number, reviewer, error, clockWords }),
        action: { label: 'Add photos and files', onPress: () => navigate(incidentsPaths.eventAttachments(eventId)) },
      });
      void navigate(isQuick ? incidentsPaths.eventAttachments(eventId) : incidentsPaths.event(eventId), {
        replace: true,
      });
    },
  });
  const { controls, attempt, errors, refusal } = report;
  proposed.current = useProposedDate(firstDate, {
    zone: organization.timeZone,
    restored: restored && (restored.proposedDate ?? null),
    dateNow: () => controls.getValues('occurrenceDate'),
    offer: (date) => report.offer('occurrenceDate', date),
    isReady: controls.formState.isReady,
  });
  const [worksite, reportingGroupGuid] = controls.watch(['worksite', 'reportingGroupGuid']);
  const asksAtOnce = useAsksAtOnce(situation);
  // Until the settings are known, and without a connection, it is offered.
  const mayCall = useAlarmSettings()?.rules.find(({ code }) => code === 'CALLED')?.isEnabled ?? true;
  const [isChoosing, setChoosing] = useState(start.reviewerGuid !== '');
  const reviewers = useReviewers(situation, reportingGroupGuid, isChoosing || !asksAtOnce);
  /** The chosen reviewer, if they can still be chosen. */
  const reviewerOf = ({ reviewerGuid }: EventFields) => reviewers?.find(({ guid }) => guid === reviewerGuid);
  const phone = situation.worksites.find(({ guid }) => guid === worksite)?.emergencyPhone ?? null;
  const ownGroup = useOwnGroup(situation, controls.formState.isReady, (guid) => {
    if (!restored && !controls.getValues('reportingGroupGuid')) report.offer('reportingGroupGuid', guid);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ownGroup().then(() => report.submit());
  };
  const discard = () => {
    dropAttachmentDrafts(filesOf(form, controls.getValues()).map(({ attachmentGuid }) => attachmentGuid));
    void draft.discard().then(onRestart);
  };
  const next = (
    <NextReviewer
      situation={situation}
      reviewers={reviewers}
      isChoosing={isChoosing}
      onChoose={() => setChoosing(true)}
      isQuick={isQuick}
    />
  );
  const title = `Report ${nameWithArticle(form.name)}`;
  const button = isQuick ? title : `${title}…`;
  const returned = search.get('draft');
  const wasSentBefore = refusal instanceof ApiProblem && refusal.className === 'IdempotencyKeyReused';

  return (
    <div className={css.page}>
      {wide ? (
        <PageHeader
          crumbs={[
            { label: 'Events', to: incidentsPaths.eventList() },
            { label: 'Report an event', to: incidentsPaths.reportEvent() },
            { label: form.name },
          ]}
          title={title}
          meta={form.description}
          aside={<SavedLine status={draft.status} />}
        />
      ) : (
        <PhoneTop title={title} closeTo={incidentsPaths.eventList()} />
      )}
      {(!wide || form.requiresInjuredPersons || mayCall) && (
        <HelpFirst phone={phone}>{mayCall && <UrgentSwitch control={controls.control} />}</HelpFirst>
      )}
      <form noValidate onSubmit={submit}>
        <ErrorSummary
          errors={errors}
          attempt={attempt}
          title={errors.some(({ field }) => field) ? undefined : 'The report was not sent'}
        />
        {wasSentBefore && errors.length > 0 && (
          <Notice>
            <Banner tone="info">
              <ArrivedBefore />
            </Banner>
          </Notice>
        )}
        {restored && attempt === 0 && (
          <DraftNotice onDiscard={discard}>
            Your draft has been restored, as you left it on this device. {lastChangedText(draft.restored!)}
          </DraftNotice>
        )}
        <NoSignalNotice text="Your report is saved on this device and sent when Plimsoll is open and you have signal." />
        {wrongClock && (
          <Notice>
            <Banner tone="warning">
              This device’s clock is {wrongClock}. Your report uses the server’s time instead.
            </Banner>
          </Notice>
        )}
        {/* The form renders twice before it is ready; rendering the fields only then saves time on phones. */}
        {controls.formState.isReady && (
          <FormProvider {...controls}>
            <FilesToHold value="REPORT">
              {isQuick ? (
                <Suspense>
                  <QuickFields situation={situation} next={next} />
                </Suspense>
              ) : (
                <EventFormFields situation={situation} next={next} />
              )}
            </FilesToHold>
          </FormProvider>
        )}
        {isQuick && (
          <p className={css.all}>
            <Link to={incidentsPaths.reportEvent({ formGuid: form.formGuid, ...(returned && { draft: returned }) })}>
              Answer all questions now
            </Link>
          </p>
        )}
        <FormActions>
          <Button type="submit" variant="primary" size="l" leading={<IconSend size={20} aria-hidden />}>
            {button}
          </Button>
          {draft.status && (
            <DiscardDraft variant="quiet" leading={<IconTrash size={20} aria-hidden />} onDiscard={discard} />
          )}
          <span style={{ flex: 1 }} />
          <SavedLine status={draft.status} silent />
        </FormActions>
        <ThumbBar
          note={
            <>
              <SavedLine status={draft.status} icon={IconDeviceMobileCheck} fallback="Saved here as you type" />
              {draft.status && <DiscardDraft variant="quiet" size="s" onDiscard={discard} />}
            </>
          }
        >
          <Button type="submit" variant="primary" size="big" full>
            {button}
          </Button>
        </ThumbBar>
      </form>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => !report.busy && setAsking(null)}
        title={`Report this ${lowerCaseName(form.name)}`}
        confirmLabel={title}
        text={
          asking && <ReportSummary fields={asking} situation={situation} reviewer={reviewerOf(asking)?.name ?? null} />
        }
        icon={<IconSend size={20} aria-hidden />}
        busy={report.busy}
        onConfirm={() => asking && void report.sendNow(asking)}
      />
    </div>
  );
}
