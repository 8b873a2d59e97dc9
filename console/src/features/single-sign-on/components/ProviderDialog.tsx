import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import {
  setSsoProviderRequest,
  type SetSsoProviderRequest,
  type SsoProvider,
} from '@plimsoll/contracts/single-sign-on/sso';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { namedByLabels } from '../../../lib/forms/named-errors.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { CheckboxField, ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { setProvider } from '../api.ts';

interface Fields {
  way: 'METADATA' | 'FIELDS';
  metadataXml: string;
  entityId: string;
  ssoUrl: string;
  certificates: string;
  joinAutomatically: boolean;
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
/** Splits several PEM certificates; any other text is taken as one certificate in base64. */
const certificatesIn = (text: string): string[] => text.match(PEM) ?? (text.trim() ? [text.trim()] : []);

function bodyOf({
  way,
  metadataXml,
  entityId,
  ssoUrl,
  certificates,
  joinAutomatically,
}: Fields): SetSsoProviderRequest {
  return way === 'METADATA'
    ? { metadataXml: metadataXml.trim(), joinAutomatically }
    : {
        entityId: entityId.trim(),
        ssoUrl: ssoUrl.trim(),
        certificates: certificatesIn(certificates),
        joinAutomatically,
      };
}

const labels = { entityId: 'Entity ID', ssoUrl: 'Sign-in address', certificates: 'Certificates' };

/**
 * Dialog for the identity provider's settings, from its metadata or field by field. The draft is stored until it is
 * sent.
 */
export function ProviderDialog({ current, onClose }: { current: SsoProvider | null; onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(setProvider);
  const form = useDialogForm<Fields, SetSsoProviderRequest, unknown>(setSsoProviderRequest, {
    start: {
      way: current ? 'FIELDS' : 'METADATA',
      metadataXml: '',
      entityId: current?.entityId ?? '',
      ssoUrl: current?.ssoUrl ?? '',
      certificates: current?.certificates.map(({ pem }) => pem.trim()).join('\n') ?? '',
      joinAutomatically: current?.joinAutomatically ?? false,
    },
    bodyOf,
    check: (fields) =>
      (fields.way === 'METADATA'
        ? (['metadataXml'] as const)
        : (['entityId', 'ssoUrl', 'certificates'] as const)
      ).flatMap((field) => (fields[field].trim() ? [] : [{ field, message: fieldTexts.missing }])),
    place: (field) => field.split('.')[0]!,
    send: (body, key) => send({ asked: { params: { orgGuid: guid }, body }, key }),
    onDone: () => {
      showAlert({
        type: 'success',
        title: 'The data of your provider are set',
        subtitle: 'Try the sign-in before you turn them on.',
      });
      onClose();
    },
  });
  const way = form.controls.watch('way');
  return (
    <FormDialog
      form={{ ...form, errors: namedByLabels(form.errors, labels) }}
      refused="The data were not set"
      title="Set the data"
      text="They wait until you have tried them and turned them on."
      onClose={onClose}
    >
      <FieldStack>
        <ChoiceField
          label="How"
          columns={2}
          options={[
            { value: 'METADATA', label: 'Metadata', hint: 'The XML of your provider' },
            { value: 'FIELDS', label: 'One by one' },
          ]}
          value={way}
          onChange={(value) => form.controls.setValue('way', value, { shouldDirty: true })}
        />
        {way === 'METADATA' ? (
          <TextArea label="Metadata" rows={8} spellCheck={false} {...form.typed('metadataXml')} />
        ) : (
          <>
            <TextField label={labels.entityId} spellCheck={false} autoCapitalize="none" {...form.typed('entityId')} />
            <TextField
              label={labels.ssoUrl}
              type="url"
              spellCheck={false}
              autoCapitalize="none"
              hint="For the HTTP-Redirect binding."
              {...form.typed('ssoUrl')}
            />
            <TextArea
              label={labels.certificates}
              rows={6}
              spellCheck={false}
              hint="What the provider signs with, as PEM; up to five below each other."
              {...form.typed('certificates')}
            />
          </>
        )}
        <CheckboxField
          label="Whoever the provider knows in a verified domain joins as a standard member"
          {...form.controls.register('joinAutomatically')}
        />
      </FieldStack>
    </FormDialog>
  );
}
