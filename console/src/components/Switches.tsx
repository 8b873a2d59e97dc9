import { useState } from 'react';
import { showAlert } from '../lib/format/alerts.ts';
import { newGuid } from '../lib/format/ids.ts';
import { errorText } from '../lib/api/problem.ts';
import { Switch } from '../ui/inputs/ChoiceField.tsx';
import { SwitchList } from '../ui/inputs/SwitchList.tsx';

/** Code, label and hint of one switch. */
export interface SwitchWords<Code> {
  readonly code: Code;
  readonly label: string;
  readonly hint: string;
}

interface SwitchesProps<Code extends string> {
  switches: readonly SwitchWords<Code>[];
  isOn: (code: Code) => boolean;
  send: (code: Code, isEnabled: boolean, key: string) => Promise<unknown>;
  /** Alert titles after a change and after a failed change. */
  done: (label: string, isEnabled: boolean) => string;
  refused: (label: string, isEnabled: boolean) => string;
  onDone?: () => void;
}

/**
 * List of switches that each send their own command. One command runs at a time, so that the next one is based on the
 * result of the previous one.
 */
export function Switches<Code extends string>({ switches, isOn, send, done, refused, onDone }: SwitchesProps<Code>) {
  const [underWay, setUnderWay] = useState<{ code: Code; isEnabled: boolean } | null>(null);
  async function turn({ code, label }: SwitchWords<Code>, isEnabled: boolean) {
    if (underWay) return;
    setUnderWay({ code, isEnabled });
    try {
      await send(code, isEnabled, newGuid());
      showAlert({ type: 'success', title: done(label, isEnabled) });
      onDone?.();
    } catch (error) {
      showAlert({ type: 'error', title: refused(label, isEnabled), subtitle: errorText(error) });
    } finally {
      setUnderWay(null);
    }
  }
  return (
    <SwitchList items={switches}>
      {(words) => {
        const turning = underWay?.code === words.code ? underWay : null;
        return (
          <Switch
            label={words.label}
            hint={words.hint}
            checked={turning?.isEnabled ?? isOn(words.code)}
            aria-busy={turning ? true : undefined}
            onChange={({ target }) => void turn(words, target.checked)}
          />
        );
      }}
    </SwitchList>
  );
}
