import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { commandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { restoredText, useDraft, type DraftHandle } from '../../../lib/forms/drafts.ts';
import { useEditForm, type EditDraft } from '../../../lib/forms/edit-form.ts';
import { dropAttachmentDrafts } from '../../../lib/offline/attachment-drafts.ts';
import { incidentsPaths } from '../paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { DraftNotice, Notice, SaveActions, SavedAbove } from '../../../ui/inputs/DraftForm.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { lastListPath } from '../list/open-list.ts';
import { amendIncident, incidentHistoryQuery, incidentQuery } from '../api.ts';
import { amendmentOf, fieldsOf, type EventFields, type Situation } from './fields/event-fields.ts';
import css from './EventForm.module.css';
import { EventFormFields } from './EventFormFields.tsx';
import { isAtOpenQuestion, OpenQuestionFields } from './OpenQuestionFields.tsx';
import { FilesToHold } from './files/files-to-hold.ts';
import { useLaterErrors } from './errors/later-errors.ts';
import { mergeEdits, takeSide } from './merge-edits.ts';
import { NoSignalNotice } from './NoSignalNotice.tsx';
import { chosenIn, sendChosen } from './files/send-chosen.ts';
import { placeField } from './errors/server-errors.ts';
import { useSituation } from './situation.ts';
import { labelErrors, VersionConflicts } from './VersionConflicts.tsx';

export function EditForm({ incident, form }: { incident: IncidentDetail; form: Form }) {
  const { user, organization } = useStarted();
  const draft = useDraft<EditDraft<EventFields>>(`edit:${user.guid}:${organization.guid}:${incident.eventId}`);
  const [instance, setInstance] = useState(0);
  const situation = useSituation(
    form,
    incident.reportingGroupGuid && incident.reportingGroupName
      ? { guid: incident.reportingGroupGuid, name: incident.reportingGroupName }
      : undefined,
    incident.place.worksiteGuid,
  );
  if (draft.restored === undefined) return <Skeleton />;
  const restored = instance === 0 ? draft.restored?.value : undefined;
  return (
    <EditPage
      key={instance}
      incident={incident}
      situation={situation}
      draft={draft}
      restored={restored}
      onRestart={() => setInstance(instance + 1)}
    />
  );
}

const fetchSchema = async () => (await import('@plimsoll/contracts/incidents/requests')).amendIncidentRequest;

interface EditPageProps {
  incident: IncidentDetail;
  situation: Situation;
  draft: DraftHandle<EditDraft<EventFields>>;
  restored: EditDraft<EventFields> | undefined;
  onRestart: () => void;
}

function EditPage({ incident, situation, draft, restored, onRestart }: EditPageProps) {
  const { organization } = useStarted();
  const { eventId, number } = incident;
  const navigate = useNavigate();
  const command = useCommand(amendIncident);
  const target = { params: { eventId }, query: { organizationGuid: organization.guid } };
  // Questions that a quick report has skipped stay optional until the review.
  const check = useLaterErrors(situation, incident.openQuestions.length > 0);
  const form = useEditForm(fetchSchema, {
    record: incident,
    draft,
    storedDraft: restored,
    fieldsOf,
    bodyOf: (fields, base) => amendmentOf(base, fields, situation.form),
    check,
    place: placeField,
    send: async ({ body, key, revision }) => {
      if (Object.keys(body).length === 0) return null;
      const seen = await sendChosen(situation.form, form.controls.getValues('answers'), {
        organizationGuid: organization.guid,
        eventId,
        revision,
      });
      const saved = await command.send({ asked: { ...target, body }, key, revision: seen });
      dropChosen();
      return saved;
    },
    newest: async () => {
      const [newest] = await Promise.all([
        queryClient.fetchQuery({ ...incidentQuery(organization.guid, eventId), staleTime: 0 }),
        queryClient.fetchQuery({ ...incidentHistoryQuery(organization.guid, eventId), staleTime: 0 }),
      ]);
      return newest;
    },
    merge: mergeEdits,
    take: takeSide,
    onSaved: (saved) => {
      if (saved) showAlert({ type: 'success', title: `Event ${number} was changed` });
      void navigate(incidentsPaths.event(eventId), { replace: true });
    },
  });
  const { clash, errors, attempt } = form;
  const [search, setSearch] = useSearchParams();
  // What is wrong elsewhere, or was changed by others, needs the whole form.
  const isOpenOnly =
    search.has('open') &&
    incident.openQuestions.length > 0 &&
    !clash &&
    errors.every(({ field }) => isAtOpenQuestion(field, incident));
  const dropChosen = () =>
    dropAttachmentDrafts(
      chosenIn(situation.form, form.controls.getValues('answers')).map(({ attachmentGuid }) => attachmentGuid),
    );
  const discard = () => {
    dropChosen();
    void draft.discard().then(onRestart);
  };

  return (
    <div className={css.page}>
      <PageHeader
        crumbs={[
          { label: 'Events', to: lastListPath() },
          { label: String(number), to: incidentsPaths.event(eventId) },
          { label: 'Edit' },
        ]}
        title={commandTexts.amend(number)}
        meta={incident.heading}
        aside={<SavedAbove status={draft.status} />}
      />
      <form noValidate onSubmit={form.submit}>
        <ErrorSummary
          errors={labelErrors(errors, situation)}
          attempt={attempt}
          title={errors.some(({ field }) => field) ? undefined : 'The changes were not saved'}
        />
        <NoSignalNotice text="Your changes are saved on this device. Save the event when you are back online." />
        {clash && <VersionConflicts clash={clash} situation={situation} form={form} />}
        {restored && !clash && attempt === 0 && (
          <DraftNotice onDiscard={discard}>{restoredText(draft.restored!)}</DraftNotice>
        )}
        {(incident.state === 'REVIEWED' || incident.state === 'APPROVAL_REQUESTED') && !clash && (
          <Notice>
            <Banner tone="warning">
              This event has already been reviewed. Your changes mark it as changed since the review.
            </Banner>
          </Notice>
        )}
        {/* The form renders twice before it is ready; rendering the fields only then saves time on phones. */}
        {form.controls.formState.isReady && (
          <FormProvider {...form.controls}>
            <FilesToHold value="EVENT">
              {isOpenOnly ? (
                <OpenQuestionFields
                  incident={incident}
                  situation={situation}
                  onAll={() => setSearch({}, { replace: true })}
                />
              ) : (
                <EventFormFields situation={situation} />
              )}
            </FilesToHold>
          </FormProvider>
        )}
        <SaveActions
          label={`Save event ${number}`}
          busy={form.busy}
          cancelTo={incidentsPaths.event(eventId)}
          status={draft.status}
          onDiscard={discard}
        />
      </form>
    </div>
  );
}
