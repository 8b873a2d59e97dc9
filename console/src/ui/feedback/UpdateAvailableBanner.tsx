import { IconRefresh } from '@tabler/icons-react';
import { Button } from '../inputs/Button.tsx';
import css from './UpdateAvailableBanner.module.css';

interface UpdateAvailableBannerProps {
  /** What has changed; null hides the banner. */
  text: string | null;
  /** Loads the update. */
  action?: { label: string; onClick: () => void };
}

/** A banner over the page that reports newer data than what is shown. It moves nothing that is being read or typed. */
export function UpdateAvailableBanner({ text, action }: UpdateAvailableBannerProps) {
  return (
    <div className={css.place} role="status">
      {text && (
        <div className={css.line}>
          <IconRefresh size={20} aria-hidden />
          <span>{text}</span>
          {action && (
            <Button size="s" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A line below a list that reports newer data, without moving the list. */
export function Newer({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <p className={css.newer} role="status">
      {text}{' '}
      <button type="button" onClick={onClick}>
        {label}
      </button>
    </p>
  );
}
