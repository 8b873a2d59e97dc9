import { IconCopy } from '@tabler/icons-react';
import { showAlert } from '../lib/format/alerts.ts';
import { Button } from '../ui/inputs/Button.tsx';

/** Button that copies a text to the clipboard. Browsers have no clipboard on pages served over plain http. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showAlert({ type: 'success', title: `${what} copied` });
    } catch {
      showAlert({ type: 'warning', title: 'This browser copied nothing', subtitle: 'Select it and copy it by hand.' });
    }
  };
  return (
    <Button leading={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
