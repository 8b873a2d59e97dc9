import { IconRefresh } from '@tabler/icons-react';
import { Button } from '../inputs/Button.tsx';
import css from './UpdateAvailableBanner.module.css';

interface UpdateAvailableBannerProps {
  /** What has changed; without it nothing is there. */
  text: string | null;
  /** What loads it. */
  action?: { label: string; onClick: () => void };
}

/** Says over the page that what is shown is not the newest any more. It moves nothing that is being read or typed. */
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

/** The same below a list of the page: what stands above it stays where it is. */
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
