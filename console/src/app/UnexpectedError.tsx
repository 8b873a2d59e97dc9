import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '../ui/Button.tsx';
import { MessageState } from '../ui/States.tsx';

export const SUPPORT_ADDRESS = 'support@plimsoll.example';

/** Specification 1, section 8: the unexpected-error screen. */
export function UnexpectedError({ fault }: { fault: unknown }) {
  useEffect(() => console.error(fault), [fault]);
  return (
    <MessageState
      icon={IconAlertTriangle}
      title="Something went wrong!"
      text={
        <>
          Any unsaved data may be lost. If this problem continues please{' '}
          <a href={`mailto:${SUPPORT_ADDRESS}?subject=${encodeURIComponent('Unknown Error')}`}>contact support</a>
        </>
      }
      action={<Button onClick={() => location.reload()}>Reload the page</Button>}
    />
  );
}
