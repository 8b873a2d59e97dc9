import { dialAddress } from '@plimsoll/contracts/kernel/values/dial-address';

/** A phone number that can be called. Older values that are none are plain text. */
export function PhoneNumber({ text, label = text }: { text: string; label?: string }) {
  const address = dialAddress(text);
  return address ? <a href={address}>{label}</a> : <>{text}</>;
}
