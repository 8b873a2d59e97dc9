import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../../lib/alerts.ts';
import { useDraft, type DraftHandle } from '../../../lib/drafts.ts';
import { useFormKey } from '../../../lib/http.ts';
import { paths } from '../../../lib/paths.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useStarted } from '../../../lib/startup.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { ThumbBar } from '../../../ui/ThumbBar.tsx';
import { incidentHistoryQuery, incidentQuery, useIncidentCommand } from '../api.ts';
import { amendmentOf, fieldsOf, type EventFields, type Situation } from './event-fields.ts';
import css from './EventForm.module.css';
import { EventFormFields } from './EventFormFields.tsx';
import { mergeEdits, takeTheirs, type Conflict } from './merge-edits.ts';
import { SavedLine } from './SavedLine.tsx';
import { placeFaults } from './server-faults.ts';
import { useSituation } from './situation.ts';
import { useEventForm } from './use-event-form.ts';
import { VersionConflicts } from './VersionConflicts.tsx';

/** What was typed, and the event as it stood when the person began. */
interface EditDraft {
  base: EventFields;
  revision: number;
  fields: EventFields;
}

export function EditForm({ incident, form }: { incident: IncidentDetail; form: Form }) {
  const { user, organization } = useStarted();
  const draft = useDraft<EditDraft>(`edit:${user.guid}:${organization.guid}:${incident.eventId}`);
  const [instance, setInstance] = useState(0);
  const situation = useSituation(form, incident.reportingGroupGuid && incident.reportingGroupName ? { guid: incident.reportingGroupGuid, name: incident.reportingGroupName } : undefined);
  if (draft.restored === undefined) return <Skeleton />;
  const kept = instance === 0 ? draft.restored?.value : undefined;
  return <EditPage key={instance} incident={incident} situation={situation} draft={draft} kept={kept} onStartAnew={() => setInstance(instance + 1)} />;
}

interface EditPageProps {
  incident: IncidentDetail;
  situation: Situation;
  draft: DraftHandle<EditDraft>;
  kept: EditDraft | undefined;
  onStartAnew: () => void;
}

interface Clash {
  incident: IncidentDetail;
  since: number;
  conflicts: Conflict[];
}

function EditPage({ incident, situation, draft, kept, onStartAnew }: EditPageProps) {
  const { organization } = useStarted();
  const { eventId, number } = incident;
  const navigate = useNavigate();
  const { key, renew } = useFormKey();
  const [begun] = useState(() => kept ?? { base: fieldsOf(incident), revision: incident.revision, fields: fieldsOf(incident) });
  const base = useRef({ fields: begun.base, revision: begun.revision });
  const [clash, setClash] = useState<Clash | null>(null);
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({});
  const keep = (fields: EventFields) => draft.save({ base: base.current.fields, revision: base.current.revision, fields });
  const { controls, attempt, faults, attemptTo, refuse } = useEventForm(situation, begun.fields, keep);
  const command = useIncidentCommand(organization.guid, eventId);

  /** Brings what was typed upon what is saved now; nothing typed is lost. */
  const bringTogether = async (mine: EventFields) => {
    const since = base.current.revision;
    const [newest] = await Promise.all([
      queryClient.fetchQuery({ ...incidentQuery(organization.guid, eventId), staleTime: 0 }),
      queryClient.fetchQuery({ ...incidentHistoryQuery(organization.guid, eventId), staleTime: 0 }),
    ]);
    const theirs = fieldsOf(newest);
    const merged = mergeEdits(base.current.fields, theirs, mine);
    base.current = { fields: theirs, revision: newest.revision };
    controls.reset(merged.fields, { keepDefaultValues: false });
    keep(merged.fields);
    setChosen({});
    setClash({ incident: newest, since, conflicts: merged.conflicts });
    renew();
    window.scrollTo({ top: 0 });
  };

  const leave = async () => {
    await draft.discard();
    await navigate(paths.event(eventId), { replace: true });
  };
  const send = (fields: EventFields) => {
    const body = amendmentOf(base.current.fields, fields, situation.form);
    if (Object.keys(body).length === 0) return void leave();
    command.mutate(
      { command: 'amend', body, key, revision: base.current.revision },
      {
        onSuccess: () => {
          showAlert({ type: 'success', title: `Event ${number} was changed` });
          void leave();
        },
        onError: (fault) => {
          if (fault instanceof ApiProblem && fault.className === 'StaleRevision') bringTogether(fields).catch((failure: unknown) => refuse(placeFaults(failure, body)));
          else refuse(placeFaults(fault, body));
        },
      },
    );
  };
  const choose = (conflict: Conflict, side: 'mine' | 'theirs') => {
    setChosen({ ...chosen, [conflict.field]: side });
    const fields = takeTheirs(controls.getValues(), side === 'theirs' ? conflict : { ...conflict, theirs: conflict.mine });
    controls.reset(fields, { keepDefaultValues: true });
    keep(fields);
  };

  return (
    <div className={css.page}>
      <PageHeader
        crumbs={[{ label: 'Events', to: paths.eventList() }, { label: String(number), to: paths.event(eventId) }, { label: 'Edit' }]}
        title={`Edit event ${number}`}
        meta={incident.heading}
        aside={<SavedLine status={draft.status} />}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!command.isPending) void attemptTo(send);
        }}
      >
        <ErrorSummary faults={faults} attempt={attempt} title={faults.some(({ field }) => field) ? undefined : 'The changes were not saved'} />
        {clash && <VersionConflicts incident={clash.incident} since={clash.since} situation={situation} conflicts={clash.conflicts} chosen={chosen} onChoose={choose} />}
        {kept && !clash && attempt === 0 && (
          <div className={css.notice}>
            <Banner
              tone="info"
              action={
                <Button size="s" onClick={() => void draft.discard().then(onStartAnew)}>
                  Discard draft
                </Button>
              }
            >
              Your changes are back, as you left them on this device. They are not saved yet.
            </Banner>
          </div>
        )}
        {(incident.state === 'REVIEWED' || incident.state === 'APPROVAL_REQUESTED') && !clash && (
          <div className={css.notice}>
            <Banner tone="warning">This event is reviewed already. It stays there, marked as changed since the review.</Banner>
          </div>
        )}
        <FormProvider {...controls}>
          <EventFormFields situation={situation} isReport={false} />
        </FormProvider>
        <div className={css.submit}>
          <SubmitButton size="l" busy={command.isPending} leading={<IconDeviceFloppy size={20} aria-hidden />}>
            Save event {number}
          </SubmitButton>
          <ButtonLink size="l" to={paths.event(eventId)}>
            Cancel
          </ButtonLink>
          {draft.status && (
            <Button variant="quiet" leading={<IconTrash size={20} aria-hidden />} onClick={() => void draft.discard().then(onStartAnew)}>
              Discard draft
            </Button>
          )}
        </div>
        <ThumbBar note={<SavedLine status={draft.status} />}>
          <SubmitButton size="big" full busy={command.isPending}>
            Save event {number}
          </SubmitButton>
        </ThumbBar>
      </form>
    </div>
  );
}
