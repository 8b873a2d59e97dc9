import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { confirmTotpRequest } from '@plimsoll/contracts/identity/second-factors';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import type { Answer } from '../../../lib/api/operation.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { Dialog } from '../../../ui/feedback/Dialog.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FailedState, Skeleton } from '../../../ui/feedback/States.tsx';
import { beginTotp, confirmTotp } from '../api.ts';
import css from './SecondFactors.module.css';
import { CodeField } from '../components/CodeField.tsx';
import { CopyButton } from '../../../components/CopyButton.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../../ui/data/QrCode.tsx')).QrCode }));

const TITLE = 'Set up an authenticator app';

interface TotpDialogProps {
  userGuid: string;
  /** Receives the recovery codes that are created with the first factor. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: creates a secret and shows it until a code confirms it. */
export function TotpDialog(props: TotpDialogProps) {
  const { userGuid, onClose } = props;
  const { send } = useCommand(beginTotp);
  const [made, setMade] = useState<Answer<'beginTotp'> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isBegun = useRef(false);

  async function begin() {
    setError(null);
    try {
      setMade(await send({ asked: { params: { userGuid } }, key: newGuid() }));
    } catch (refusal) {
      // Cancelling the sign-in cancels this dialog, too.
      if (refusal instanceof ApiProblem && refusal.className === 'RecentSignInRequired') onClose();
      else setError(refusal);
    }
  }
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void begin();
  });

  if (made) return <ConfirmTotp {...props} made={made} />;
  return (
    <Dialog opened onClose={onClose} title={TITLE}>
      {error ? (
        <FailedState text={errorText(error)} onRetry={() => void begin()} />
      ) : (
        <Skeleton widths={['92%', '48%', '48%', '64%']} />
      )}
    </Dialog>
  );
}

function ConfirmTotp({
  userGuid,
  made: { secret, otpauthUri },
  onAdded,
  onClose,
}: TotpDialogProps & { made: Answer<'beginTotp'> }) {
  const { send } = useCommand(confirmTotp);
  const form = useCommandForm(confirmTotpRequest, {
    start: { code: '' },
    bodyOf: (fields: { code: string }) => fields,
    send: (body) =>
      send({ asked: { params: { userGuid }, body }, key: newGuid() }).catch(
        refuseAtField('IncorrectSecondFactor', 'code'),
      ),
    onDone: ({ recoveryCodes }) => {
      showAlert({ type: 'success', title: 'From now on the app’s code is asked for when you sign in' });
      onAdded(recoveryCodes);
    },
  });
  const grouped = secret.replace(/.{4}(?=.)/g, '$& ');
  return (
    <FormDialog
      form={form}
      refused="The app was not set up"
      title={TITLE}
      text="Scan this with the app, then type the code that it shows."
      confirmLabel="Turn it on"
      onClose={onClose}
    >
      <div className={css.scan}>
        <Suspense fallback={<div className={css.qr} />}>
          <QrCode className={css.qr!} text={otpauthUri} label="The key for the app, as a QR code" />
        </Suspense>
        <div>
          <p className={css.words}>No camera at hand? Type this key into the app:</p>
          <p className={css.secret}>{grouped}</p>
          <div className={css.ways}>
            <CopyButton text={secret} what="The key" />
            <a href={otpauthUri}>Open the app on this device</a>
          </div>
        </div>
      </div>
      <CodeField label="Code that the app shows" {...form.typed('code')} />
    </FormDialog>
  );
}
