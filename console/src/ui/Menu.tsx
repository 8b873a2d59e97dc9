import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { fetchedLater } from './FetchedLater.tsx';
import type { MenuPopoverProps } from './MenuPopover.tsx';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** Where it leads; otherwise what it does. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  chosen?: boolean;
}

const MenuPopover = fetchedLater<MenuPopoverProps>(async () => (await import('./MenuPopover.tsx')).MenuPopover);

/** A few more things to do, behind a button. */
export function Menu({ button, entries, label }: { button: ComponentProps<typeof Button>; entries: readonly MenuEntry[]; label: string }) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button {...button} ref={target} id={id} aria-haspopup="menu" aria-expanded={opened} aria-controls={opened ? `${id}-dropdown` : undefined} onClick={() => setOpened(!opened)} />
      <MenuPopover id={id} opened={opened} onChange={setOpened} button={target} label={label} entries={entries} />
    </>
  );
}
