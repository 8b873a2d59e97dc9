import { useEffect, useRef } from 'react';
import { afterPaint } from '../../../lib/forms/after-paint.ts';

/** Sending is loaded once the form is rendered, so that it is available offline. */
export const fetchOutbox = () => import('../../../lib/offline/outbox.ts');

/** Whether the page is still mounted, for use in callbacks. Also loads the outbox. */
export function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    afterPaint()
      .then(fetchOutbox)
      .catch(() => undefined);
    return () => void (isMounted.current = false);
  }, []);
  return isMounted;
}
