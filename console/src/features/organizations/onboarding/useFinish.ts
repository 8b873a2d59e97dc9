import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { paths } from '../../../lib/url/paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { forgetStartup, useStarted } from '../../../lib/session/startup.ts';
import { updateOrganization } from '../api.ts';

/** Completes the setup of an organization, which opens it to its members. */
export function useFinish(): { finish: () => Promise<void>; isFinishing: boolean } {
  const { guid: orgGuid, name } = useStarted().organization;
  const { send } = useCommand(updateOrganization);
  const navigate = useNavigate();
  const [isFinishing, setFinishing] = useState(false);
  async function finish() {
    if (isFinishing) return;
    setFinishing(true);
    try {
      await send({ asked: { params: { orgGuid }, body: { onboardingStatus: 'ONBOARDED' } }, key: newGuid() });
      forgetStartup();
      showAlert({ type: 'success', title: `${name} is set up` });
      await navigate(paths.home(), { replace: true });
    } catch (error) {
      showAlert({ type: 'error', title: `${name} is not set up yet`, subtitle: errorText(error) });
      setFinishing(false);
    }
  }
  return { finish, isFinishing };
}
