import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';

/**
 * Page for unexpected errors (specification 1, section 8). The support address of the installation is unknown, so the
 * mail link has no recipient.
 */
export function UnexpectedError({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
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
      action={<Button onClick={() => location.reload()}>Reload the page</Button>}
    />
  );
}
