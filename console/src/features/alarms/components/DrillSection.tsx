import { IconBellRinging } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_DRILLS_A_DAY } from '@plimsoll/contracts/alarms/requests';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { startAlarmDrill } from '../api.ts';
import { alarmsPaths } from '../paths.ts';

/** Sends a test alarm to the people of a worksite or of the organization. */
export function DrillSection() {
  const { organization, features } = useStarted();
  const { send, isPending } = useCommand(startAlarmDrill);
  const { key, renew } = useFormKey();
  const navigate = useNavigate();
  const [worksiteGuid, setWorksite] = useState<string | null>(null);
  const worksites = features.has('WORKSITES') ? organization.worksites.filter(({ status }) => status === 'ACTIVE') : [];
  const start = async () => {
    try {
      const { alarmGuid } = await send({
        asked: { params: { orgGuid: organization.guid }, body: { worksiteGuid } },
        key,
      });
      showAlert({ type: 'success', title: 'The test alarm was sent' });
      void navigate(alarmsPaths.alarm(alarmGuid));
    } catch (error) {
      renew();
      const isLimit = error instanceof ApiProblem && error.className === 'LimitReached';
      showAlert({
        type: 'error',
        title: 'No test alarm was sent',
        subtitle: isLimit
          ? `You can send ${MAX_DRILLS_A_DAY} test alarms a day. Send the next one tomorrow.`
          : errorText(error),
      });
    }
  };
  return (
    <Section title="Test alarm">
      <p style={{ marginBlock: '8px 16px', color: 'var(--muted)' }}>
        See who answers, and how fast. The same people are emailed as in a real alarm, and every message says that it is
        a drill. It is over after an hour. At most {MAX_DRILLS_A_DAY} a day.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <FieldStack>
          {worksites.length > 0 && (
            <SelectField
              label="Where"
              name="drillWorksite"
              placeholder="The whole organization"
              options={worksites.map(({ guid, name }) => ({ value: guid, label: name }))}
              value={worksiteGuid}
              onChange={setWorksite}
            />
          )}
          <div>
            <SubmitButton variant="secondary" busy={isPending} leading={<IconBellRinging size={20} aria-hidden />}>
              Send a test alarm
            </SubmitButton>
          </div>
        </FieldStack>
      </form>
    </Section>
  );
}
