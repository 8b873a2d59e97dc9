import { IconDeviceMobileCode, IconFingerprint, IconKey, IconLifebuoy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PASSKEYS, RECOVERY_CODES, type Passkey } from '@plimsoll/contracts/identity/second-factors';
import type { Answer } from '../../../lib/api/operation.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { removePasskey, removeTotp, secondFactorsQuery } from '../api.ts';
import { formatWhen } from './labels.ts';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { hasPasskeys } from '../passkeys.ts';
import { NewCodesDialog, RecoveryCodesDialog } from './RecoveryCodesDialogs.tsx';
import { TotpDialog } from './TotpDialog.tsx';

type Factors = Answer<'getSecondFactors'>;
type FactorDialog = 'totp' | 'no totp' | 'passkey' | 'codes' | Passkey;

/** A warning is shown at this number of remaining recovery codes or fewer. */
const FEW_CODES = 3;

/** Second factors of an account: authenticator app, passkeys and recovery codes. */
export function SecondFactorsSection({ userGuid }: { userGuid: string }) {
  const query = useQuery(secondFactorsQuery(userGuid));
  const [dialog, setDialog] = useState<FactorDialog | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setDialog(null);
  const added = (recoveryCodes: readonly string[] | null) => {
    close();
    setCodes(recoveryCodes);
  };
  return (
    <Section title="Two-step sign-in">
      <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%', '92%']} />}>
        {(factors) => (
          <>
            <Factors factors={factors} onAsk={setDialog} />
            {dialog === 'no totp' && <RemoveTotpDialog userGuid={userGuid} factors={factors} onClose={close} />}
            {typeof dialog === 'object' && dialog && (
              <RemovePasskeyDialog userGuid={userGuid} passkey={dialog} factors={factors} onClose={close} />
            )}
          </>
        )}
      </QueryView>
      {dialog === 'totp' && <TotpDialog userGuid={userGuid} onAdded={added} onClose={close} />}
      {dialog === 'passkey' && <PasskeyDialog userGuid={userGuid} onAdded={added} onClose={close} />}
      {dialog === 'codes' && <NewCodesDialog userGuid={userGuid} onMade={added} onClose={close} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

function Factors({
  factors: { totp, passkeys, recoveryCodesLeft },
  onAsk,
}: {
  factors: Factors;
  onAsk: (dialog: FactorDialog) => void;
}) {
  const isOn = totp !== null || passkeys.length > 0;
  const canAdd = passkeys.length < MAX_PASSKEYS && hasPasskeys();
  return (
    <>
      {isOn && recoveryCodesLeft <= FEW_CODES && (
        <Banner tone="warning" action={<Button onClick={() => onAsk('codes')}>Make new codes…</Button>}>
          {recoveryCodesLeft === 0
            ? 'You have no recovery codes left.'
            : `You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`}{' '}
          They open your account when app and passkeys are lost.
        </Banner>
      )}
      <RowList label="Two-step sign-in">
        <Row
          icon={IconDeviceMobileCode}
          title="Authenticator app"
          badge={totp && <Badge tone="good">On</Badge>}
          under={
            totp
              ? `Set up ${formatWhen(totp.addedAt)}`
              : 'An app on your phone shows a code that you type after your password.'
          }
          actions={
            totp ? (
              <>
                <Button onClick={() => onAsk('totp')}>Use another app…</Button>
                <Button onClick={() => onAsk('no totp')}>Remove app…</Button>
              </>
            ) : (
              <Button onClick={() => onAsk('totp')}>Set up an app…</Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <Row
            key={passkey.guid}
            icon={IconFingerprint}
            title={passkey.name}
            badge={<Badge tone="good">Passkey</Badge>}
            under={[
              `Added ${formatWhen(passkey.addedAt)}`,
              passkey.lastUsedAt ? `last used ${formatWhen(passkey.lastUsedAt)}` : 'not used yet',
              passkey.isBackedUp ? 'kept elsewhere too' : 'on one device alone',
            ].join(' · ')}
            actions={
              <Button onClick={() => onAsk(passkey)}>
                Remove…<VisuallyHidden> {passkey.name}</VisuallyHidden>
              </Button>
            }
          />
        ))}
        <Row
          icon={IconKey}
          title={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          under={
            passkeys.length >= MAX_PASSKEYS
              ? `${MAX_PASSKEYS} is the most.`
              : hasPasskeys()
                ? 'Your fingerprint, face or screen lock, or a security key, in place of a code.'
                : 'This browser makes none at this address: it has to be a secure one (https).'
          }
          actions={
            canAdd && (
              <Button leading={<IconPlus size={20} aria-hidden />} onClick={() => onAsk('passkey')}>
                Add a passkey…
              </Button>
            )
          }
        />
        {isOn && (
          <Row
            icon={IconLifebuoy}
            title="Recovery codes"
            under={`${recoveryCodesLeft} of ${RECOVERY_CODES} left. Each signs you in once, in place of the app or a passkey.`}
            actions={recoveryCodesLeft > FEW_CODES && <Button onClick={() => onAsk('codes')}>Make new codes…</Button>}
          />
        )}
      </RowList>
    </>
  );
}

/** Describes how sign-in works after a factor is removed. */
function removalText(isLast: boolean): string {
  return isLast
    ? 'It is the only second step that you have: from then on your password alone signs you in, and your recovery codes are void.'
    : 'The other second steps and the recovery codes go on.';
}

function RemoveTotpDialog({ userGuid, factors, onClose }: { userGuid: string; factors: Factors; onClose: () => void }) {
  const { send } = useCommand(removeTotp);
  return (
    <RemovalDialog
      title="Remove app"
      text={removalText(factors.passkeys.length === 0)}
      refused="The app was not removed"
      done="The app’s codes no longer count"
      send={(key) => send({ asked: { params: { userGuid } }, key })}
      onClose={onClose}
    />
  );
}

function RemovePasskeyDialog({
  userGuid,
  passkey,
  factors,
  onClose,
}: {
  userGuid: string;
  passkey: Passkey;
  factors: Factors;
  onClose: () => void;
}) {
  const { send } = useCommand(removePasskey);
  return (
    <RemovalDialog
      title="Remove passkey"
      text={`${passkey.name}: ${removalText(!factors.totp && factors.passkeys.length === 1)}`}
      refused="The passkey was not removed"
      done={`The passkey ${passkey.name} was removed`}
      send={(key) => send({ asked: { params: { userGuid, guid: passkey.guid } }, key })}
      onClose={onClose}
    />
  );
}
