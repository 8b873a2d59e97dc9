import { useEffect, useState } from 'react';
import type { LinkedAlarm } from '@plimsoll/contracts/alarms/answers';
import { PhoneNumber } from '../../../components/PhoneNumber.tsx';
import { requestPublic, sendPublic } from '../../../lib/api/http.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { useTokenBehindHash } from '../../identity/public/token-behind-hash.ts';
import { answeredByOther, pressTexts } from '../labels.ts';
import { alarmTitle, CALLED_OFF_TEXT, NOBODY_YET } from '../open-alarm-labels.ts';
import { alarmsPaths } from '../paths.ts';

/** What the page shows: loading, an alarm, or why there is none. */
type Shown = { readonly alarm: LinkedAlarm } | { readonly error: unknown } | null;

const isEnded = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** The state of the alarm for the person of the link. */
function stateOf({ state, isYours, answeredBy }: LinkedAlarm): string {
  if (state === 'CALLED_OFF') return CALLED_OFF_TEXT;
  if (isYours) return pressTexts.done;
  return state === 'ACKNOWLEDGED' && answeredBy ? answeredByOther(answeredBy) : NOBODY_YET;
}

/**
 * Answers an alarm by the link of its mail, without signing in. It asks first, so that programs that open links in mails
 * answer nothing.
 */
export function Component() {
  const token = useTokenBehindHash();
  const [shown, setShown] = useState<Shown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    requestPublic('showLinkedAlarm', {}, { linkToken: token }).then(
      (alarm) => setShown({ alarm }),
      (error: unknown) => setShown({ error }),
    );
  }, [token]);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setShown({ alarm: await sendPublic('answerLinkedAlarm', {}, { linkToken: token }) });
    } catch (error) {
      setShown({ error });
    } finally {
      setBusy(false);
    }
  };
  if (shown === null) return <HullPage title="Alarm" lead="Loading the alarm…" children={null} />;
  if ('error' in shown) {
    return isEnded(shown.error) ? (
      <HullPage title="This link does not work" lead="It is older than a day, or the alarm was raised again since.">
        <ToAlarms />
      </HullPage>
    ) : (
      <HullPage title="The alarm could not be loaded" lead={errorText(shown.error)}>
        <ToAlarms />
      </HullPage>
    );
  }
  return <AlarmOfLink alarm={shown.alarm} busy={busy} onPress={() => void press()} />;
}

function AlarmOfLink({ alarm, busy, onPress }: { alarm: LinkedAlarm; busy: boolean; onPress: () => void }) {
  const { emergencyNumber, emergencyPhone, formName, worksiteName } = alarm;
  return (
    <HullPage title={alarmTitle(alarm)} lead={[formName, stateOf(alarm)].filter(Boolean).join(' · ')}>
      <FieldStack>
        {alarm.state === 'OPEN' && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onPress();
            }}
          >
            <SubmitButton busy={busy} size="l" full>
              {pressTexts.onIt}
            </SubmitButton>
          </form>
        )}
        {emergencyNumber !== null && (
          <p>
            <PhoneNumber text={emergencyNumber} label={`Call ${emergencyNumber}`} />
          </p>
        )}
        {emergencyPhone !== null && (
          <p>
            <PhoneNumber text={emergencyPhone} label={`Call ${worksiteName ?? emergencyPhone}`} />
          </p>
        )}
        <ToAlarms />
      </FieldStack>
    </HullPage>
  );
}

const ToAlarms = () => (
  <ButtonLink size="l" full to={alarmsPaths.alarms()}>
    Sign in and open all alarms
  </ButtonLink>
);
