import { IconLink } from '@tabler/icons-react';
import { showAlert } from '../../../lib/alerts.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { HiddenOnPhone } from '../../../ui/VisuallyHidden.tsx';
import css from './CopyLink.module.css';

/** Copies an event's own address, wherever on its page one is. Over plain http browsers copy nothing: then it is shown. */
export function CopyLink({ eventId, number }: { eventId: string; number: number }) {
  const copy = async () => {
    const address = location.origin + paths.event(eventId);
    try {
      await navigator.clipboard.writeText(address);
      showAlert({ type: 'success', title: `The link to event ${number} was copied` });
    } catch {
      showAlert({ type: 'warning', title: 'This browser did not allow the link to be copied', subtitle: address, autoDismiss: false });
    }
  };
  return (
    <Button className={css.copy} leading={<IconLink size={20} aria-hidden />} onClick={() => void copy()}>
      <HiddenOnPhone>Copy link</HiddenOnPhone>
    </Button>
  );
}
