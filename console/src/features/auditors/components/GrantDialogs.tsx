import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { grantAuditorRequest, MAX_GRANT_DAYS, type AuditorGrant } from '@plimsoll/contracts/auditors/grants';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { endOfDay, todayIn } from '../../../lib/format/time.ts';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { GroupedChoices } from '../../../ui/inputs/GroupedChoices.tsx';
import { DateField, TextField } from '../../../ui/inputs/TextField.tsx';
import { grantAuditor, grantedWorksitesQuery, revokeAuditor } from '../api.ts';
import { GrantedEvents, type GrantedEvent } from './GrantedEvents.tsx';

/** Label of the button and title of its dialog. */
export const LET_IN = 'Let an auditor in';

interface GrantFields {
  name: string;
  emailAddress: string;
  firm: string;
  purpose: string;
  from: string;
  to: string;
  formGuids: string[];
  worksiteGuids: string[];
  includeSensitive: boolean;
  events: GrantedEvent[];
  withNames: boolean;
  until: string;
}

/** Link and passcode of a new grant. They can be shown only once. */
export interface GrantCodes {
  readonly link: string;
  readonly passcode: string;
}

interface NewGrantDialogProps {
  onDone: (codes: GrantCodes | null) => void;
  onClose: () => void;
}

export const NewGrantDialog = (props: NewGrantDialogProps) => (
  <DialogDraft name="new-auditor">
    <NewGrant {...props} />
  </DialogDraft>
);

const listOrNone = (guids: readonly string[]) => (guids.length > 0 ? [...guids] : null);

function NewGrant({ onDone, onClose }: NewGrantDialogProps) {
  const { organization, features } = useStarted();
  const { send } = useCommand(grantAuditor);
  const forms = useQuery(formsQuery(organization.guid)).data?.items ?? [];
  const worksites =
    useQuery({ ...grantedWorksitesQuery(organization.guid), enabled: features.has('WORKSITES') }).data?.items ?? [];
  const today = todayIn(organization.timeZone);
  const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const form = useDialogForm(grantAuditorRequest, {
    start: {
      name: '',
      emailAddress: '',
      firm: '',
      purpose: '',
      from: `${today.slice(0, 4)}-01-01`,
      to: today,
      formGuids: [],
      worksiteGuids: [],
      includeSensitive: false,
      events: [],
      withNames: false,
      until: inDays(30),
    } as GrantFields,
    bodyOf: ({ until, firm, formGuids, worksiteGuids, events, ...fields }) => ({
      ...fields,
      firm: firm || null,
      formGuids: listOrNone(formGuids),
      worksiteGuids: listOrNone(worksiteGuids),
      eventIds: listOrNone(events.map(({ eventId }) => eventId)),
      expiresAt: until ? endOfDay(until, organization.timeZone) : '',
    }),
    place: (field) => (field === 'expiresAt' ? 'until' : field === 'eventIds' ? 'events' : field),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: ({ link, passcode }) => onDone(link && passcode ? { link, passcode } : null),
  });
  const [formGuids, worksiteGuids, sensitive, events, names] = [
    useChosen(form, 'formGuids'),
    useChosen(form, 'worksiteGuids'),
    useChosen(form, 'includeSensitive'),
    useChosen(form, 'events'),
    useChosen(form, 'withNames'),
  ];
  const [from, to] = useWatch({ control: form.controls.control, name: ['from', 'to'] });
  return (
    <FormDialog
      form={form}
      refused="The auditor was not let in"
      title={LET_IN}
      confirmLabel="Make the link"
      onClose={onClose}
    >
      <FieldStack>
        <TextField label="Name" autoComplete="off" maxLength={200} {...form.typed('name')} />
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.typed('emailAddress')}
        />
        <TextField label="Firm" optional autoComplete="off" maxLength={200} {...form.typed('firm')} />
        <TextField
          label="What for"
          hint="The audit or inquiry, as your log is to tell of it."
          autoComplete="off"
          maxLength={1_000}
          {...form.typed('purpose')}
        />
        <DateField label="Events from" hint="By the day on which they happened." {...form.typed('from')} />
        <DateField label="Events until" {...form.typed('to')} />
        {worksites.length > 0 && (
          <GroupedChoices
            label="Only at these worksites"
            optional
            hint="With none chosen, events of every place."
            groups={[
              { title: 'Worksites', options: worksites.map(({ guid, name }) => ({ value: guid, label: name })) },
            ]}
            noun={['worksite', 'worksites']}
            {...worksiteGuids}
          />
        )}
        <GroupedChoices
          label="Only by these forms"
          optional
          hint="With none chosen, events of every form."
          groups={[{ title: 'Forms', options: forms.map(({ formGuid, name }) => ({ value: formGuid, label: name })) }]}
          noun={['form', 'forms']}
          {...formGuids}
        />
        <CheckboxField
          name="includeSensitive"
          label="Sensitive events too"
          hint="Without it the auditor learns neither of them nor that there are any."
          checked={sensitive.value}
          onChange={({ target }) => sensitive.onChange(target.checked)}
        />
        <GrantedEvents
          {...events}
          limits={{
            from,
            to,
            formGuids: formGuids.value,
            worksiteGuids: worksiteGuids.value,
            includeSensitive: sensitive.value,
          }}
        />
        <CheckboxField
          name="withNames"
          label="Say who was hurt"
          hint="Else their names read “withheld”. Texts are shown as they were written, whatever names stand in them."
          checked={names.value}
          onChange={({ target }) => names.onChange(target.checked)}
        />
        <DateField
          label="May look until"
          hint={`The end of that day, in ${MAX_GRANT_DAYS} days at most.`}
          min={today}
          max={inDays(MAX_GRANT_DAYS - 1)}
          {...form.typed('until')}
        />
      </FieldStack>
    </FormDialog>
  );
}

export function RevokeGrantDialog({
  grant: { grantGuid, name },
  onClose,
}: {
  grant: AuditorGrant;
  onClose: () => void;
}) {
  const { organization } = useStarted();
  const { send } = useCommand(revokeAuditor);
  return (
    <RemovalDialog
      title={`Turn ${name} out`}
      text="They see nothing more within a second, and there is no way back: to let them in again, make a new link. What they have downloaded they have."
      refused={`${name} was not turned out`}
      done={`${name} may look at nothing any more`}
      send={(key) => send({ asked: { params: { orgGuid: organization.guid, grantGuid } }, key })}
      onClose={onClose}
    />
  );
}
