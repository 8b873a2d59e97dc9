import { IconMailQuestion, IconPlus, IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import { addEmailAddressRequest, MOST_EMAIL_ADDRESSES, type EmailAddress, type User } from '@plimsoll/contracts/identity/user';
import { showAlert } from '../../../lib/alerts.ts';
import { useCommand } from '../../../lib/command.ts';
import { useDialogForm } from '../../../lib/dialog-draft.tsx';
import { sendOpenly } from '../../../lib/http.ts';
import { newGuid } from '../../../lib/ids.ts';
import { anotherMail, noMail } from '../../../lib/mail-words.ts';
import { usePressed } from '../../../lib/pressed.ts';
import { RemovalDialog } from '../../../lib/RemovalDialog.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section } from '../../../ui/Section.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { addAddress, changeAddress, removeAddress, useBarAnew } from '../api.ts';

/** The addresses of an account: which one mails go to, and which are still to be verified. */
export function AddressesSection({ user }: { user: User }) {
  const [asked, setAsked] = useState<'add' | EmailAddress | null>(null);
  const may = user.userPermissions.managePersonalInformation;
  const isFull = user.emailAddresses.length >= MOST_EMAIL_ADDRESSES;
  return (
    <Section
      title="Email addresses"
      action={
        may && !isFull ? (
          <Button variant="quiet" leading={<IconPlus size={20} aria-hidden />} onClick={() => setAsked('add')}>
            Add an address…
          </Button>
        ) : (
          <small>{isFull ? `${MOST_EMAIL_ADDRESSES} is the most` : 'Your organization manages them'}</small>
        )
      }
    >
      <RowList label="Email addresses">
        {user.emailAddresses.map((address) => (
          <AddressRow key={address.emailAddress} user={user} address={address} may={may} onRemove={() => setAsked(address)} />
        ))}
      </RowList>
      {asked === 'add' && <AddAddressDialog user={user} onClose={() => setAsked(null)} />}
      {asked && asked !== 'add' && <RemoveAddressDialog user={user} address={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

function underOf({ isPrimary, isVerified }: EmailAddress): string {
  if (!isVerified) return 'Open the link in the mail that we sent there, in this browser, within 24 hours.';
  return isPrimary ? 'Our mails go here. It signs you in.' : 'It signs you in.';
}

function AddressRow({ user, address, may, onRemove }: { user: User; address: EmailAddress; may: boolean; onRemove: () => void }) {
  const { emailAddress, isPrimary, isVerified } = address;
  const toPrimary = useCommand(changeAddress);
  const barAnew = useBarAnew();
  const { busy, press } = usePressed();
  const named = <VisuallyHidden> {emailAddress}</VisuallyHidden>;

  const makePrimary = () =>
    press(
      () => toPrimary.send({ asked: { params: { userGuid: user.guid, emailAddress }, body: { isPrimary: true } }, key: newGuid() }).then(barAnew),
      `Our mails go to ${emailAddress} now`,
      `${emailAddress} was not made the primary address`,
    );
  const sendAgain = () => press(() => sendOpenly('resendVerification', { params: { emailAddress }, body: {} }), anotherMail(emailAddress), noMail(emailAddress));

  return (
    <Row
      title={emailAddress}
      badge={
        isPrimary ? (
          <Badge icon={IconStar}>Primary</Badge>
        ) : (
          !isVerified && (
            <Badge tone="asks" icon={IconMailQuestion}>
              Not verified
            </Badge>
          )
        )
      }
      under={underOf(address)}
      actions={
        may &&
        !isPrimary && (
          <>
            {isVerified ? (
              <Button aria-busy={busy || undefined} onClick={() => void makePrimary()}>
                Make primary
                {named}
              </Button>
            ) : (
              <Button aria-busy={busy || undefined} onClick={() => void sendAgain()}>
                Send the mail again
                {named}
              </Button>
            )}
            <Button onClick={onRemove}>
              Remove…
              {named}
            </Button>
          </>
        )
      }
    />
  );
}

function AddAddressDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { send } = useCommand(addAddress);
  const form = useDialogForm(addEmailAddressRequest, {
    start: { emailAddress: '' },
    bodyOf: ({ emailAddress }) => ({ emailAddress: emailAddress.trim() }),
    check: ({ emailAddress }) => (emailAddress.trim() ? [] : [{ field: 'emailAddress', message: fieldTexts.emailMissing }]),
    send: (body, key) => send({ asked: { params: { userGuid: user.guid }, body }, key }).then(() => body.emailAddress),
    onDone: (emailAddress) => {
      showAlert({ type: 'success', title: `A mail is on its way to ${emailAddress}`, subtitle: 'Its link verifies the address.' });
      onClose();
    },
  });
  return (
    <FormDialog form={form} refused="The address was not added" title="Add an address" text="It counts once the link of a mail has shown that it is yours." confirmLabel="Send the mail" onClose={onClose}>
      <TextField label="Email Address" type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...form.typed('emailAddress')} />
    </FormDialog>
  );
}

function RemoveAddressDialog({ user, address: { emailAddress, isVerified }, onClose }: { user: User; address: EmailAddress; onClose: () => void }) {
  const { send } = useCommand(removeAddress);
  return (
    <RemovalDialog
      title="Remove address"
      text={isVerified ? `You no longer sign in with ${emailAddress}, and somebody else may add it to their account.` : `The link in the mail to ${emailAddress} no longer verifies it.`}
      refused={`${emailAddress} was not removed`}
      done={`${emailAddress} was removed`}
      send={(key) => send({ asked: { params: { userGuid: user.guid, emailAddress } }, key })}
      onClose={onClose}
    />
  );
}
