import { IconCopy } from '@tabler/icons-react';
import { showAlert } from '../lib/format/alerts.ts';
import { Button } from '../ui/inputs/Button.tsx';

/** Copies what is shown beside it. Over plain http browsers copy nothing. */
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
