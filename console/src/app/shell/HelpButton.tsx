import { useState } from 'react';
import { Button } from '../../ui/inputs/Button.tsx';

/** The address of the support chat's script, which an operator has set; null where there is none, and nobody to help. */
export const chatAddress = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="plimsoll-chat"]')?.content ?? null;

/** Fetches the support chat for whoever asks for help, and tells it when it is asked for again. */
export function HelpButton({ address }: { address: string }) {
  const [asked, setAsked] = useState(false);
  const ask = () => {
    if (asked) return void window.dispatchEvent(new Event('plimsoll-help'));
    const script = Object.assign(document.createElement('script'), {
      src: address,
      async: true,
      onerror: () => setAsked(false),
    });
    document.head.append(script);
    setAsked(true);
  };
  return (
    <Button variant="quiet" size="s" onClick={ask}>
      Need Help?
    </Button>
  );
}
