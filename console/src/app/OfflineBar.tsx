import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '../ui/layout/useOnline.ts';
import css from './OfflineBar.module.css';

/** Thin bar at the top of every screen while the device has no network. */
export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <div role="region" aria-label="Connection" aria-live="polite">
      {!isOnline && (
        <p className={css.bar}>
          <IconWifiOff size={16} aria-hidden />
          No signal. What you report is saved on this device.
        </p>
      )}
    </div>
  );
}
