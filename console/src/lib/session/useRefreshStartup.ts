import { useRevalidator } from 'react-router';
import { forgetStartup } from './startup.ts';

/** What stands around every page follows from the organization's settings: it is asked anew, and the page remains. */
export function useRefreshStartup(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    forgetStartup();
    void revalidate();
  };
}
