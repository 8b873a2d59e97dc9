import { Switches, type SwitchOption } from '../../../components/Switches.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

interface SwitchesSectionProps<Code extends string> {
  title: string;
  switches: readonly SwitchOption<Code>[];
  on: ReadonlySet<string>;
  send: (code: Code, isEnabled: boolean, key: string) => Promise<unknown>;
}

/** Switches for modules or features of an organization. */
export function SwitchesSection<Code extends string>({ title, switches, on, send }: SwitchesSectionProps<Code>) {
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
      />
    </Section>
  );
}
