import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconPhoto,
  IconPresentation,
  IconTable,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';

const icons: readonly (readonly [RegExp, Icon])[] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconVideo],
  [/pdf$/, IconFileTypePdf],
  [/csv$|excel|spreadsheet/, IconTable],
  [/powerpoint|presentation/, IconPresentation],
  [/word|^text\//, IconFileText],
];

/** Icon for a file's content type. Hidden from screen readers, because the file's name is next to it. */
export function FileIcon({ contentType, size }: { contentType: string; size: number }) {
  const Kind = icons.find(([pattern]) => pattern.test(contentType))?.[1] ?? IconFile;
  return <Kind size={size} stroke={1.5} aria-hidden />;
}
