/** Encodings of text files, each with the other names that programs use for it, without case and separators. */
const aliases = {
  'utf-8': ['utf8'],
  'utf-16le': ['utf16le', 'utf16', 'ucs2'],
  'utf-16be': ['utf16be'],
  'windows-1252': ['windows1252', 'win1252', 'cp1252', 'ansi', 'iso88591', 'latin1'],
  'windows-1250': ['windows1250', 'win1250', 'cp1250'],
  'windows-1251': ['windows1251', 'win1251', 'cp1251'],
  'windows-1253': ['windows1253', 'win1253', 'cp1253'],
  'windows-1254': ['windows1254', 'win1254', 'cp1254', 'iso88599'],
  'windows-1255': ['windows1255', 'win1255', 'cp1255'],
  'windows-1256': ['windows1256', 'win1256', 'cp1256'],
  'windows-1257': ['windows1257', 'win1257', 'cp1257'],
  'windows-1258': ['windows1258', 'win1258', 'cp1258'],
  'windows-874': ['windows874', 'cp874', 'tis620'],
  'iso-8859-2': ['iso88592', 'latin2'],
  'iso-8859-15': ['iso885915', 'latin9'],
  'koi8-r': ['koi8r'],
  shift_jis: ['shiftjis', 'sjis', 'cp932', 'windows31j', 'mskanji'],
  'euc-jp': ['eucjp'],
  gb18030: ['gb18030', 'gbk', 'gb2312', 'cp936'],
  big5: ['big5', 'cp950'],
  'euc-kr': ['euckr', 'cp949', 'uhc'],
  macintosh: ['macintosh', 'macroman', 'mac'],
  maccyrillic: ['xmaccyrillic', 'maccyrillic'],
  cp437: ['cp437', 'ibm437', 'dos'],
  cp850: ['cp850', 'ibm850'],
  cp852: ['cp852', 'ibm852'],
  cp866: ['cp866', 'ibm866'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TextEncoding = keyof typeof aliases;
export const textEncodings = Object.keys(aliases) as readonly TextEncoding[];

const byAlias = new Map(textEncodings.flatMap((encoding) => aliases[encoding].map((alias) => [alias, encoding])));

/** The encoding of this name, however it is spelled; undefined for one that is not read. */
export const encodingNamed = (name: string): TextEncoding | undefined =>
  byAlias.get(name.toLowerCase().replace(/[^a-z0-9]/g, '') as never);
