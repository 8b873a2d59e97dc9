import { useId, useRef, useState, type ComponentProps } from 'react';
import { Button } from '../inputs/Button.tsx';
import { fetchedLater } from '../feedback/FetchedLater.tsx';
import type { MenuEntry, MenuPopoverProps } from './MenuPopover.tsx';

const MenuPopover = fetchedLater<MenuPopoverProps>(async () => (await import('./MenuPopover.tsx')).MenuPopover);

/** A menu of further actions, behind a button. */
export function Menu({
  button,
  entries,
  label,
}: {
  button: ComponentProps<typeof Button>;
  entries: readonly MenuEntry[];
  label: string;
}) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        {...button}
        ref={target}
        id={id}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={() => setOpened(!opened)}
      />
      <MenuPopover id={id} opened={opened} onChange={setOpened} button={target} label={label} entries={entries} />
    </>
  );
}
