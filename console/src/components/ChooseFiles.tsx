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

/** @param isFromCamera whether they were taken just now: cameras call all of theirs the same. */
export type TakeChosen = (files: readonly File[], isFromCamera: boolean) => void;

/** A button that opens the device's own way to choose files. */
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
          // The same one chosen again is a change, too.
          target.value = '';
          if (files.length > 0) onChosen(files);
        }}
      />
    </>
  );
}

/** Chooses files of the device, on a phone first of all what its camera sees. Nothing of them is shrunk. @param id of the first button, where a summary of faults leads to it. @param of names the buttons' fields where there are several on a page. */
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
