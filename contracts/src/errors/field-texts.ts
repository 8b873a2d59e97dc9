import { textOf } from './errors.ts';

/** Texts shown next to a field, by forms and the API alike. Texts of the specification are verbatim. */
export const fieldTexts = {
  missing: 'Please fill this in',
  descriptionMissing: 'Please enter a description',
  dateMissing: 'Please enter a date',
  locationMissing: 'Please enter the location of the event',
  commentMissing: 'Say what must change',
  dueDateMissing: 'Please enter a due date',
  responsibleMissing: 'Please choose a responsible person',
  notEffectiveMissing: 'Say what did not work',
  reasonMissing: 'Please enter a reason',
  numberMissing: 'Please enter a number',
  personMissing: textOf('MissingMember'),
  nameMissing: "Full name can't be blank",
  nameInvalid: 'Full name is invalid',
  organizationNameMissing: "Organization name can't be blank",
  organizationNameInvalid: 'Organization name is invalid',
  organizationIdTaken: 'Organization ID is already taken',
  emailMissing: "Email address can't be blank",
  usernameMissing: "Username can't be blank",
  usernameMalformed: 'Use letters, digits and single hyphens, with no hyphen at either end',
  codeMissing: 'Enter the code',
  passwordMissing: "Password can't be blank",
  passwordsDiffer: 'Passwords do not match',
  phoneMalformed: 'Enter a phone number, for example +1 780 555 0111 ext. 12',
  emailMalformed: textOf('MalformedEmailAddress'),
  dateMalformed: 'Must be a date, YYYY-MM-DD',
  timeMalformed: 'Must be a time of day, HH:MM',
  instantMalformed: 'Must be a date and time in UTC, such as 2026-04-28T14:30:00Z',
  monthMalformed: 'Must be a month, YYYY-MM',
  yearMalformed: 'Must be a year, YYYY',
  guidMalformed: 'Must be a UUID',
  notNumeric: 'Numeric characters only',
  notWhole: 'Number cannot include decimal places',
  tooLarge: 'The value you specified is too large',
  inFuture: 'Cannot be in the future',
  inPast: 'Cannot be in the past',
  notAmongOptions: 'Choose from the options',
  notValid: 'This is not valid',
  tooManyTransfers: 'Too many uploads or downloads are open. Wait for one to finish, then try again.',
  unknown: 'This field is not known',
  givenTwice: 'Must be given only once',
  notJson: 'Must be JSON',
  notObject: 'Must be an object',
  notList: 'Must be a list',
  notText: 'Must be text',
  notBoolean: 'Must be true or false',
  notAddress: 'Must be a valid address',
  notDomain: 'Must be a domain, such as example.com',
  notHttps: 'Must be an address that begins with https://',
} as const;

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : `${one}s`}`;

/** What is said of a number below the least that its field takes. */
export const tooSmallText = (least: number): string =>
  least === 0 ? 'Must be zero or greater' : `Must be ${least} or greater`;

export const tooLongText = (most: number): string => `Must have at most ${counted(most, 'character')}`;
export const tooShortText = (least: number): string => `Must have at least ${counted(least, 'character')}`;
export const tooManyDecimalsText = (most: number): string => `Must have at most ${counted(most, 'decimal place')}`;
export const tooManyText = (most: number): string =>
  `Must have at most ${most.toLocaleString('en-CA')} ${most === 1 ? 'entry' : 'entries'}`;
export const notOneOfText = (values: readonly string[]): string => `Must be one of ${values.join(', ')}`;
