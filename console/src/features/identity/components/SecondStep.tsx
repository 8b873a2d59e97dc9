import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { ApiProblem, formErrors } from '../../../lib/api/problem.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { answerChallenge, type Challenge } from '../../../lib/session/session.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { CodeField } from './CodeField.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import { hasPasskeys, showPasskey } from '../passkeys.ts';
import css from '../public/SignIn.module.css';

/** Shown above the second step. */
export const SECOND_STEP_LEAD = 'Your password is right. Now show that it is you.';

type Method = Challenge['methods'][number];

interface SecondStepProps {
  challenge: Challenge;
  onDone: () => void;
  /** The challenge is no longer valid, after too many attempts or too much time. */
  onVoid: () => void;
  onBack: () => void;
}

/** Preferred order of methods. */
const preferredMethods: readonly Method[] = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'];
const alternativeLabels: Readonly<Record<Method, string>> = {
  PASSKEY: 'Use a passkey',
  TOTP: 'Use a code of the app',
  RECOVERY_CODE: 'Use a recovery code',
};

/** Second step of sign-in: a code from the app, a passkey or a recovery code. */
export function SecondStep({ challenge, onDone, onVoid, onBack }: SecondStepProps) {
  const methods = preferredMethods.filter(
    (method) =>
      challenge.methods.includes(method) &&
      (method !== 'PASSKEY' || (challenge.passkeyOptions !== null && hasPasskeys())),
  );
  const [method, setMethod] = useState(methods[0]);
  const shared = { challenge, onDone, onVoid };
  return (
    <>
      {method === 'PASSKEY' ? (
        <PasskeyStep {...shared} />
      ) : method ? (
        <CodeStep key={method} {...shared} method={method} />
      ) : (
        <Banner tone="warning">
          Your second step is a passkey, and this browser shows none at this address. Use another browser.
        </Banner>
      )}
      <p className={css.other}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" flush onClick={() => setMethod(other)}>
              {alternativeLabels[other]}
            </Button>
          ))}
        <Button variant="quiet" flush onClick={onBack}>
          Start over
        </Button>
      </p>
    </>
  );
}

const attemptsText = (count: number): string => `${count} ${count === 1 ? 'try' : 'tries'} left.`;

/** Answers the challenge. Shows an error at the field, with the number of attempts left. */
async function answer(body: Parameters<typeof answerChallenge>[0], field: string, onVoid: () => void): Promise<void> {
  try {
    await answerChallenge(body);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.className !== 'IncorrectSecondFactor') throw error;
    if (!error.triesLeft) onVoid();
    throw refusalWith(`${error.message} ${attemptsText(error.triesLeft ?? 0)}`, field);
  }
}

type StepProps = Omit<SecondStepProps, 'onBack'>;

function CodeStep({
  challenge: { challengeToken },
  method,
  onDone,
  onVoid,
}: StepProps & { method: 'TOTP' | 'RECOVERY_CODE' }) {
  const form: CommandForm<{ code: string }> = useCommandForm(null, {
    start: { code: '' },
    bodyOf: ({ code }: { code: string }) => ({
      challengeToken,
      ...(method === 'TOTP' ? { totp: code.trim() } : { recoveryCode: code.trim() }),
    }),
    check: ({ code }) => (code.trim() ? [] : [{ field: 'code', message: fieldTexts.codeMissing }]),
    focusesError: true,
    send: (body) => answer(body, 'code', onVoid),
    onRefused: () => form.controls.setFocus('code', { shouldSelect: true }),
    onDone,
  });
  const { setFocus } = form.controls;
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    event.stopPropagation();
    form.submit(event);
  };
  return (
    <form onSubmit={submit} noValidate>
      <FieldStack>
        <FormRefusal errors={form.errors} />
        {method === 'TOTP' ? (
          <CodeField label="Code that your app shows" className={css.input} {...form.typed('code')} />
        ) : (
          <TextField
            label="Recovery code"
            hint="One that you kept when you set this up. It counts once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className={css.input}
            {...form.typed('code')}
          />
        )}
        <SubmitButton busy={form.busy} size="l" full className={css.send}>
          Sign in
        </SubmitButton>
      </FieldStack>
    </form>
  );
}

function PasskeyStep({ challenge: { challengeToken, passkeyOptions }, onDone, onVoid }: StepProps) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ReturnType<typeof formErrors>>([]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  async function show() {
    if (busy || !passkeyOptions) return;
    setBusy(true);
    setErrors([]);
    try {
      await answer({ challengeToken, passkey: await showPasskey(passkeyOptions) }, '', onVoid);
      onDone();
    } catch (error) {
      setErrors(formErrors(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <FieldStack>
      <FormRefusal errors={errors} />
      <SubmitButton
        ref={button}
        busy={busy}
        size="l"
        full
        className={css.send}
        leading={<IconFingerprint size={22} aria-hidden />}
        onClick={(click) => (click.preventDefault(), void show())}
      >
        Show your passkey
      </SubmitButton>
    </FieldStack>
  );
}
