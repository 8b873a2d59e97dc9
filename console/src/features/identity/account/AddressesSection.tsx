import { IconMailQuestion, IconStar } from '@tabler/icons-react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import {
  addEmailAddressRequest,
  MAX_EMAIL_ADDRESSES,
  type EmailAddress,
  type User,
} from '@plimsoll/contracts/identity/user';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { mailSentAgain, mailNotSent } from '../../notifications/public/mail-labels.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { AddNameDialog, NameRow, useNameDialogs } from '../../../components/VerifiedNames.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { addAddress, changeAddress, removeAddress, useRefreshAppBar } from '../api.ts';

/** Email addresses of an account: the primary one, and those not yet verified. */
export function AddressesSection({ user }: { user: User }) {
  const { isAdding, removed, remove, close, addButton } = useNameDialogs<EmailAddress>('Add an address…');
  const may = user.userPermissions.managePersonalInformation;
  const isFull = user.emailAddresses.length >= MAX_EMAIL_ADDRESSES;
  return (
    <Section
      title="Email addresses"
      action={
        may && !isFull ? (
          addButton('quiet')
        ) : (
          <small>{isFull ? `${MAX_EMAIL_ADDRESSES} is the most` : 'Your organization manages them'}</small>
        )
      }
    >
      <RowList label="Email addresses">
        {user.emailAddresses.map((address) => (
          <AddressRow
            key={address.emailAddress}
            user={user}
            address={address}
            onRemove={may && !address.isPrimary ? () => remove(address) : undefined}
          />
        ))}
      </RowList>
      {isAdding && <AddAddressDialog user={user} onClose={close} />}
      {removed && <RemoveAddressDialog user={user} address={removed} onClose={close} />}
    </Section>
  );
}

function underOf({ isPrimary, isVerified }: EmailAddress): string {
  if (!isVerified) return 'Open the link in the mail that we sent there, in this browser, within 24 hours.';
  return isPrimary ? 'Our mails go here. It signs you in.' : 'It signs you in.';
}

function AddressRow({
  user,
  address,
  onRemove,
}: {
  user: User;
  address: EmailAddress;
  onRemove: (() => void) | undefined;
}) {
  const { emailAddress, isPrimary, isVerified } = address;
  const shown = readableAddress(emailAddress);
  const toPrimary = useCommand(changeAddress);
  const refreshAppBar = useRefreshAppBar();
  const notVerified = (
    <Badge tone="asks" icon={IconMailQuestion}>
      Not verified
    </Badge>
  );
  return (
    <NameRow
      name={shown}
      badge={isPrimary ? <Badge icon={IconStar}>Primary</Badge> : !isVerified && notVerified}
      under={underOf(address)}
      press={
        isVerified
          ? {
              label: 'Make primary',
              send: () =>
                toPrimary
                  .send({
                    asked: { params: { userGuid: user.guid, emailAddress }, body: { isPrimary: true } },
                    key: newGuid(),
                  })
                  .then(refreshAppBar),
              done: `Our mails go to ${shown} now`,
              refused: `${shown} was not made the primary address`,
            }
          : {
              label: 'Send the mail again',
              send: () => sendPublic('resendVerification', { params: { emailAddress }, body: {} }),
              done: mailSentAgain(shown),
              refused: mailNotSent(shown),
            }
      }
      onRemove={onRemove}
    />
  );
}

function AddAddressDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { send } = useCommand(addAddress);
  return (
    <AddNameDialog
      title="Add an address"
      text="It counts once the link of a mail has shown that it is yours."
      confirmLabel="Send the mail"
      refused="The address was not added"
      schema={addEmailAddressRequest}
      field="emailAddress"
      missing={fieldTexts.emailMissing}
      input={{
        label: 'Email Address',
        type: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
      send={(body, key) =>
        send({ asked: { params: { userGuid: user.guid }, body }, key }).then(() => body.emailAddress)
      }
      onDone={(emailAddress) =>
        showAlert({
          type: 'success',
          title: `A mail is on its way to ${readableAddress(emailAddress)}`,
          subtitle: 'Its link verifies the address.',
        })
      }
      onClose={onClose}
    />
  );
}

function RemoveAddressDialog({
  user,
  address: { emailAddress, isVerified },
  onClose,
}: {
  user: User;
  address: EmailAddress;
  onClose: () => void;
}) {
  const { send } = useCommand(removeAddress);
  const shown = readableAddress(emailAddress);
  return (
    <RemovalDialog
      title="Remove address"
      text={
        isVerified
          ? `You no longer sign in with ${shown}, and someone else may add it to their account.`
          : `The link in the mail to ${shown} no longer verifies it.`
      }
      refused={`${shown} was not removed`}
      done={`${shown} was removed`}
      send={(key) => send({ asked: { params: { userGuid: user.guid, emailAddress } }, key })}
      onClose={onClose}
    />
  );
}
