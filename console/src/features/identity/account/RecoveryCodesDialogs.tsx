import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { makeRecoveryCodes } from '../api.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import css from './SecondFactors.module.css';

/** Confirms that new codes replace the existing ones. */
export function NewCodesDialog({
  userGuid,
  onMade,
  onClose,
}: {
  userGuid: string;
  onMade: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { send } = useCommand(makeRecoveryCodes);
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send({ asked: { params: { userGuid } }, key }),
    onDone: ({ recoveryCodes }) => onMade(recoveryCodes),
  });
  return (
    <FormDialog
      form={form}
      refused="No codes were made"
      title="Make new codes"
      text="The recovery codes that you have now are void from then on."
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}

function download(codes: readonly string[]): void {
  saveFile(
    new Blob([`Recovery codes for Plimsoll (${location.host})\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    'plimsoll-recovery-codes.txt',
  );
  showAlert({ type: 'success', title: 'Recovery codes downloaded' });
}

/** Shows recovery codes. They cannot be shown again, so the dialog closes only with its own button. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog opened insists onClose={() => {}} title="Your recovery codes">
      <div data-prints-alone>
        <p>
          Each of them signs you in once when app and passkeys are lost. They are shown this one time: keep them where
          you find them without this device.
        </p>
        <ul className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={css.ways}>
          <CopyButton text={codes.join('\n')} what="Recovery codes" />
          <Button leading={<IconDownload size={20} aria-hidden />} onClick={() => download(codes)}>
            Download
          </Button>
          <Button leading={<IconPrinter size={20} aria-hidden />} onClick={() => print()}>
            Print
          </Button>
        </div>
      </div>
      <div className={css.kept}>
        <DialogActions>
          <Button variant="primary" data-autofocus onClick={onClose}>
            I have kept them
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
