import { arrayMove } from '@dnd-kit/sortable';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import { useCommand } from '../../../lib/api/command.ts';
import { formsPaths } from '../paths.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { FormEditorPage } from '../public/FormEditorPage.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SortableList } from '../../../ui/data/SortableList.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { publishForm } from '../api.ts';
import css from '../builder/Builder.module.css';
import { QuestionCard } from '../builder/QuestionCard.tsx';
import { AutoSaveSelect, AutoSaveTextField, AutoSaveTextArea } from '../builder/AutoSave.tsx';
import { useBuilder, type Builder, type Clash } from '../builder/use-builder.ts';
import { workflowLabels } from '../labels.ts';

export { loadFormDraft as loader } from '../public/form-drafts.ts';

/** Editor of a form. Changes are saved automatically. */
export const Component = () => (
  <FormEditorPage
    step="Edit"
    titleOf={(name) => `Edit ${name}`}
    other={{ label: 'Preview', to: formsPaths.previewForm }}
  >
    {(form) =>
      form.allowedCommands.includes('change') ? (
        <FormBuilder form={form} />
      ) : (
        <Banner>This form is not worked on any more. Copy it, or offer it again, from its page.</Banner>
      )
    }
  </FormEditorPage>
);

const saveStateLabels = {
  SAVED: 'All changes are saved',
  SAVING: 'Saving…',
  NOT_SAVED: 'The last change is not saved',
} as const;

function FormBuilder({ form }: { form: KeptForm }) {
  const builder = useBuilder(form);
  const [added, setAdded] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  // Move the focus to what was just added.
  useEffect(() => {
    const field = added && document.getElementById(added);
    if (!field) return;
    field.focus();
    setAdded(null);
  }, [added, form]);
  const addGroup = () => {
    const groupGuid = newGuid();
    void builder
      .save({ what: 'groups', body: { add: [{ groupGuid, title: '' }] } })
      .then((isSaved) => isSaved && setAdded(`title-${groupGuid}`));
  };
  return (
    <Stack>
      <div>
        <Banner live tone={builder.problem || builder.state === 'NOT_SAVED' ? 'warning' : 'info'}>
          {builder.problem ?? saveStateLabels[builder.state]}
        </Banner>
        {builder.clash && <Clashing clash={builder.clash} builder={builder} />}
      </div>
      <Details form={form} builder={builder} />
      {form.groups.map((group, index) => (
        <GroupSection
          key={group.groupGuid}
          form={form}
          group={group}
          index={index}
          builder={builder}
          onAdded={setAdded}
        />
      ))}
      <div className={css.actions}>
        <Button leading={<IconPlus size={20} aria-hidden />} onClick={addGroup}>
          Add a group
        </Button>
        <Publish form={form} builder={builder} onRefused={setRefused} />
      </div>
      {isRefused && builder.problem && <Banner tone="warning">It is not published yet. {builder.problem}.</Banner>}
    </Stack>
  );
}

function Clashing({ clash: { change, theirs }, builder }: { clash: Clash; builder: Builder }) {
  return (
    <Section title="Somebody else saved this form meanwhile">
      <p>
        Yours, not saved yet: <b>{wordsOf(change.body)}</b>
      </p>
      <p>
        Theirs: <b>{theirs.name}</b>, with {theirs.groups.reduce((sum, group) => sum + group.questions.length, 0)}{' '}
        questions, is what this page shows now.
      </p>
      <div className={css.actions}>
        <Button variant="primary" onClick={() => void builder.keepMine()}>
          Save mine upon theirs
        </Button>
        <Button onClick={builder.takeTheirs}>Go on with theirs</Button>
      </div>
    </Section>
  );
}

/** The texts in a request body, to show what the user typed or chose. */
const wordsOf = (body: object): string =>
  Object.values(body)
    .flatMap((part: unknown) => (Array.isArray(part) ? part : [part]))
    .flatMap((part: unknown) =>
      typeof part === 'object' && part !== null
        ? Object.entries(part)
            .filter(([name]) => !name.endsWith('Guid'))
            .map(([, value]) => value as unknown)
        : [part],
    )
    .map((value) =>
      typeof value === 'string'
        ? value
        : typeof value === 'boolean'
          ? value
            ? 'Yes'
            : 'No'
          : typeof value === 'number'
            ? String(value)
            : null,
    )
    .filter(Boolean)
    .join(', ') || 'Another order';

const flags = [
  [
    'isSensitive',
    'Sensitive',
    'Seen by whoever reports, reviews or approves it, by admins, and by those who may see injuries.',
  ],
  ['asksPeopleHurt', 'People hurt', 'Reports have a section for people who were hurt.'],
  ['requiresInjuredPersons', 'Somebody was hurt', 'A report names at least one injured person.'],
  ['asksOtherPeople', 'Other people', 'Reports have a section for witnesses and other people involved.'],
  ['asksRating', 'Rating', 'Reviewers rate severity and likelihood.'],
  ['isLeading', 'Proactive', 'It counts as proactive safety, and towards no rate.'],
  ['trifContributor', 'Counts towards TRIF', ''],
  ['ltifContributor', 'Counts towards LTIF', 'And towards TRIF.'],
  ['mvifContributor', 'Counts towards MVIF', ''],
] as const;
const workflows = (Object.keys(workflowLabels) as (keyof typeof workflowLabels)[]).map((value) => ({
  value,
  label: workflowLabels[value],
}));

