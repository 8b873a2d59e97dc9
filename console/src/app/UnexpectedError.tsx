import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';

/** Specification 1, section 8: the unexpected-error screen. Who supports this installation is not known here, so the mail has no addressee yet. */
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
