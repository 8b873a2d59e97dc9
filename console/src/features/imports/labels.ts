import type { DateForm } from '@plimsoll/contracts/imports/fields';
import type { NumberForm } from '@plimsoll/contracts/imports/numbers';
import type { ImportQuestion } from '@plimsoll/contracts/imports/requests';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';

/** Title of the first step, which may need a second look at the file. */
export const CHOOSE_TABLE = '1. Choose a table';

export const dateFormatLabels: Readonly<Record<DateForm, string>> = {
  ISO: '2026-03-31',
  DAY_FIRST: '31/03/2026',
  MONTH_FIRST: '03/31/2026',
};
export const numberFormatLabels: Readonly<Record<NumberForm, string>> = {
  POINT: '1,250.5',
  COMMA: '1.250,5',
};
export const encodingLabels: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Simplified Chinese (GB18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  macintosh: 'Western European (Mac)',
  maccyrillic: 'Cyrillic (Mac)',
  cp437: 'Western European (DOS 437)',
  cp850: 'Western European (DOS 850)',
  cp852: 'Central European (DOS 852)',
  cp866: 'Cyrillic (DOS 866)',
};
/** What to do about a question that an import leaves open. */
export const questionLabels: Readonly<Record<ImportQuestion, string>> = {
  sheet: 'Choose a sheet before you import.',
  encoding: 'Choose the text encoding before you import.',
  numbers: 'Choose how numbers are written before you import.',
};
