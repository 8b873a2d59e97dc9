import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import { useCommand } from '../../../lib/api/command.ts';
import { formsPaths } from '../paths.ts';
import { formDraftQuery } from '../public/form-drafts.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { archiveForm, discardFormChanges, publishForm, removeDraft, removeForm, restoreForm } from '../api.ts';
import { CategoriesSection } from '../components/CategoriesSection.tsx';
import { FormCodes } from '../components/FormCodes.tsx';
import { countedEvents, statusLabel, versionLabel, workflowLabels } from '../labels.ts';
import { NewFormDialog } from '../components/NewFormDialog.tsx';

export { loadFormDraft as loader } from '../public/form-drafts.ts';

type FormCommand = 'publish' | 'discard-changes' | 'archive' | 'restore' | 'delete' | 'copy';

/** Page of a form: its details, versions and commands. */
export function Component() {
  const { organization } = useStarted();
  const { formGuid } = useParams();
  const query = useQuery(formDraftQuery(organization.guid, formGuid!));
  const form = query.data;
  const [dialog, setDialog] = useState<FormCommand | null>(null);
  const navigate = useNavigate();
  const name = form?.name ?? 'Form';
  const list = form?.isBuiltIn ? formsPaths.builtInForms() : formsPaths.forms();
  const may = (command: KeptForm['allowedCommands'][number]) => form?.allowedCommands.includes(command);
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Forms', to: list }, { label: name }]}
        title={name}
        meta={form && <Badge>{statusLabel(form)}</Badge>}
        actions={
          form && (
            <>
              <ButtonLink to={formsPaths.previewForm(form.formGuid)} leading={<IconEye size={20} aria-hidden />}>
                Preview
              </ButtonLink>
              {may('change') && (
                <ButtonLink to={formsPaths.editForm(form.formGuid)} leading={<IconPencil size={20} aria-hidden />}>
                  Edit
                </ButtonLink>
              )}
              {may('publish') && form.hasUnpublishedChanges && (
                <Button
                  variant="primary"
                  leading={<IconSend size={20} aria-hidden />}
                  onClick={() => setDialog('publish')}
                >
                  Publish…
                </Button>
              )}
            </>
          )
        }
      />
      <QueryView query={query} home={formsPaths.forms()}>
        {(found) => (
          <Stack>
            <Facts form={found} />
            <CategoriesSection form={found} />
            <Versions form={found} />
            {found.versions.length + Number(found.isBuiltIn) > 0 && <FormCodes form={found} />}
            <Section title="What else is done with it">
              <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 16 }}>
                <Button leading={<IconCopy size={20} aria-hidden />} onClick={() => setDialog('copy')}>
                  Copy…
                </Button>
                {may('discard-changes') && found.hasUnpublishedChanges && (
                  <Button onClick={() => setDialog('discard-changes')}>Discard changes…</Button>
                )}
                {may('archive') && (
                  <Button leading={<IconArchive size={20} aria-hidden />} onClick={() => setDialog('archive')}>
                    Archive…
                  </Button>
                )}
                {may('restore') && (!found.isBuiltIn || found.isHidden) && (
                  <Button leading={<IconArchiveOff size={20} aria-hidden />} onClick={() => setDialog('restore')}>
                    Offer it again…
                  </Button>
                )}
                {may('delete') && !found.isHidden && (
                  <Button
                    variant="danger"
                    leading={
                      found.isBuiltIn ? <IconEyeOff size={20} aria-hidden /> : <IconTrash size={20} aria-hidden />
                    }
                    onClick={() => setDialog('delete')}
                  >
                    {found.isBuiltIn ? 'Hide…' : 'Delete draft…'}
                  </Button>
                )}
              </div>
            </Section>
          </Stack>
        )}
      </QueryView>
      {form && dialog === 'copy' && (
        <NewFormDialog
          original={form}
          onDone={(copy) => void navigate(formsPaths.editForm(copy))}
          onClose={() => setDialog(null)}
        />
      )}
      {form && dialog && dialog !== 'copy' && (
        <FormCommandDialog form={form} dialog={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function Facts({ form }: { form: KeptForm }) {
  const { trifContributor, ltifContributor, mvifContributor } = form;
  const counted = [trifContributor && 'TRIF', ltifContributor && 'LTIF', mvifContributor && 'MVIF']
    .filter(Boolean)
    .join(', ');
  const questions = form.groups.reduce((sum, group) => sum + group.questions.length, 0);
  const yesNo = (is: boolean) => (is ? 'Yes' : 'No');
  return (
    <Section title="What it is">
      <KeyValues
        items={[
          { term: 'Description', value: form.description || 'None' },
          ...(form.isBuiltIn ? [] : [{ term: 'Version', value: versionLabel(form) }]),
          {
            term: 'Questions',
            value: `${questions} in ${form.groups.length} ${form.groups.length === 1 ? 'group' : 'groups'}`,
          },
          { term: 'After a report', value: workflowLabels[form.eventWorkflow] },
          { term: 'Counts towards', value: form.isLeading ? 'Proactive safety' : counted || 'No rate' },
          { term: 'Sensitive', value: yesNo(form.isSensitive) },
          {
            term: 'People hurt',
            value: form.requiresInjuredPersons ? 'At least one person' : form.asksPeopleHurt ? 'Optional' : 'Not asked',
          },
          { term: 'Other people', value: form.asksOtherPeople ? 'Optional' : 'Not asked' },
          { term: 'Rating', value: form.asksRating ? 'At review' : 'Not asked' },
          {
            term: 'Events',
            value:
              form.eventCount > 0 ? (
                <Link to={incidentsPaths.eventList(1, { formGuid: form.formGuid })}>
                  {countedEvents(form.eventCount)}
                </Link>
              ) : (
                countedEvents(0)
              ),
          },
        ]}
      />
    </Section>
  );
}

function Versions({ form: { isBuiltIn, versions } }: { form: KeptForm }) {
  const { organization } = useStarted();
  if (isBuiltIn) return null;
  return (
    <Section title="Versions">
      {versions.length > 0 ? (
        <KeyValues
          items={versions.map(({ version, publishedAt, publishedBy }) => ({
            term: `Version ${version}`,
            value: `${formatInstant(publishedAt, organization.timeZone)}${publishedBy ? `, by ${publishedBy.name}` : ''}`,
          }))}
        />
      ) : (
        <p>Nothing has been published yet: nobody is offered this form.</p>
      )}
    </Section>
  );
}

/** Dialog of a command. */
function FormCommandDialog({
  form,
  dialog,
  onClose,
}: {
  form: KeptForm;
  dialog: Exclude<FormCommand, 'copy'>;
  onClose: () => void;
}) {
  const { organization } = useStarted();
  const navigate = useNavigate();
  const isDraft = !form.isBuiltIn && form.state === 'DRAFT';
  const commands = {
    publish: useCommand(publishForm),
    'discard-changes': useCommand(discardFormChanges),
    archive: useCommand(archiveForm),
    restore: useCommand(restoreForm),
    delete: useCommand(isDraft ? removeDraft : removeForm),
  };
  const words = {
    publish: {
      title: `Publish ${form.name}`,
      text: `It becomes version ${form.version + 1}, which people report by from then on. Events keep the version that they were reported by.`,
      refused: 'The form was not published',
      done: `Version ${form.version + 1} of ${form.name} was published`,
    },
    'discard-changes': {
      title: `Discard changes of ${form.name}`,
      text: `What you see here becomes again what version ${form.version} is.`,
      refused: 'The changes were not discarded',
      done: 'The changes were discarded',
    },
    archive: {
      title: `Archive ${form.name}`,
      text: 'Nobody is offered it any more. Its events keep it.',
      refused: 'The form was not archived',
      done: `${form.name} was archived`,
    },
    restore: {
      title: `Offer ${form.name} again`,
      text: 'People report by it as before.',
      refused: 'The form is not offered',
      done: `${form.name} is offered again`,
    },
    delete: form.isBuiltIn
      ? {
          title: `Hide ${form.name}`,
          text: 'Nobody here is offered it until somebody offers it again. Its events keep it.',
          refused: 'The form was not hidden',
          done: `${form.name} was hidden`,
        }
      : {
          title: `Delete the draft ${form.name}`,
          text: 'Nobody has reported by it. It is gone for good.',
          refused: 'The draft was not deleted',
          done: `The draft ${form.name} was deleted`,
        },
  }[dialog];
  const send = (key: string) =>
    commands[dialog].send({
      asked: { params: { guid: form.formGuid }, query: { organizationGuid: organization.guid } },
      key,
      revision: form.revision,
    });
  return (
    <RemovalDialog
      {...words}
      danger={dialog === 'delete'}
      send={send}
      onDone={() => isDraft && dialog === 'delete' && void navigate(formsPaths.forms(), { replace: true })}
      onClose={onClose}
    />
  );
}
