import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import css from './Alerts.module.css';

export interface FloatingAlert {
  id: string;
  type: 'success' | 'warning' | 'error';
  title: string;
  subtitle?: string;
  action?: { label: string; onPress: () => unknown };
  /** Whether its closing transition is running. */
  closing?: boolean;
}

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconAlertCircle };

interface AlertsProps {
  alerts: readonly FloatingAlert[];
  onClose: (id: string) => void;
  /** Called with true while a user reads an alert (pointer or focus on it), so that none closes by itself. */
  onHold: (held: boolean) => void;
}

/** What must not be covered by an alert. */
const CONTROLS = 'button, input, select, textarea, summary, [role=button], [data-button]';

/** Number of controls on the page that the alerts cover where they are. */
function coveredBy(region: HTMLElement): number {
  const alerts = [...region.children].map((alert) => alert.getBoundingClientRect());
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => {
    if (region.contains(control) || !control.checkVisibility?.({ visibilityProperty: true })) return false;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return alerts.some((alert) => left < alert.right && right > alert.left && top < alert.bottom && bottom > alert.top);
  }).length;
}

/** Whether fewer controls are covered at the other end of the screen; undefined if it makes no difference. */
function isBetterAside(region: HTMLElement): boolean | undefined {
  const was = region.classList.contains(css.aside!);
  const [usual, aside] = [false, true].map((isAside) => {
    region.classList.toggle(css.aside!, isAside);
    return coveredBy(region);
  });
  region.classList.toggle(css.aside!, was);
  return usual === aside ? undefined : aside! < usual!;
}

/**
 * Whether the alerts are moved to the other end of the screen, because they would cover buttons where they are, or the
 * focused element (WCAG 2.2, 2.4.11).
 */
function useMovedAside(region: RefObject<HTMLElement | null>, count: number): boolean {
  const [isAside, setAside] = useState(false);
  useLayoutEffect(() => {
    if (count === 0) return setAside(false);
    const choose = () => {
      const isBetter = region.current && isBetterAside(region.current);
      if (typeof isBetter === 'boolean') setAside(isBetter);
    };
    choose();
    addEventListener('resize', choose);
    addEventListener('scrollend', choose);
    return () => {
      removeEventListener('resize', choose);
      removeEventListener('scrollend', choose);
    };
  }, [region, count]);
  useEffect(() => {
    if (count === 0) return;
    const look = ({ target }: FocusEvent) =>
      // After the focused element has been scrolled into view.
      requestAnimationFrame(() => {
        if (!(target instanceof Element) || region.current?.contains(target)) return;
        const { left, top, width, height } = target.getBoundingClientRect();
        if (region.current?.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
          setAside((was) => !was);
      });
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [region, count]);
  return isAside;
}

/** The key that moves the focus to an alert from anywhere: in tab order the alerts come last. */
const KEY = 'F6';

/** Makes F6 move the focus to the newest alert, and back to where it was. A dialog over the alerts keeps the focus. */
function useFocusKey(region: RefObject<HTMLElement | null>, count: number): void {
  const origin = useRef<HTMLElement>(null);
  useEffect(() => {
    if (count === 0) return;
    const pressed = (press: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
      if (
        key !== KEY ||
        shiftKey ||
        ctrlKey ||
        altKey ||
        metaKey ||
        document.querySelector('[role=dialog][aria-modal=true]')
      )
        return;
      press.preventDefault();
      const focused = document.activeElement;
      if (region.current?.contains(focused))
        return (origin.current?.isConnected ? origin.current : document.querySelector<HTMLElement>('h1'))?.focus();
      origin.current = focused instanceof HTMLElement && focused !== document.body ? focused : null;
      [...(region.current?.children ?? [])].at(-1)?.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [region, count]);
}

/** The floating alerts at the top right. */
export function Alerts({ alerts, onClose, onHold }: AlertsProps) {
  const region = useRef<HTMLDivElement>(null);
  const isAside = useMovedAside(region, alerts.length);
  useFocusKey(region, alerts.length);
  return (
    <div
      ref={region}
      className={[css.alerts, isAside && css.aside].filter(Boolean).join(' ')}
      role="region"
      aria-label="Alerts"
      aria-live="polite"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      {alerts.map(({ id, type, title, subtitle, action, closing }) => {
        const Icon = icons[type];
        return (
          <div
            key={id}
            className={[css.alert, css[type], closing && css.closing].filter(Boolean).join(' ')}
            role={type === 'error' ? 'alert' : undefined}
          >
            <Icon size={22} aria-hidden />
            <div className={css.words}>
              <b>{title}</b>
              {subtitle && <span>{subtitle}</span>}
              {action && !closing && (
                <div className={css.way}>
                  <button
                    type="button"
                    className={css.action}
                    aria-label={`${action.label}: ${title}`}
                    aria-keyshortcuts={KEY}
                    onClick={() => {
                      onClose(id);
                      action.onPress();
                    }}
                  >
                    {action.label}
                  </button>
                  <span className={css.key}>
                    <kbd>{KEY}</kbd> jumps here
                  </span>
                </div>
              )}
            </div>
            <button type="button" className={css.close} aria-label={`Close: ${title}`} onClick={() => onClose(id)}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}
