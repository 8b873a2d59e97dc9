import { fieldTexts } from '../../errors/field-texts.ts';
import { asWritten, isPhoneNumber } from './dial-address.ts';
import { safeText } from './text.ts';

const MAX_LENGTH = 60;

/** A phone number as people write it: digits, spaces, `+ ( ) - .` and an extension. */
export const phoneNumber = safeText
  .overwrite(asWritten)
  .max(MAX_LENGTH)
  .refine((text) => text === '' || isPhoneNumber(text), fieldTexts.phoneMalformed);
