import { overdueText } from '@plimsoll/contracts/notifications/notification-texts';
import { Due } from '../../../ui/feedback/Badge.tsx';

/** How many of the user's tasks are overdue, in red; nothing if none is. */
export function OverdueCount({ count }: { count: number }) {
  const text = overdueText(count);
  return text === null ? null : (
    <p>
      <Due overdue>{text}</Due>
    </p>
  );
}
