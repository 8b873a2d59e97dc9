import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import css from './Alerts.module.css';

export interface FloatingAlert {
  id: string;
  type: 'success' | 'warning' | 'error';
  title: string;
  subtitle?: string;
  action?: { label: string; onPress: () => unknown };
  /** Its closing transition is running. */
  closing?: boolean;
}

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconAlertCircle };

interface AlertsProps {
  alerts: readonly FloatingAlert[];
  onClose: (id: string) => void;
  /** While somebody reads one (pointer or focus on it) none closes by itself. */
  onHold: (held: boolean) => void;
}

/** What floats at the top right. */
export function Alerts({ alerts, onClose, onHold }: AlertsProps) {
  return (
    <div
      className={css.alerts}
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
          <div key={id} className={[css.alert, css[type], closing && css.closing].filter(Boolean).join(' ')} role={type === 'error' ? 'alert' : undefined}>
            <Icon size={22} aria-hidden />
            <div className={css.words}>
              <b>{title}</b>
              {subtitle && <span>{subtitle}</span>}
              {action && !closing && (
                <button
                  type="button"
                  className={css.action}
                  aria-label={`${action.label}: ${title}`}
                  onClick={() => {
                    onClose(id);
                    action.onPress();
                  }}
                >
                  {action.label}
                </button>
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
