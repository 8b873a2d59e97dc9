import { isDeepStrictEqual } from 'node:util';
import type { FormContent, FormEvent } from '@plimsoll/contracts/forms/events';
import { beginsForm, formAfter, type PublishedForm } from '@plimsoll/contracts/forms/published-form';
import { each, foldStream, rowPerEvent } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const formTable = table('form', {
  comment: "The forms of an organization's own, and the built-in ones that it has ever done without.",
  key: ['form_guid'],
  columns: {
    form_guid: 'uuid',
    revision: 'integer',
    is_built_in: 'boolean',
    copy_of: 'uuid?',
    state: of<PublishedForm['state']>('text'),
    version: 'integer',
    is_hidden: 'boolean',
    is_sensitive: 'boolean',
    has_changes: 'boolean',
    ended_at: 'timestamptz?',
    told: of<PublishedForm | null>('jsonb?'),
  },
  comments: {
    copy_of: 'the form that it began as a copy of',
    is_sensitive: 'of the newest version',
    ended_at: 'since when it is archived or hidden',
    told: 'the working copy and the newest version; nothing of a built-in one',
  },
});
export type FormRow = RowOf<typeof formTable>;

export const formVersionTable = table('form_version', {
  comment: 'What was published; it never changes.',
  key: ['form_guid', 'version'],
  columns: {
    form_guid: 'uuid',
    version: 'integer',
    content: of<FormContent>('jsonb'),
    published_at: 'timestamptz',
    published_by: 'uuid',
  },
});

export const formSwitchTable = table('form_switch', {
  comment: 'When a feature was switched that forms hang on.',
  key: ['code'],
  columns: { code: 'text', is_enabled: 'boolean', at: 'timestamptz' },
});

export const formCategoryTable = table('form_category', {
  key: ['category_guid'],
  columns: { category_guid: 'uuid', title: 'text', form_guids: 'uuid[]', is_removed: 'boolean', revision: 'integer' },
});

type Evolving = Exclude<
  FormEvent['type'],
  | 'FormCreated'
  | 'BuiltInFormHidden'
  | 'BuiltInFormOffered'
  | `FormCategory${string}`
  | `Form${'Put' | 'Taken'}${string}`
>;
const changes: readonly Evolving[] = [
  'FormDetailsChanged',
  'FormWorkflowChanged',
  'FormGroupsChanged',
  'FormQuestionsChanged',
  'FormPublished',
  'FormChangesDiscarded',
  'FormArchived',
  'FormRestored',
  'FormRemoved',
];

/** Whether the draft differs from the newest version. */
const differs = ({ content, published }: PublishedForm): boolean =>
  published === null || !isDeepStrictEqual(content, published);

const own = (form: PublishedForm): Pick<FormRow, 'state' | 'version' | 'is_sensitive' | 'has_changes' | 'told'> => ({
  state: form.state,
  version: form.version,
  is_sensitive: form.published?.isSensitive ?? false,
  has_changes: differs(form),
  told: form,
});

const formFold = foldStream(formTable, {
  begin: {
    FormCreated: ({ data, revision }) => ({
      form_guid: data.formGuid,
      revision,
      is_built_in: false,
      copy_of: data.copyOf,
      is_hidden: false,
      ended_at: null,
      ...own(beginsForm(data)),
    }),
    BuiltInFormHidden: ({ stream, revision, metadata }): FormRow => ({
      form_guid: stream.guid,
      revision,
      is_built_in: true,
      copy_of: null,
      state: 'PUBLISHED',
      version: 1,
      is_hidden: true,
      is_sensitive: false,
      has_changes: false,
      ended_at: metadata.at,
      told: null,
    }),
  },
  always: (form, { revision }) => void (form.revision = revision),
  evolve: {
    ...each(changes, (form: FormRow, event: unknown) => {
      const { type, metadata } = event as { type: Evolving; metadata: { at: string } };
      Object.assign(form, own(formAfter(form.told!, event as FormEvent)));
      if (type === 'FormArchived') form.ended_at = metadata.at;
      if (type === 'FormRestored') form.ended_at = null;
    }),
    BuiltInFormOffered: (form) => void Object.assign(form, { is_hidden: false, ended_at: null }),
  },
});

const categoryFold = foldStream(formCategoryTable, {
  begin: {
    FormCategoryCreated: ({ data: { categoryGuid, title }, revision }) => ({
      category_guid: categoryGuid,
      title,
      form_guids: [] as readonly string[],
      is_removed: false,
      revision,
    }),
  },
  always: (category, { revision }) => void (category.revision = revision),
  evolve: {
    FormCategoryRenamed: (category, { data: { title } }) => void (category.title = title),
    FormCategoryRemoved: (category) => void (category.is_removed = true),
    FormPutInCategory: (category, { data: { formGuid } }) =>
      void (category.form_guids = [...category.form_guids, formGuid]),
    FormTakenFromCategory: (category, { data: { formGuid } }) =>
      void (category.form_guids = category.form_guids.filter((guid) => guid !== formGuid)),
  },
});

/** The forms of an organization, their versions and their categories. */
export const formList = defineReadModel({
  name: 'form-list',
  version: 3,
  tables: [formTable, formVersionTable, formSwitchTable, formCategoryTable],
  folds: [
    formFold,
    categoryFold,
    rowPerEvent(formVersionTable, ['FormPublished'], ({ stream, data, metadata }) => {
      const { version, content } = data as { version: number; content: FormContent };
      return {
        form_guid: stream.guid,
        version,
        content,
        published_at: metadata.at,
        published_by: metadata.actor.userGuid,
      };
    }),
  ],
  on: {
    CustomerConfigChanged({ data: { code, isEnabled }, metadata }, rows) {
      if (code === 'CUSTOM_EVENTS' || code === 'COVID_19_REPORTING')
        rows.put(formSwitchTable, { code, is_enabled: isEnabled, at: metadata.at });
    },
  },
});
