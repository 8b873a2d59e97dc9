import { useRevalidator } from 'react-router';
import { forgetStartup } from './startup.ts';

/** Refetches the startup data after the organization's settings have changed, without leaving the page. */
export function useRefreshStartup(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    forgetStartup();
    void revalidate();
  };
}
