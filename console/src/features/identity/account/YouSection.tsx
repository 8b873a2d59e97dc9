import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import type { User } from '@plimsoll/contracts/identity/user';
import { ChoosePicture } from '../../../components/ChoosePicture.tsx';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { Avatar } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { removePhoto, setPhoto, useRefreshAppBar } from '../api.ts';
import { DISABLED_BY_ORGANIZATION } from './labels.ts';
import { NameDialog, UsernameDialog } from './NameDialogs.tsx';

/** Photo, name and username of an account. */
export function YouSection({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'name' | 'username' | 'no photo' | null>(null);
  const { managePersonalInformation: mayRename, manageProfilePhoto: mayShow } = user.userPermissions;
  const close = () => setDialog(null);
  return (
    <Section title="You">
      <RowList label="You">
        <Row
          picture={<Avatar name={user.name} photo={user.photo} large strong />}
          over="Photo"
          title={user.isUsingDefaultImage ? 'None, so your initials are shown' : 'Shown beside your name'}
          under={mayShow ? undefined : DISABLED_BY_ORGANIZATION}
          actions={
            mayShow && (
              <>
                <ChoosePhoto user={user} />
                {!user.isUsingDefaultImage && <Button onClick={() => setDialog('no photo')}>Remove photo…</Button>}
              </>
            )
          }
        />
        <Row
          over="Full Name"
          title={user.name}
          under={mayRename ? undefined : DISABLED_BY_ORGANIZATION}
          actions={mayRename && <Button onClick={() => setDialog('name')}>Change name…</Button>}
        />
        <Row
          over="Username"
          title={user.username ?? 'None'}
          under={
            user.username ? 'It signs you in as an address does.' : 'With one you sign in without typing an address.'
          }
          actions={
            mayRename && (
              <Button onClick={() => setDialog('username')}>
                {user.username ? 'Change username…' : 'Choose a username…'}
              </Button>
            )
          }
        />
      </RowList>
      {dialog === 'name' && <NameDialog user={user} onClose={close} />}
      {dialog === 'username' && <UsernameDialog user={user} onClose={close} />}
      {dialog === 'no photo' && <RemovePhotoDialog user={user} onClose={close} />}
    </Section>
  );
}

function ChoosePhoto({ user }: { user: User }) {
  const { send, isPending } = useCommand(setPhoto);
  const refreshAppBar = useRefreshAppBar();
  return (
    <ChoosePicture
      of="A photo of you"
      leading={<IconCamera size={20} aria-hidden />}
      busy={isPending}
      done="Your photo was changed"
      refused="Your photo was not changed"
      send={(picture) => send({ asked: { params: { userGuid: user.guid }, body: picture }, key: newGuid() })}
      onDone={refreshAppBar}
    >
      {user.isUsingDefaultImage ? 'Add a photo' : 'Change photo'}
    </ChoosePicture>
  );
}

function RemovePhotoDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { send } = useCommand(removePhoto);
  const refreshAppBar = useRefreshAppBar();
  return (
    <RemovalDialog
      title="Remove photo"
      text="Your initials are shown instead, everywhere."
      refused="Your photo was not removed"
      done="Your photo was removed"
      send={(key) => send({ asked: { params: { userGuid: user.guid } }, key })}
      onDone={refreshAppBar}
      onClose={onClose}
    />
  );
}
