import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useRef, type ComponentProps } from 'react';
import { fileEndings } from '@plimsoll/contracts/attachments/file-types';
import { Button } from '../ui/inputs/Button.tsx';
import { useWide } from '../ui/layout/useWide.ts';

const accepted = fileEndings.map((ending) => `.${ending}`).join(',');

interface ChooserProps extends Pick<ComponentProps<typeof Button>, 'id' | 'variant' | 'leading' | 'children'> {
  input: ComponentProps<'input'> & { 'aria-label': string };
  onChosen: (files: readonly File[]) => void;
}

/** @param isFromCamera whether the files were just taken with the camera: cameras reuse the same file name. */
export type TakeChosen = (files: readonly File[], isFromCamera: boolean) => void;

/** Button that opens the file picker of the device. */
function Chooser({ input, onChosen, ...button }: ChooserProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => field.current?.click()} />
      <input
        {...input}
        ref={field}
        type="file"
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
          if (files.length > 0) onChosen(files);
        }}
      />
    </>
  );
}

/**
 * Buttons to choose files from the device; on a phone the camera comes first. Files are not resized.
 * @param id of the first button, the target of links in an error summary.
 * @param of distinguishes the accessible names of the inputs when a page has several.
 */
export function ChooseFiles({
  id,
  of = '',
  isFirst = true,
  onChosen,
}: {
  id?: string | undefined;
  of?: string;
  isFirst?: boolean;
  onChosen: TakeChosen;
}) {
  const wide = useWide(768);
  const behind = of && `: ${of}`;
  return (
    <>
      {!wide && (
        <Chooser
          id={id}
          variant={isFirst ? 'primary' : 'secondary'}
          leading={<IconCamera size={20} aria-hidden />}
          input={{ accept: 'image/*', capture: 'environment', 'aria-label': `A photo by the camera${behind}` }}
          onChosen={(files) => onChosen(files, true)}
        >
          Take a photo
        </Chooser>
      )}
      <Chooser
        id={wide ? id : undefined}
        variant={wide && isFirst ? 'primary' : 'secondary'}
        leading={<IconPaperclip size={20} aria-hidden />}
        input={{ accept: accepted, multiple: true, 'aria-label': `Files to attach${behind}` }}
        onChosen={(files) => onChosen(files, false)}
      >
        Add files
      </Chooser>
    </>
  );
}
