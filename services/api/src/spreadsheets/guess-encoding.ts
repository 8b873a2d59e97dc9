import { encodingNamed, type TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import iconv from 'iconv-lite';

/** Encodings that a text may be in which is not Unicode, the commonest first. */
const candidates: readonly TextEncoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'euc-jp',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'maccyrillic',
  'cp437',
  'cp850',
  'cp852',
  'cp866',
];
const MULTI_BYTE: ReadonlySet<TextEncoding> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
/** What the detector calls them. */
const DETECTED = [
  'Windows-1252',
  'Windows-1250',
  'Windows-1251',
  'CP932',
  'GB18030',
  'Big5',
  'CP949',
  'EUC-KR',
  'EUC-JP',
  'Windows-1253',
  'Windows-1254',
  'Windows-1255',
  'Windows-1256',
  'Windows-1257',
  'Windows-1258',
  'CP874',
  'TIS-620',
  'ISO-8859-2',
  'iso8859-15',
  'KOI8-R',
  'MacRoman',
  'MacCyrillic',
  'cp437',
  'cp850',
  'cp852',
  'IBM866',
];
/** Below this confidence the detector knows no better than that most files are Western European. */
const MIN_CONFIDENCE = 0.2;

/** Characters that no one writes: undefined ones, and control characters other than those of lines. */
const UNWRITTEN = /[\uFFFD\u0000-\u0008\u000E-\u001F\u007F-\u009F\uE000-\uF8FF]/;
const READ_AT_END = 4;

/**
 * The encodings in which a text that is not Unicode makes sense, the likeliest first. Never empty.
 * @param sample parts of it, each a whole line or more
 * @param bytes whether each of the 256 bytes occurs anywhere in it
 */
export async function plausibleEncodings(sample: Buffer, bytes: Uint8Array): Promise<readonly TextEncoding[]> {
  const plausible = candidates.filter((encoding) =>
    MULTI_BYTE.has(encoding) ? isReadable(sample, encoding) : areDefined(bytes, encoding),
  );
  const found = plausible.length > 0 ? plausible : candidates.slice(0, 1);
  // The library with its frequency tables is only loaded for the few files in an old encoding.
  const { detectAll } = await import('jschardet');
  const guesses = detectAll(sample, { minimumThreshold: 0, detectEncodings: [...DETECTED] }).flatMap(
    ({ encoding, confidence }) => {
      const known = encoding === null ? undefined : encodingNamed(encoding);
      return known && confidence >= MIN_CONFIDENCE ? [known] : [];
    },
  );
  const rankOf = (encoding: TextEncoding) => {
    const at = guesses.indexOf(encoding);
    return at < 0 ? guesses.length + candidates.indexOf(encoding) : at;
  };
  return unlikeEachOther(
    [...found].sort((one, other) => rankOf(one) - rankOf(other)),
    sample,
    bytes,
  );
}

const isReadable = (sample: Buffer, encoding: TextEncoding): boolean =>
  !UNWRITTEN.test(iconv.decode(sample, encoding).slice(0, -READ_AT_END));

const areDefined = (bytes: Uint8Array, encoding: TextEncoding): boolean =>
  !UNWRITTEN.test(iconv.decode(beyondAscii(bytes), encoding));

const beyondAscii = (bytes: Uint8Array): Buffer =>
  Buffer.from([...bytes.keys()].filter((byte) => byte >= 0x80 && bytes[byte]));

/** Without encodings that give the same text as a likelier one: choosing between them would change nothing. */
function unlikeEachOther(
  encodings: readonly TextEncoding[],
  sample: Buffer,
  bytes: Uint8Array,
): readonly TextEncoding[] {
  const seen = new Set<string>();
  const used = beyondAscii(bytes);
  return encodings.filter((encoding) => {
    const text = iconv.decode(MULTI_BYTE.has(encoding) ? sample : used, encoding);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}
