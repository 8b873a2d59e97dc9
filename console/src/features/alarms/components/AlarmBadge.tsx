import { IconBellRinging, IconCheck, IconInfoCircle, IconX, type Icon } from '@tabler/icons-react';
import type { AlarmState } from '@plimsoll/contracts/alarms/progress';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { stateLabels } from '../labels.ts';

const looks: Readonly<Record<AlarmState, { tone: 'plain' | 'good' | 'asks'; icon: Icon }>> = {
  OPEN: { tone: 'asks', icon: IconBellRinging },
  ACKNOWLEDGED: { tone: 'good', icon: IconCheck },
  CALLED_OFF: { tone: 'plain', icon: IconX },
  TOLD: { tone: 'plain', icon: IconInfoCircle },
};

/** State of an alarm, and whether it is a drill. */
export function AlarmBadge({ state, isDrill }: { state: AlarmState; isDrill: boolean }) {
  return (
    <>
      <Badge {...looks[state]}>{stateLabels[state]}</Badge>
      {isDrill && <Badge>Drill</Badge>}
    </>
  );
}
