import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { Switches, type SwitchOption } from '../../../components/Switches.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TurnOffDialog } from './TurnOffDialog.tsx';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

interface SwitchesSectionProps<Code extends Module | CustomerConfigCode> {
  title: string;
  switches: readonly SwitchOption<Code>[];
  on: ReadonlySet<string>;
  send: (code: Code, isEnabled: boolean, key: string) => Promise<unknown>;
}

/** Switches for modules or features of an organization. */
export function SwitchesSection<Code extends Module | CustomerConfigCode>({
  title,
  switches,
  on,
  send,
}: SwitchesSectionProps<Code>) {
  const refreshStartup = useRefreshStartup();
  return (
    <Section title={title}>
      <Switches
        switches={switches}
        isOn={(code) => on.has(code)}
        send={send}
        done={(label, isEnabled) => `${label} ${isEnabled ? 'is on' : 'is off'} for your organization`}
        refused={(label, isEnabled) => `${label} was not switched ${isEnabled ? 'on' : 'off'}`}
        onDone={refreshStartup}
        askOff={(option, turnOff, close) => <TurnOffDialog option={option} onTurnOff={turnOff} onClose={close} />}
      />
    </Section>
  );
}
