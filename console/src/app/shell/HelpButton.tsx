import { useState } from 'react';
import { Button } from '../../ui/inputs/Button.tsx';

/** URL of the support chat's script, set by the operator; null if there is none. */
export const chatAddress = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="plimsoll-chat"]')?.content ?? null;

/** Loads the support chat on first use, and reopens it on later ones. */
export function HelpButton({ address }: { address: string }) {
  const [isLoaded, setLoaded] = useState(false);
  const openChat = () => {
    if (isLoaded) return void window.dispatchEvent(new Event('plimsoll-help'));
    const script = Object.assign(document.createElement('script'), {
      src: address,
      async: true,
      onerror: () => setLoaded(false),
    });
    document.head.append(script);
    setLoaded(true);
  };
  return (
    <Button variant="quiet" size="s" onClick={openChat}>
      Need Help?
    </Button>
  );
}
