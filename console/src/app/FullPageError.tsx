import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { foreignOriginText } from '@plimsoll/contracts/errors/errors';
import { incidentsPaths } from '../features/incidents/paths.ts';
import { paths } from '../lib/url/paths.ts';
import { claimsNow } from '../lib/session/session.ts';
import { StartupFailure } from '../lib/session/startup.ts';
import { Button, ButtonLink } from '../ui/inputs/Button.tsx';
import { MessageState } from '../ui/feedback/States.tsx';
import { BarePage } from '../ui/layout/BarePage.tsx';
import { useOnline } from '../ui/layout/useOnline.ts';
import css from './FullPageError.module.css';
import { OfflineBar } from './OfflineBar.tsx';
import { UnexpectedError } from './UnexpectedError.tsx';

/** Error page when the application could not start (specification 1, section 8). */
export function StartupError({ className, address }: StartupFailure) {
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current && className === 'NetworkFailure') location.reload();
    wasOnline.current = isOnline;
  }, [isOnline, className]);
  if (className === 'ForeignOrigin' && address) {
    return (
      <MessageState
        icon={IconAlertTriangle}
        title="Plimsoll is at another address"
        text={foreignOriginText(address)}
        action={<a href={address}>Go to {address}</a>}
      />
    );
  }
  const reload = <Button onClick={() => location.reload()}>Reload the page</Button>;
  if (className === 'NetworkFailure' && !isOnline) return <WithoutSignal />;
  return className === 'OrgNotSetup' ? (
    <MessageState
      icon={IconAlertTriangle}
      title="Organization is not set up"
      text="Please contact your administrator"
      action={<NotSetUpActions reload={reload} />}
    />
  ) : (
    <MessageState
      icon={IconAlertTriangle}
      title="An unknown error occurred"
      text="The application could not start, check your network connection and try reloading the page."
      action={
        className === 'NetworkFailure' ? (
          <div className={css.ways}>
            {reload}
            <ButtonLink to={incidentsPaths.reportEvent()}>Report an event without a network</ButtonLink>
          </div>
        ) : (
          reload
        )
      }
    />
  );
}

const EventsOnDevice = lazy(async () => ({
  default: (await import('../features/incidents/public/EventsOnDevice.tsx')).EventsOnDevice,
}));

/** A page that needs the server, while the device is offline. It opens as soon as there is a network. */
function WithoutSignal() {
  return (
    <>
      <MessageState
        icon={IconWifiOff}
        title="No signal"
        text="This page opens when you are back online. Until then, report an event or read one that you opened on this device."
        action={
          <ButtonLink variant="primary" to={incidentsPaths.reportEvent()}>
            Report an event without a network
          </ButtonLink>
        }
      />
      <Suspense>
        <EventsOnDevice />
      </Suspense>
    </>
  );
}

/** Members of several organizations may choose another one. */
function NotSetUpActions({ reload }: { reload: ReactNode }) {
  const hasOthers = (claimsNow()?.organizations.length ?? 0) > 1;
  return (
    <div className={css.ways}>
      {reload}
      {hasOthers && <ButtonLink to={paths.chooseOrganization()}>Choose another organization</ButtonLink>}
      <ButtonLink to={paths.signOut()}>Sign out</ButtonLink>
    </div>
  );
}

/** Error page for errors outside of the shell. */
export function FullPageError() {
  const error = useRouteError();
  return (
    <BarePage above={<OfflineBar />}>
      {error instanceof StartupFailure ? <StartupError {...error} /> : <UnexpectedError error={error} />}
    </BarePage>
  );
}
