import type { Meta, StoryObj } from '@storybook/react-vite';
import { Switch } from './ChoiceField.tsx';
import { SwitchList } from './SwitchList.tsx';

const meta = { component: SwitchList } satisfies Meta;
export default meta;

export const Modules: StoryObj = {
  render: () => (
    <SwitchList
      items={[
        { label: 'Corrective actions', hint: 'Tasks after an event', isOn: true },
        { label: 'Monthly figures', hint: 'Hours and rates', isOn: true },
        { label: 'Kafka', hint: 'Events for other systems', isOn: false },
      ]}
    >
      {({ label, hint, isOn }) => <Switch label={label} hint={hint} defaultChecked={isOn} />}
    </SwitchList>
  ),
};
