import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import css from './Dropdown.module.css';

const EXIT_MS = 190;

interface OpenDropdown {
  open: string | null;
  setOpen: (id: string | null) => void;
}

const Group = createContext<OpenDropdown | null>(null);

/** A group of dropdowns of which at most one is open. Opening one scrolls to the top, where they are attached. */
export function DropdownGroup({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<string | null>(null);
  const value = useMemo(() => ({ open, setOpen }), [open]);
  return <Group value={value}>{children}</Group>;
}

/** Keeps a closing panel mounted until its transition is over. */
function usePresence(open: boolean): 'open' | 'closing' | 'gone' {
  const [lingering, setLingering] = useState(false);
  const was = useRef(open);
  useEffect(() => {
    if (was.current === open) return;
    was.current = open;
    if (open) return setLingering(false);
    setLingering(true);
    const timer = setTimeout(() => setLingering(false), EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return open ? 'open' : lingering ? 'closing' : 'gone';
}

interface DropdownProps {
  /** The accessible name of the panel. */
  label: string;
  /** The button's attributes and content. */
  trigger: ComponentProps<'button'>;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Full width below the bar, for the menu of small screens. */
  sheet?: boolean;
  onOpen?: () => void;
}

/** A button with a panel of 432 px. Escape, a click elsewhere and moving the focus elsewhere close it. */
export function Dropdown({ label, trigger, children, sheet, onOpen }: DropdownProps) {
  const id = useId();
  const group = useContext(Group);
  const [ownOpen, setOwnOpen] = useState(false);
  const open = group ? group.open === id : ownOpen;
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const presence = usePresence(open);

  const setOpen = useCallback(
    (next: boolean) => {
      if (group) group.setOpen(next ? id : null);
      else setOwnOpen(next);
    },
    [group, id],
  );
  const close = useCallback(() => setOpen(false), [setOpen]);

  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: Event) => {
      if (!anchor.current?.contains(target as Node)) close();
    };
    const escape = (press: KeyboardEvent) => {
      if (press.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open, close]);

  const toggle = () => {
    setOpen(!open);
    if (open) return;
    window.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    onOpen?.();
  };

  return (
    <div className={css.anchor} ref={anchor}>
      <button
        type="button"
        {...trigger}
        ref={button}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      />
      {presence !== 'gone' && (
        <div
          id={id}
          role="region"
          aria-label={label}
          className={[css.panel, sheet && css.sheet, presence === 'closing' && css.closing].filter(Boolean).join(' ')}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
