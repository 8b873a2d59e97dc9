import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/inputs/Button.tsx';
import { FailedState, MessageState } from '../ui/feedback/States.tsx';
import { isOnline } from '../ui/layout/useOnline.ts';

/** How browsers say that a part of the program could not be loaded. */
const NOT_LOADED = /dynamically imported module|importing a module script|preload css/i;

/**
 * Page for unexpected errors (specification 1, section 8). The support address of the installation is unknown, so the
 * mail link has no recipient.
 */
export function UnexpectedError({ error }: { error: unknown }) {
  const [isExpected] = useState(() => !isOnline() && error instanceof Error && NOT_LOADED.test(error.message));
  useEffect(() => {
    if (!isExpected) console.error(error);
  }, [error, isExpected]);
  const reload = () => location.reload();
  if (isExpected) return <FailedState page text="" onRetry={reload} />;
  return (
    <MessageState
      icon={IconAlertTriangle}
      title="Something went wrong!"
      text={
        <>
          Any unsaved data may be lost. If this problem continues please{' '}
          <a href={`mailto:?subject=${encodeURIComponent('Unknown Error')}`}>contact support</a>
        </>
      }
      action={<Button onClick={reload}>Reload the page</Button>}
    />
  );
}
