import { IconLogout, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { endSession } from '../lib/session/sign-out.ts';
import { Button } from '../ui/inputs/Button.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { MessageState } from '../ui/feedback/States.tsx';
import { useDelayed } from '../ui/feedback/useDelayed.ts';
import { BarePage } from '../ui/layout/BarePage.tsx';

/** Page shown instead of all content while a sign-out is running or could not reach the server. */
export function SigningOut({ how }: { how: 'ENDING' | 'LIVES' | 'LEAVING' }) {
  const [trying, setTrying] = useState(false);
  const late = useDelayed(how !== 'LIVES', 400);
  const slow = useDelayed(trying, 400);
  const tryNow = () => {
    setTrying(true);
    void endSession().finally(() => setTrying(false));
  };
  return (
    <BarePage>
      <div role="status">
        {how === 'LIVES' ? (
          <MessageState
            icon={IconPlugConnectedX}
            title="Your session has not ended yet"
            text="None of your data is shown here, and what this browser keeps for you is locked. The server has not heard of it yet, so your session there is still open. Plimsoll keeps trying, even after a reload, and shows the sign-in page once you are signed out."
            action={
              <Button
                variant="primary"
                aria-busy={trying || undefined}
                onClick={tryNow}
                leading={slow ? <Spinner /> : <IconRefresh size={20} aria-hidden />}
              >
                Try again now
              </Button>
            }
          />
        ) : (
          late && (
            <MessageState
              icon={IconLogout}
              title={how === 'ENDING' ? 'Signing out' : 'One moment'}
              text={how === 'ENDING' ? 'Your session is being ended.' : 'Someone else has signed in on this browser.'}
            />
          )
        )}
      </div>
    </BarePage>
  );
}
