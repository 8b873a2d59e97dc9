import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '@plimsoll/contracts/identity/sessions';
import { useCommand } from '../../../lib/api/command.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { endSession, endSessions, sessionsQuery } from '../api.ts';
import { methodLabels, formatWhen } from './labels.ts';

const nameOf = ({ device }: Session): string => device ?? 'A browser that does not say what it is';
const isHandheld = ({ device }: Session): boolean => /android|ios|iphone|ipad|mobile/i.test(device ?? '');

/** Lists the account's sessions, which can be ended. */
export function SessionsSection({ userGuid }: { userGuid: string }) {
  const query = useQuery(sessionsQuery(userGuid));
  const [dialog, setDialog] = useState<'others' | Session | null>(null);
  const hasOthers = query.data?.items.some(({ isCurrent }) => !isCurrent);
  const close = () => setDialog(null);
  return (
    <Section
      title="Where you are signed in"
      action={
        hasOthers && (
          <Button variant="quiet" onClick={() => setDialog('others')}>
            Sign out everywhere else…
          </Button>
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%']} />}>
        {({ items }) => (
          <RowList label="Where you are signed in">
            {items.map((session) => (
              <SessionRow key={session.sessionGuid} session={session} onEnd={() => setDialog(session)} />
            ))}
          </RowList>
        )}
      </QueryView>
      {dialog === 'others' && <EndOthersDialog userGuid={userGuid} onClose={close} />}
      {dialog && dialog !== 'others' && <EndSessionDialog userGuid={userGuid} session={dialog} onClose={close} />}
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { isCurrent, startedAt, lastSeenAt, method } = session;
  const since = `Signed in ${formatWhen(startedAt)} ${methodLabels[method]}`;
  return (
    <Row
      icon={isHandheld(session) ? IconDeviceMobile : IconDeviceDesktop}
      title={nameOf(session)}
      badge={isCurrent && <Badge tone="good">This browser</Badge>}
      under={isCurrent ? since : `${since} · last seen ${formatWhen(lastSeenAt)}`}
      actions={
        !isCurrent && (
          <Button onClick={onEnd}>
            Sign out…
            <VisuallyHidden>
              {' '}
              {nameOf(session)}, signed in {formatWhen(startedAt)}
            </VisuallyHidden>
          </Button>
        )
      }
    />
  );
}

function EndSessionDialog({ userGuid, session, onClose }: { userGuid: string; session: Session; onClose: () => void }) {
  const { send } = useCommand(endSession);
  return (
    <RemovalDialog
      title="Sign out there"
      text={`${nameOf(session)}, signed in ${formatWhen(session.startedAt)}: whoever sits there has to sign in again.`}
      refused="Nobody was signed out"
      done={`${nameOf(session)} was signed out`}
      send={(key) => send({ asked: { params: { userGuid, sessionGuid: session.sessionGuid } }, key })}
      onClose={onClose}
    />
  );
}

function EndOthersDialog({ userGuid, onClose }: { userGuid: string; onClose: () => void }) {
  const { send } = useCommand(endSessions);
  return (
    <RemovalDialog
      title="Sign out everywhere else"
      text="Every other browser and device has to sign in again. This one goes on."
      refused="Nobody was signed out anywhere"
      done="You are signed in here alone"
      send={(key) => send({ asked: { params: { userGuid }, query: { keepCurrent: 'true' } }, key })}
      onClose={onClose}
    />
  );
}
