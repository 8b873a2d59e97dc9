import { IconKey, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { domainOfAddress, type SsoSettings } from '@plimsoll/contracts/single-sign-on/sso';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { singleSignOnPaths } from '../paths.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { activate, deactivate, domainsQuery, membersQuery, trySso } from '../api.ts';
import { FailedTry } from './FailedTry.tsx';
import css from './Sso.module.css';

/** Whether single sign-on is active, with buttons to test it and to turn it on or off. */
export function StateSection({ settings: { active, pending, isTried, failedTry } }: { settings: SsoSettings }) {
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null);
  const close = () => setDialog(null);
  return (
    <Section title="Single sign-on">
      {failedTry && <FailedTry failed={failedTry} />}
      {pending && !failedTry && (
        <div className={css.notice}>
          <Banner tone={isTried ? 'success' : 'info'}>{pendingText(active !== null, isTried)}</Banner>
        </div>
      )}
      <RowList label="Single sign-on">
        <Row
          icon={active ? IconKey : IconLock}
          title={active ? 'Members sign in through your provider' : 'Members sign in with passwords'}
          under={
            active
              ? active.entityId
              : pending
                ? 'The data of your provider wait.'
                : 'Set the data of your provider, try the sign-in, then turn it on.'
          }
          actions={
            <>
              {(pending ?? active) && <TryButton isTried={isTried} />}
              {pending && (
                <Button variant={isTried ? 'primary' : 'secondary'} disabled={!isTried} onClick={() => setDialog('on')}>
                  {active ? 'Use the new data…' : 'Turn on…'}
                </Button>
              )}
              {active && <Button onClick={() => setDialog('off')}>Turn off…</Button>}
            </>
          }
        />
      </RowList>
      {dialog === 'on' && <TurnOnDialog onClose={close} />}
      {dialog === 'off' && <TurnOffDialog onClose={close} />}
    </Section>
  );
}

function pendingText(isOn: boolean, isTried: boolean): string {
  if (isTried) return 'You came in with these data. Turn them on within 15 minutes.';
  return isOn
    ? 'New data wait. Until you have tried them and turned them on, members sign in with those before.'
    : 'Nothing has changed for anybody yet. Try the sign-in first: it opens nothing.';
}

/** Button that tests the sign-in at the provider. It returns here and does not sign anyone in. */
function TryButton({ isTried }: { isTried: boolean }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(trySso);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      location.assign((await send({ asked: { params: { orgGuid: guid } }, key: newGuid() })).signInUrl);
    } catch (error) {
      setBusy(false);
      showAlert({ type: 'error', title: 'The sign-in could not be tried', subtitle: errorText(error) });
    }
  };
  return (
    <Button variant={isTried ? 'secondary' : 'primary'} aria-busy={busy || undefined} onClick={() => void go()}>
      {isTried ? 'Try it again' : 'Try the sign-in'}
    </Button>
  );
}

/**
 * Dialog that activates single sign-on and lists members who could no longer sign in. Activation also ends the access
 * of this password session, so the user has to sign in through the provider.
 */
function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(activate);
  const members = useQuery(membersQuery(guid)).data?.items ?? [];
  const verified = new Set(
    (useQuery(domainsQuery(guid)).data?.items ?? [])
      .filter(({ verifiedAt }) => verifiedAt !== null)
      .map(({ domain }) => domain),
  );
  const outside = members.filter(({ userAccount }) => !verified.has(domainOfAddress(userAccount.primaryEmailAddress)));
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send({ asked: { params: { orgGuid: guid } }, key }),
    onDone: () => location.assign(singleSignOnPaths.signIn()),
  });
  return (
    <FormDialog
      form={form}
      refused="Single sign-on was not turned on"
      title="Turn on single sign-on"
      text="Passwords open this organization no more. You sign in through your provider next, and so does everybody."
      onClose={onClose}
    >
      {outside.length > 0 ? (
        <>
          <Banner tone="warning">
            {outside.length === 1 ? 'One member has an address' : `${outside.length} members have an address`} outside
            of your verified domains. Whom your provider does not know by that address could not sign in any more:
          </Banner>
          <ul className={css.who}>
            {outside.map(({ userAccount: { guid: userGuid, name, primaryEmailAddress } }) => (
              <li key={userGuid}>
                {name}, {readableAddress(primaryEmailAddress)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Every member has an address in one of your verified domains.</p>
      )}
    </FormDialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(deactivate);
  return (
    <RemovalDialog
      title="Turn off single sign-on"
      text="Members sign in with passwords again. Whoever has none sets one by “Forgot your password?”."
      refused="Single sign-on was not turned off"
      done="Members sign in with passwords again"
      send={(key) => send({ asked: { params: { orgGuid: guid } }, key })}
      onClose={onClose}
    />
  );
}
