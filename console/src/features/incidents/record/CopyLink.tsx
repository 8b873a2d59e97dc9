import { IconLink } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { showAlert } from '../../../lib/format/alerts.ts';
import { Button } from '../../../ui/inputs/Button.tsx';

/**
 * Copies a URL of the console. Browsers copy only with https; otherwise the URL is shown.
 * @param what the target, for example "event 7"
 */
export function CopyLink({
  path,
  what,
  label = 'Copy link',
  ...look
}: { path: string; what: string; label?: string } & Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const copy = async () => {
    const address = location.origin + path;
    try {
      await navigator.clipboard.writeText(address);
      showAlert({ type: 'success', title: `The link to ${what} was copied` });
    } catch {
      showAlert({
        type: 'warning',
        title: 'This browser did not allow the link to be copied',
        subtitle: address,
        autoDismiss: false,
      });
    }
  };
  return (
    <Button {...look} leading={<IconLink size={20} aria-hidden />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
