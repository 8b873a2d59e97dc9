import { useState, type ReactNode } from 'react';
import { showAlert } from '../lib/format/alerts.ts';
import { newGuid } from '../lib/format/ids.ts';
import { errorText } from '../lib/api/problem.ts';
import { Switch } from '../ui/inputs/ChoiceField.tsx';
import { SwitchList } from '../ui/inputs/SwitchList.tsx';

/** Code, label and hint of one switch. */
export interface SwitchOption<Code> {
  readonly code: Code;
  readonly label: string;
  readonly hint: string;
}

interface SwitchesProps<Code extends string> {
  switches: readonly SwitchOption<Code>[];
  isOn: (code: Code) => boolean;
  send: (code: Code, isEnabled: boolean, key: string) => Promise<unknown>;
  /** Alert titles after a change and after a failed change. */
  done: (label: string, isEnabled: boolean) => string;
  refused: (label: string, isEnabled: boolean) => string;
  onDone?: () => void;
  /**
   * Dialog that asks before something is turned off. What was turned off after a question can be turned on again from
   * its alert.
   */
  askOff?: (option: SwitchOption<Code>, turnOff: () => void, close: () => void) => ReactNode;
}

/**
 * List of switches that each send their own command. One command runs at a time, so that the next one is based on the
 * result of the previous one.
 */
export function Switches<Code extends string>({
  switches,
  isOn,
  send,
  done,
  refused,
  onDone,
  askOff,
}: SwitchesProps<Code>) {
  const [pending, setPending] = useState<{ code: Code; isEnabled: boolean } | null>(null);
  const [asking, setAsking] = useState<SwitchOption<Code> | null>(null);
  const close = () => setAsking(null);
  async function change(option: SwitchOption<Code>, isEnabled: boolean, isUndoable = false) {
    if (pending) return;
    const { code, label } = option;
    setPending({ code, isEnabled });
    try {
      await send(code, isEnabled, newGuid());
      showAlert({
        type: 'success',
        title: done(label, isEnabled),
        ...(isUndoable && {
          action: { label: `Undo: turn ${label} on again`, onPress: () => change(option, true) },
        }),
      });
      onDone?.();
    } catch (error) {
      showAlert({ type: 'error', title: refused(label, isEnabled), subtitle: errorText(error) });
    } finally {
      setPending(null);
    }
  }
  const question =
    asking &&
    askOff?.(
      asking,
      () => {
        close();
        void change(asking, false, true);
      },
      close,
    );
  const toggle = (option: SwitchOption<Code>, isEnabled: boolean) => {
    if (!isEnabled && askOff) setAsking(option);
    else void change(option, isEnabled);
  };
  return (
    <>
      <SwitchList items={switches}>
        {(option) => {
          const pendingChange = pending?.code === option.code ? pending : null;
          return (
            <Switch
              label={option.label}
              hint={option.hint}
              checked={pendingChange?.isEnabled ?? isOn(option.code)}
              aria-busy={pendingChange ? true : undefined}
              onChange={({ target }) => toggle(option, target.checked)}
            />
          );
        }}
      </SwitchList>
      {question}
    </>
  );
}
