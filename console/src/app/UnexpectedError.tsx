import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '../ui/Button.tsx';
import { MessageState } from '../ui/States.tsx';

const WORDS = 'Something went wrong! Any unsaved data may be lost. If this problem continues please contact support';
/** Its first sentence is the title, its last words are the mail's. */
const [, title, text, mail] = /^(.*?!) (.*) (contact support)$/.exec(WORDS)!;

/** Specification 1, section 8: the unexpected-error screen. Who supports this installation is not known here, so the mail has no addressee yet. */
export function UnexpectedError({ fault }: { fault: unknown }) {
  useEffect(() => console.error(fault), [fault]);
  return (
    <MessageState
      icon={IconAlertTriangle}
      title={title!}
      text={
        <>
          {text}{' '}
          <a href={`mailto:?subject=${encodeURIComponent('Unknown Error')}`}>{mail}</a>
        </>
      }
      action={<Button onClick={() => location.reload()}>Reload the page</Button>}
    />
  );
}
