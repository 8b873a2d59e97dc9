import { useRef, type ReactNode } from 'react';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { SubmitButton } from '../ui/inputs/SubmitButton.tsx';
import { showAlert } from '../lib/format/alerts.ts';
import { formErrors } from '../lib/api/problem.ts';

/** Largest picture that the server accepts: 5 MB. */
const MAX_BYTES = 5 * 2 ** 20;

interface ChoosePictureProps {
  /** Label of the button. */
  children: string;
  leading?: ReactNode;
  /** Accessible name of the file input: what the picture shows. */
  of: string;
  busy: boolean;
  /** Alert titles on success and on failure. */
  done: string;
  refused: string;
  send: (picture: File) => Promise<unknown>;
  onDone: () => void;
}

/** Button that chooses a picture from the device, or from a phone's camera, and uploads it. */
export function ChoosePicture({ children, leading, of, busy, done, refused, send, onDone }: ChoosePictureProps) {
  const input = useRef<HTMLInputElement>(null);
  async function take(picture: File) {
    try {
      if (picture.size > MAX_BYTES)
        return showAlert({ type: 'error', title: refused, subtitle: textOf('AttachmentTooLarge') });
      await send(picture);
      onDone();
      showAlert({ type: 'success', title: done });
    } catch (error) {
      showAlert({ type: 'error', title: refused, subtitle: formErrors(error)[0]!.message });
    }
  }
  return (
    <>
      <SubmitButton
        variant="secondary"
        busy={busy}
        leading={leading}
        onClick={(click) => (click.preventDefault(), input.current?.click())}
      >
        {children}
      </SubmitButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={of}
        onChange={({ target }) => {
          const [picture] = target.files ?? [];
          target.value = '';
          if (picture) void take(picture);
        }}
      />
    </>
  );
}