function Details({ form, builder }: { form: KeptForm; builder: Builder }) {
  return (
    <Section title="What it is">
      <FieldStack>
        <AutoSaveTextField
          label="Name"
          value={form.name}
          error={builder.errors.get('name')}
          maxLength={200}
          onLeft={(name) => void builder.save({ what: 'details', body: { name } })}
        />
        <AutoSaveTextArea
          label="Description"
          optional
          value={form.description}
          error={builder.errors.get('description')}
          onLeft={(description) => void builder.save({ what: 'details', body: { description } })}
        />
        <AutoSaveSelect
          label="After a report"
          options={workflows}
          value={form.eventWorkflow}
          onLeft={(eventWorkflow) => eventWorkflow && void builder.save({ what: 'workflow', body: { eventWorkflow } })}
        />
        {flags.map(([flag, label, hint]) => (
          <CheckboxField
            key={flag}
            label={label}
            hint={hint}
            error={builder.errors.get(flag)}
            checked={form[flag]}
            onChange={({ target }) => void builder.save({ what: 'details', body: { [flag]: target.checked } })}
          />
        ))}
      </FieldStack>
    </Section>
  );
}

interface GroupSectionProps {
  form: KeptForm;
  group: KeptForm['groups'][number];
  index: number;
  builder: Builder;
  /** Receives the id of the field to focus. */
  onAdded: (id: string) => void;
}

function GroupSection({ form, group, index, builder, onAdded }: GroupSectionProps) {
  const own = group.questions.map(({ questionGuid }) => questionGuid);
  const first = form.groups.slice(0, index).reduce((sum, other) => sum + other.questions.length, 0);
  const order = (questionGuids: string[]) =>
    builder.save({
      what: 'questions',
      body: {
        order: form.groups.map((other) => ({
          groupGuid: other.groupGuid,
          questionGuids: other === group ? questionGuids : other.questions.map(({ questionGuid }) => questionGuid),
        })),
      },
    });
  const moveGroup = (by: 1 | -1) =>
    void builder.save({
      what: 'groups',
      body: {
        order: arrayMove(
          form.groups.map(({ groupGuid }) => groupGuid),
          index,
          index + by,
        ),
      },
    });
  const add = () => {
    const questionGuid = newGuid();
    void builder
      .save({
        what: 'questions',
        body: { add: [{ questionGuid, groupGuid: group.groupGuid, type: 'TEXT', text: '' }] },
      })
      .then((isSaved) => isSaved && onAdded(`text-${questionGuid}`));
  };
  const name = group.title || `group ${index + 1}`;
  return (
    <Section
      title={group.title || `Group ${index + 1}`}
      action={
        <div className={css.actions}>
          <Button
            variant="quiet"
            size="s"
            disabled={index === 0}
            aria-label={`Move ${name} up`}
            leading={<IconArrowUp size={18} aria-hidden />}
            onClick={() => moveGroup(-1)}
          >
            Up
          </Button>
          <Button
            variant="quiet"
            size="s"
            disabled={index === form.groups.length - 1}
            aria-label={`Move ${name} down`}
            leading={<IconArrowDown size={18} aria-hidden />}
            onClick={() => moveGroup(1)}
          >
            Down
          </Button>
          <Button
            variant="quiet"
            size="s"
            aria-label={`Remove ${name} with its questions`}
            leading={<IconTrash size={18} aria-hidden />}
            onClick={() => void builder.save({ what: 'groups', body: { remove: [group.groupGuid] } })}
          >
            Remove
          </Button>
        </div>
      }
    >
      <FieldStack>
        <AutoSaveTextField
          id={`title-${group.groupGuid}`}
          label="Title of the group"
          value={group.title}
          maxLength={200}
          onLeft={(title) =>
            void builder.save({ what: 'groups', body: { change: [{ groupGuid: group.groupGuid, title }] } })
          }
        />
        <AutoSaveTextArea
          label="Instructions"
          optional
          value={group.instructions ?? ''}
          onLeft={(instructions) =>
            void builder.save({
              what: 'groups',
              body: { change: [{ groupGuid: group.groupGuid, instructions: instructions || null }] },
            })
          }
        />
      </FieldStack>
      <SortableList ids={own} onOrder={(ids) => void order(ids)}>
        {group.questions.map((question, place) => (
          <QuestionCard
            key={question.questionGuid}
            form={form}
            question={question}
            place={first + place + 1}
            builder={builder}
            onRemove={() => void builder.save({ what: 'questions', body: { remove: [question.questionGuid] } })}
          />
        ))}
      </SortableList>
      <Button leading={<IconPlus size={20} aria-hidden />} aria-label={`Add a question to ${name}`} onClick={add}>
        Add a question
      </Button>
    </Section>
  );
}

/** Publishes the draft. Problems are shown here and at each question. */
function Publish({
  form,
  builder,
  onRefused,
}: {
  form: KeptForm;
  builder: Builder;
  onRefused: (isRefused: boolean) => void;
}) {
  const { organization } = useStarted();
  const navigate = useNavigate();
  const { send, isPending } = useCommand(publishForm);
  const publish = () =>
    void send({
      asked: { params: { guid: form.formGuid }, query: { organizationGuid: organization.guid } },
      key: newGuid(),
      revision: form.revision,
    })
      .then(() => navigate(formsPaths.form(form.formGuid)))
      .catch((error: unknown) => {
        builder.showErrors(error);
        onRefused(true);
      });
  return (
    <Button
      variant="primary"
      disabled={isPending || !form.hasUnpublishedChanges || builder.state === 'SAVING'}
      onClick={publish}
    >
      Publish version {form.version + 1}
    </Button>
  );
}
