import { IconDeviceMobileCheck, IconSend, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { showAlert } from '../../../lib/alerts.ts';
import { now, useWrongClock } from '../../../lib/clock.ts';
import { useCommand } from '../../../lib/command.ts';
import { useCommandForm } from '../../../lib/command-form.ts';
import { lastChangedWords, useDraft, type DraftHandle } from '../../../lib/drafts.ts';
import { dropHeldFiles, heldFile, releaseFiles } from '../../../lib/held-files.ts';
import { newGuid } from '../../../lib/ids.ts';
import { paths } from '../../../lib/paths.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { useStarted } from '../../../lib/startup.ts';
import { todayIn } from '../../../lib/time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { DiscardDraft, DraftNotice, FormActions, Notice, SavedLine } from '../../../ui/DraftForm.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { ThumbBar } from '../../../ui/ThumbBar.tsx';
import { useWide } from '../../../ui/useWide.ts';
import { reportIncident, requestFirstReview } from '../api.ts';
import { emptyFields, reportOf, type EventFields, type Situation } from './event-fields.ts';
import css from './EventForm.module.css';
import { EventFormFields } from './EventFormFields.tsx';
import { useLaterFaults } from './later-faults.ts';
import { aThing, thingOf } from './form-words.ts';
import { FilesToHold } from './files-to-hold.ts';
import { HelpFirst, PhoneTop } from './PhoneTop.tsx';
import { useOwnGroup } from './own-group.ts';
import { filesIn } from './questions.ts';
import { reportDraftKey, type ReportDraft } from './report-drafts.ts';
import { reportOutcome } from './report-outcome.ts';
import { sendWithTime } from './report-time.ts';
import { ReportSummary } from './ReportSummary.tsx';
import { useReviewers } from './reviewers.ts';
import { placeField } from './server-faults.ts';
import { useSituation } from './situation.ts';

/** Reports by one form; the draft on this device comes back by itself. */
export function ReportForm({ form }: { form: Form }) {
  const { user, organization } = useStarted();
  const draft = useDraft<ReportDraft>(reportDraftKey(user.guid, organization.guid, form.formGuid));
  const [instance, setInstance] = useState(0);
  const situation = useSituation(form);
  if (draft.restored === undefined) return <Skeleton />;
  const kept = instance === 0 ? draft.restored?.value : undefined;
  return <ReportPage key={instance} situation={situation} draft={draft} kept={kept} onStartAnew={() => setInstance(instance + 1)} />;
}

/** The files that the report announces: those that its answers name, as far as this device has them. */
function announcedOf(form: Form, { answers }: EventFields): Pick<ReportIncidentRequest, 'awaitedAttachments'> {
  const awaitedAttachments = filesIn(form, answers).flatMap(({ questionGuid, attachmentGuid }) => {
    const file = heldFile(attachmentGuid);
    return file ? [{ attachmentGuid, name: file.name, size: file.size, questionGuid }] : [];
  });
  return awaitedAttachments.length > 0 ? { awaitedAttachments } : {};
}

const fetchSchema = async () => (await import('@plimsoll/contracts/incidents/requests')).reportIncidentRequest;

interface ReportPageProps {
  situation: Situation;
  draft: DraftHandle<ReportDraft>;
  kept: ReportDraft | undefined;
  onStartAnew: () => void;
}

function ReportPage({ situation, draft, kept, onStartAnew }: ReportPageProps) {
  const { organization } = useStarted();
  const { form } = situation;
  const navigate = useNavigate();
  const wide = useWide(768);
  const [key] = useState(() => kept?.key ?? newGuid());
  const [reviewKey] = useState(() => kept?.reviewKey ?? newGuid());
  const [asking, setAsking] = useState<EventFields | null>(null);
  const [start] = useState<EventFields>(() => ({ ...emptyFields(situation, todayIn(organization.timeZone, now())), ...kept?.fields }));
  const sentAt = useRef(kept?.at);
  const isCorrected = useRef(false);
  const wrongClock = useWrongClock();
  const keep = (fields: EventFields, at: string | undefined) => {
    sentAt.current = at;
    draft.save({ key, reviewKey, fields, at });
  };
  const command = useCommand(reportIncident);
  const review = useCommand(requestFirstReview);
  const check = useLaterFaults(situation);
  const report = useCommandForm(fetchSchema, {
    start,
    key,
    bodyOf: (fields) => ({ ...reportOf(fields, form, organization.guid), ...announcedOf(form, fields) }),
    check,
    place: placeField,
    confirm: setAsking,
    send: async (body) => {
      const query = { organizationGuid: organization.guid };
      const done = await sendWithTime((at) => command.send({ asked: { query, body: { ...body, at } }, key }), {
        before: sentAt.current,
        keep: (at) => keep(controls.getValues(), at),
        onCorrected: () => (isCorrected.current = true),
      });
      const asked = reviewerOf(controls.getValues());
      if (!asked) return { ...done, reviewer: null, fault: null };
      const fault: unknown = await review
        .send({ asked: { params: { eventId: done.eventId }, query, body: { reviewerGuid: asked.guid } }, key: reviewKey, revision: done.revision })
        .then(() => null, (refused: unknown) => refused);
      return { ...done, reviewer: asked.name, fault };
    },
    onTyped: (fields) => keep(fields, sentAt.current),
    // The dialog gives the focus back as it closes; only after that can the summary keep it.
    onRefused: () => flushSync(() => setAsking(null)),
    onDone: ({ eventId, number, reviewer, fault }) => {
      void draft.discard();
      releaseFiles(filesIn(form, controls.getValues('answers')).map(({ attachmentGuid }) => attachmentGuid), { organizationGuid: organization.guid, owner: { kind: 'event', guid: eventId }, words: `event ${number}` });
      const clockWords = [wrongClock && `This device’s clock is ${wrongClock}.`, (wrongClock || isCorrected.current) && 'The event has the server’s time.'].filter(Boolean).join(' ');
      showAlert({ ...reportOutcome({ number, reviewer, fault, clockWords }), action: { label: 'Add photos and files', onPress: () => navigate(paths.eventAttachments(eventId)) } });
      void navigate(paths.event(eventId), { replace: true });
    },
  });
  const { controls, attempt, faults, refusal } = report;
  const [worksite, reportingGroupGuid] = controls.watch(['worksite', 'reportingGroupGuid']);
  const reviewers = useReviewers(situation, reportingGroupGuid);
  /** Whoever is chosen, while they may still be asked. */
  const reviewerOf = ({ reviewerGuid }: EventFields) => reviewers?.find(({ guid }) => guid === reviewerGuid);
  const phone = situation.worksites.find(({ guid }) => guid === worksite)?.emergencyPhone ?? null;
  useOwnGroup(situation, (guid) => {
    if (!kept && !controls.getValues('reportingGroupGuid')) report.offer('reportingGroupGuid', guid);
  });

  const discard = () => {
    dropHeldFiles(filesIn(form, controls.getValues('answers')).map(({ attachmentGuid }) => attachmentGuid));
    void draft.discard().then(onStartAnew);
  };
  const title = `Report ${aThing(form.name)}`;
  const isUnsent = refusal instanceof ApiProblem && refusal.status === 0;
  const wasSentBefore = refusal instanceof ApiProblem && refusal.className === 'IdempotencyKeyReused';

  return (
    <div className={css.page}>
      {wide ? (
        <PageHeader
          crumbs={[{ label: 'Events', to: paths.eventList() }, { label: 'Report an event', to: paths.reportEvent() }, { label: form.name }]}
          title={title}
          meta={form.description}
          aside={<SavedLine status={draft.status} />}
        />
      ) : (
        <PhoneTop title={title} closeTo={paths.eventList()} />
      )}
      {(!wide || form.requiresInjuredPersons) && <HelpFirst phone={phone} />}
      <form noValidate onSubmit={report.submit}>
        <ErrorSummary faults={faults} attempt={attempt} title={faults.some(({ field }) => field) ? undefined : 'The report was not sent'} />
        {(isUnsent || wasSentBefore) && faults.length > 0 && (
          <Notice>
            <Banner tone="info">
              {isUnsent ? (
                'What you typed is still here. Send again when you have signal; it will count once.'
              ) : (
                <>
                  An earlier version of this report has already arrived. <Link to={paths.eventList()}>Find it in the list</Link> and change it there.
                </>
              )}
            </Banner>
          </Notice>
        )}
        {kept && attempt === 0 && <DraftNotice onDiscard={discard}>Your draft has been restored, as you left it on this device. {lastChangedWords(draft.restored!)}</DraftNotice>}
        {wrongClock && (
          <Notice>
            <Banner tone="warning">This device’s clock is {wrongClock}. Your report uses the server’s time instead.</Banner>
          </Notice>
        )}
        {/* A form draws itself twice before it is ready, of which a phone would feel the fields. */}
        {controls.formState.isReady && (
          <FormProvider {...controls}>
            <FilesToHold value>
              <EventFormFields situation={situation} isReport reviewers={reviewers} />
            </FilesToHold>
          </FormProvider>
        )}
        <FormActions>
          <Button type="submit" variant="primary" size="l" leading={<IconSend size={20} aria-hidden />}>
            {title}…
          </Button>
          {draft.status && <DiscardDraft variant="quiet" leading={<IconTrash size={20} aria-hidden />} onDiscard={discard} />}
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
            {title}…
          </Button>
        </ThumbBar>
      </form>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => !report.busy && setAsking(null)}
        title={`Report this ${thingOf(form.name)}`}
        confirmLabel={title}
        text={asking && <ReportSummary fields={asking} situation={situation} reviewer={reviewerOf(asking)?.name ?? null} />}
        icon={<IconSend size={20} aria-hidden />}
        busy={report.busy}
        onConfirm={() => asking && void report.sendNow(asking)}
      />
    </div>
  );
}
