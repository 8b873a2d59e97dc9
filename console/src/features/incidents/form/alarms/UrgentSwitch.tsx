import { useController, type Control } from 'react-hook-form';
import { Switch } from '../../../../ui/inputs/ChoiceField.tsx';
import type { EventFields } from '../fields/event-fields.ts';

/** Alerts someone as soon as the report arrives. */
export function UrgentSwitch({ control }: { control: Control<EventFields> }) {
  const { field } = useController({ control, name: 'isUrgent' });
  return (
    <Switch
      label="I need someone now"
      name={field.name}
      checked={field.value}
      onChange={({ target }) => field.onChange(target.checked)}
    />
  );
}
