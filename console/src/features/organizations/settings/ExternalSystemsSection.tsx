import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import {
  externalSystem,
  externalSystemKinds,
  MAX_EXTERNAL_SYSTEMS,
  type ExternalSystem,
} from '@plimsoll/contracts/organizations/organization-fields';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { namedByLabels } from '../../../lib/forms/named-errors.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { changeExternalSystems, externalSystemsQuery } from '../api.ts';
import { kindLabels } from './settings-labels.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

type SystemsDialog = { what: 'add' } | { what: 'change' | 'remove'; system: ExternalSystem };

const isSame = (a: ExternalSystem, b: ExternalSystem): boolean =>
  a.title === b.title && a.url === b.url && a.kind === b.kind;

/** Command that applies a change to the current list on the server, so that systems added by others are preserved. */
function useChangeSystems() {
  const orgGuid = useStarted().organization.guid;
  const { send } = useCommand(changeExternalSystems);
  return async (change: (systems: readonly ExternalSystem[]) => readonly ExternalSystem[], key: string) => {
    const systems = await queryClient.fetchQuery({ ...externalSystemsQuery(orgGuid), staleTime: 0 });
    return send({ asked: { params: { orgGuid }, body: [...change(systems)] }, key });
  };
}

/** Settings of links to external systems. */
export function ExternalSystemsSection() {
  const query = useQuery(externalSystemsQuery(useStarted().organization.guid));
  const [dialog, setDialog] = useState<SystemsDialog | null>(null);
  const isFull = (query.data?.length ?? 0) >= MAX_EXTERNAL_SYSTEMS;
  const add = (
    <Button variant="quiet" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialog({ what: 'add' })}>
      Add a system…
    </Button>
  );
  return (
    <Section title="External systems" action={isFull ? <small>{MAX_EXTERNAL_SYSTEMS} is the most</small> : add}>
      <QueryView query={query}>
        {(systems) =>
          systems.length === 0 ? (
            <EmptyState
              icon={IconExternalLink}
              title="No external systems"
              text="Addresses of other systems that you add here stand in the bar of everybody in your organization."
            />
          ) : (
            <RowList label="External systems">
              {systems.map((system, place) => (
                <Row
                  key={place}
                  icon={IconExternalLink}
                  title={system.title}
                  badge={system.kind !== 'OTHER' && <Badge>{kindLabels[system.kind].label}</Badge>}
                  under={system.url}
                  actions={
                    <>
                      <Button onClick={() => setDialog({ what: 'change', system })}>
                        Change…<VisuallyHidden> {system.title}</VisuallyHidden>
                      </Button>
                      <Button onClick={() => setDialog({ what: 'remove', system })}>
                        Remove…<VisuallyHidden> {system.title}</VisuallyHidden>
                      </Button>
                    </>
                  }
                />
              ))}
            </RowList>
          )
        }
      </QueryView>
      {dialog?.what === 'remove' && <RemoveDialog system={dialog.system} onClose={() => setDialog(null)} />}
      {(dialog?.what === 'add' || dialog?.what === 'change') && (
        <SystemDialog before={dialog.what === 'change' ? dialog.system : null} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}

const labels = { title: 'What it is called', url: 'Address' };
const kinds = externalSystemKinds.map((value) => ({ value, ...kindLabels[value] }));

function SystemDialog({ before, onClose }: { before: ExternalSystem | null; onClose: () => void }) {
  const changeSystems = useChangeSystems();
  const refreshStartup = useRefreshStartup();
  const form = useDialogForm(externalSystem, {
    start: before ?? { title: '', url: 'https://', kind: 'OTHER' as ExternalSystem['kind'] },
    bodyOf: ({ title, url, kind }) => ({ title: title.trim(), url: url.trim(), kind }),
    check: ({ title, url }) => [
      ...(title.trim() ? [] : [{ field: 'title', message: fieldTexts.missing }]),
      ...(url.trim() ? [] : [{ field: 'url', message: fieldTexts.missing }]),
    ],
    place: (field) => field.split('.').at(-1) ?? null,
    send: (system, key) =>
      changeSystems(
        (systems) =>
          before && systems.some((each) => isSame(each, before))
            ? systems.map((each) => (isSame(each, before) ? system : each))
            : [...systems, system],
        key,
      ).then(() => system),
    onDone: ({ title }) => {
      showAlert({ type: 'success', title: before ? `${title} was changed` : `${title} was added` });
      refreshStartup();
      onClose();
    },
  });
  return (
    <FormDialog
      form={{ ...form, errors: namedByLabels(form.errors, labels) }}
      refused="The system was not saved"
      title={before ? 'Change an external system' : 'Add an external system'}
      confirmLabel={before ? 'Save' : 'Add system'}
      onClose={onClose}
    >
      <FieldStack>
        <TextField label={labels.title} autoComplete="off" {...form.typed('title')} />
        <TextField
          label={labels.url}
          type="url"
          hint="It begins with https://, and holds no name or password."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.typed('url')}
        />
        <ChoiceField label="Which system it is" options={kinds} {...useChosen(form, 'kind')} />
      </FieldStack>
    </FormDialog>
  );
}

function RemoveDialog({ system, onClose }: { system: ExternalSystem; onClose: () => void }) {
  const changeSystems = useChangeSystems();
  const refreshStartup = useRefreshStartup();
  return (
    <RemovalDialog
      title={`Remove ${system.title}`}
      text="It is shown to nobody any more. The system itself goes on."
      refused={`${system.title} was not removed`}
      done={`${system.title} was removed`}
      send={(key) => changeSystems((systems) => systems.filter((each) => !isSame(each, system)), key)}
      onDone={refreshStartup}
      onClose={onClose}
    />
  );
}
