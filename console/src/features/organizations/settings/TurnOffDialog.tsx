import { useQuery } from '@tanstack/react-query';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { SwitchOption } from '../../../components/Switches.tsx';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { useAffected } from './affected.ts';

interface TurnOffDialogProps {
  option: SwitchOption<Module | CustomerConfigCode>;
  onTurnOff: () => void;
  onClose: () => void;
}

/** Asks before a module or feature is turned off for everyone: how many people and open items it affects. */
export function TurnOffDialog({ option: { code, label }, onTurnOff, onClose }: TurnOffDialogProps) {
  const { organization } = useStarted();
  const members = useQuery(membersQuery(organization.guid));
  const affected = useAffected(code);
  return (
    <ConfirmDialog
      opened
      danger
      title={`Turn off ${label}`}
      onConfirm={onTurnOff}
      onClose={onClose}
      text={
        <QueryView query={members}>
          {({ totalCount }) => (
            <>
              It is turned off for everyone:{' '}
              {totalCount === 1 ? '1 person' : `${totalCount.toLocaleString('en-CA')} people`}. {affected} Nothing is
              deleted. Turn it on again at any time.
            </>
          )}
        </QueryView>
      }
    />
  );
}
