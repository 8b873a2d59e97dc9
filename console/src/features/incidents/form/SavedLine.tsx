import { IconDeviceFloppy } from '@tabler/icons-react';
import css from './EventForm.module.css';

/** Where what is typed has been kept, and when. */
export function SavedLine({ status }: { status: string | null }) {
  return (
    <span className={css.saved} role="status">
      {status && (
        <>
          <IconDeviceFloppy size={18} aria-hidden />
          {status}
        </>
      )}
    </span>
  );
}
