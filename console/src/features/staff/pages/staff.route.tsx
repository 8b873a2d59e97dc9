import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { beginStaffAccessRequest, STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { useCommand } from '../../../lib/api/command.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { namedByLabels } from '../../../lib/forms/named-errors.ts';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { enterOrganization, requireSession } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { NotFoundState } from '../../../ui/feedback/States.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { beginStaffAccess, ownAccountQuery } from '../api.ts';
import css from '../../joining/public/Choice.module.css';
import { StepForm } from '../../organizations/public/Step.tsx';

interface Loaded {
  isStaff: boolean;
}

/** Whether the user is Plimsoll staff; for others the page does not exist. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const { sub } = await requireSession(request);
  const { globalAdmin } = await queryClient.fetchQuery(ownAccountQuery(sub));
  return { isStaff: globalAdmin };
}

/** Form by which Plimsoll staff open an organization for reading, with a reason. */
export function Component() {
  const { isStaff } = useLoaderData<Loaded>();
  return (
    <div className={css.page}>
      {isStaff ? <Begin /> : <NotFoundState action={<ButtonLink to={paths.home()}>Go to dashboard</ButtonLink>} />}
    </div>
  );
}

const labels = { organizationGuid: 'Organization', reason: 'Reason' };

function Begin() {
  const navigate = useNavigate();
  const { send } = useCommand(beginStaffAccess);
  const form = useCommandForm(beginStaffAccessRequest, {
    start: { organizationGuid: '', reason: '' },
    bodyOf: ({ organizationGuid, reason }: { organizationGuid: string; reason: string }) => ({
      organizationGuid: organizationGuid.trim().toLowerCase(),
      reason: reason.trim(),
    }),
    check: (fields) =>
      (['organizationGuid', 'reason'] as const)
        .filter((field) => !fields[field].trim())
        .map((field) => ({ field, message: fieldTexts.missing })),
    send: async (body, key) => {
      const { organizationGuid } = await send({ asked: { body }, key });
      await enterOrganization(organizationGuid);
    },
    onDone: () => void navigate(paths.home(), { replace: true }),
  });
  return (
    <>
      <PageHeader
        title="Read an organization"
        meta={`For ${STAFF_ACCESS_HOURS} hours, in a session that began with a second factor. You change nothing. Its administrators get a mail, and read your reason and each thing that you open.`}
      />
      <StepForm
        form={{ ...form, errors: namedByLabels(form.errors, labels) }}
        refused="Nothing was opened"
        next="Begin reading"
        back={paths.personalSettings()}
      >
        <TextField
          label={labels.organizationGuid}
          autoCapitalize="none"
          spellCheck={false}
          hint="Its guid, as plimsoll organization list prints it"
          {...form.typed('organizationGuid')}
        />
        <TextField label={labels.reason} hint="One line. They read it word by word." {...form.typed('reason')} />
      </StepForm>
    </>
  );
}
