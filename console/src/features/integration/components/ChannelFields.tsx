import { useId } from 'react';
import { levels, type Channel, type Level } from '@plimsoll/contracts/integration/channel';
import { useMay } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { CheckboxField, ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { GroupedChoices } from '../../../ui/inputs/GroupedChoices.tsx';
import { levelLabels, TEXT_WARNING, INCIDENT_DETAIL_LABEL, typeGroups } from '../labels.ts';
import { LevelExample } from './LevelExample.tsx';

interface ChannelFieldsProps extends Channel {
  onLevel: (level: Level) => void;
  onSensitive: (includeSensitive: boolean) => void;
}

/** Fields for how much detail a channel sends, with an example. */
export function ChannelFields({ level, includeSensitive, onLevel, onSensitive }: ChannelFieldsProps) {
  const maySee = useMay('SEE_INJURY_DATA');
  return (
    <>
      <ChoiceField
        label={INCIDENT_DETAIL_LABEL}
        name="level"
        options={levels
          .filter((each) => maySee || each !== 'TEXT' || level === 'TEXT')
          .map((value) => ({ value, ...levelLabels[value] }))}
        value={level}
        onChange={onLevel}
      />
      {level === 'TEXT' && <Banner tone="warning">{TEXT_WARNING}</Banner>}
      {(maySee || includeSensitive) && (
        <CheckboxField
          name="includeSensitive"
          label="Sensitive events too"
          hint="Without it they leave no trace: neither they nor that there are any."
          checked={includeSensitive}
          onChange={({ target }) => onSensitive(target.checked)}
        />
      )}
      <LevelExample level={level} includeSensitive={includeSensitive} />
    </>
  );
}

/** Field for the event types that are sent. */
export function TypesField({ value, onChange }: { value: readonly string[]; onChange: (types: string[]) => void }) {
  const id = useId();
  return (
    <GroupedChoices
      id={id}
      label="Types of events"
      optional
      hint="With none chosen, all of them go out, those of later versions too."
      groups={typeGroups}
      noun={['type', 'types']}
      value={value}
      onChange={onChange}
    />
  );
}
