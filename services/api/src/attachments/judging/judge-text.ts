import { WEB_PAGE_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import type { FileEnding, FileType } from '@plimsoll/contracts/attachments/file-types';
import type { Refusal } from '../../commands/decision.ts';
import type { Judged } from './judged.ts';
import { dangerous, otherContent } from './refusals.ts';

/** Encodings with two bytes or more per character, by their byte order marks. */
const WIDE = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;
/** The byte order mark of UTF-8, read as Latin-1. */
const NARROW_MARK = '\u00ef\u00bb\u00bf';

/**
 * How pages and scripts begin. Anywhere else the same words are text: files are served as attachments that browsers do
 * not run.
 */
const PAGE = new RegExp(
  [
    String.raw`<\s*(?:!doctype\s+html|html)[\s>/]`,
    // A note may begin with <body part> or <head injury>.
    String.raw`<\s*(?:head|body|script|style|svg|iframe|object|embed|img|meta|link)(?:\s*[>/]|\s[^<>=]{0,500}=)`,
    String.raw`<\?php`,
    '#!',
  ].join('|'),
  'iy',
);

/** Judges a text; a page or a script is none. */
export function judgeText(content: Buffer, extension: FileEnding, contentType: FileType): Judged | Refusal {
  const wide = WIDE.find(([, mark]) => content.subarray(0, mark.length).equals(mark))?.[0];
  // Without zeros a text in UTF-32 reads like the same one in UTF-16.
  const text = wide ? new TextDecoder(wide).decode(content).replaceAll('\0', '') : content.toString('latin1');
  PAGE.lastIndex = beginningOf(text);
  if (PAGE.test(text)) return dangerous(WEB_PAGE_FILE);
  if (content.includes(0) && !wide) return otherContent(extension);
  return text.startsWith('%PDF-') || text.startsWith('PK\u0003\u0004')
    ? otherContent(extension)
    : { contentType, content, isAsItCame: true, isDamaged: false };
}

/** Where the text begins, behind what browsers skip: blanks, comments, and an XML declaration. */
function beginningOf(text: string): number {
  let at = text.startsWith(NARROW_MARK) ? NARROW_MARK.length : 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?xml', at) ? '?>' : null;
    const found = end === null ? -1 : text.indexOf(end, at);
    if (end === null || found < 0) return at;
    at = found + end.length;
  }
}
