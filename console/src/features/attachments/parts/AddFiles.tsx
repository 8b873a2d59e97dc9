import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useRef, type ComponentProps } from 'react';
import { fileEndings } from '@plimsoll/contracts/attachments/file-types';
import { useStarted } from '../../../lib/startup.ts';
import { Button } from '../../../ui/Button.tsx';
import { useWide } from '../../../ui/useWide.ts';
import type { Holder } from '../holder.ts';
import { add } from '../sending.ts';
import { askAboutFiles } from './LeavingFiles.tsx';
import css from './Attachments.module.css';

/** What may be attached, for whoever looks for something to attach. */
export const kindsToAttach = (keepsPlaces: boolean): string =>
  `Pictures, videos, PDF, Word, Excel, PowerPoint, CSV and text, of 25 MB each at most.${keepsPlaces ? '' : ' Where a picture was taken is removed from it.'}`;

const accepted = fileEndings.map((ending) => `.${ending}`).join(',');

interface ChooserProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'leading' | 'children'> {
  input: ComponentProps<'input'> & { 'aria-label': string };
  onChosen: (files: readonly File[]) => void;
}

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

/** Adds files of the device to an event or an action, on a phone first of all what its camera sees. Nothing of them is shrunk. */
export function AddFiles({ holder: { kind, guid, words }, taken }: { holder: Holder; taken: readonly string[] }) {
  const { organization } = useStarted();
  const wide = useWide(768);
  const take = (files: readonly File[]) => {
    askAboutFiles();
    add(files, { organizationGuid: organization.guid, owner: { kind, guid }, words }, taken);
  };
  return (
    <div className={css.adding}>
      {!wide && (
        <Chooser variant="primary" leading={<IconCamera size={20} aria-hidden />} input={{ accept: 'image/*', capture: 'environment', 'aria-label': 'A photo by the camera' }} onChosen={take}>
          Take a photo
        </Chooser>
      )}
      <Chooser variant={wide ? 'primary' : 'secondary'} leading={<IconPaperclip size={20} aria-hidden />} input={{ accept: accepted, multiple: true, 'aria-label': 'Files to attach' }} onChosen={take}>
        Add files
      </Chooser>
    </div>
  );
}
