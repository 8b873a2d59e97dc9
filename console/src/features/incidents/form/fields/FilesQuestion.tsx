import { IconFile, IconX } from '@tabler/icons-react';
import { useContext, useEffect, useState } from 'react';
import { MAX_ATTACHMENTS } from '@plimsoll/contracts/forms/answers-schema';
import { ChooseFiles, type TakeChosen } from '../../../../components/ChooseFiles.tsx';
import { isPictureName, LocalPicture } from '../../../../components/LocalPicture.tsx';
import { fileError } from '../../../attachments/public/file-errors.ts';
import {
  dropAttachmentDrafts,
  addAttachmentDrafts,
  restoreAttachmentDrafts,
  useFilesUnderWay,
  useAttachmentDrafts,
} from '../../../../lib/offline/attachment-drafts.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import { FieldGroup, useFieldId, type FieldLabels } from '../../../../ui/inputs/FormField.tsx';
import { Row, RowList } from '../../../../ui/data/RowList.tsx';
import css from '../EventForm.module.css';
import { FilesToHold } from '../files/files-to-hold.ts';

interface FilesQuestionProps {
  words: FieldLabels & { name: string };
  value: readonly string[];
  onChange: (guids: string[] | null) => void;
  /** Whether it is the first field of the page. */
  isFirst?: boolean;
}

/** Question answered with photos and files, which are uploaded once the incident exists. */
export function FilesQuestion({ words, value, onChange, isFirst = false }: FilesQuestionProps) {
  const id = useFieldId(undefined, words.name);
  const held = useAttachmentDrafts();
  const underWay = useFilesUnderWay();
  const holder = useContext(FilesToHold);
  const mayHold = holder !== null;
  const { fileLimitBytes, features } = useStarted();
  const keepsPosition = features.has('KEEP_PHOTO_LOCATION');
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(() => void (mayHold && restoreAttachmentDrafts()), [mayHold]);
  const add: TakeChosen = (files, isFromCamera) => {
    const judged = files.map((file) => ({ file, fault: fileError(file, fileLimitBytes) }));
    const fit = judged
      .flatMap(({ file, fault }) => (fault === null ? [file] : []))
      .slice(0, MAX_ATTACHMENTS - value.length);
    setRefused(judged.flatMap(({ file, fault }) => (fault === null ? [] : [`${file.name} was not added. ${fault}`])));
    if (fit.length > 0) onChange([...value, ...addAttachmentDrafts(fit, { isFromCamera, keepsPosition })]);
  };
  const remove = (guid: string) => {
    dropAttachmentDrafts([guid]);
    onChange(value.length > 1 ? value.filter((other) => other !== guid) : null);
  };
  const problem = [words.error, ...refused].filter(Boolean).join(' ');
  return (
    <FieldGroup {...words} id={id} error={problem || null}>
      <div className={css.files}>
        {value.length > 0 && (
          <RowList label={words.label}>
            {value.map((guid) => {
              const file = held.get(guid);
              const name =
                file?.name ?? (holder === 'REPORT' ? 'A file that is not on this device' : 'A file of this event');
              return (
                <Row
                  key={guid}
                  {...(file && isPictureName(name)
                    ? { picture: <LocalPicture file={file}>{name}</LocalPicture>, title: null }
                    : { icon: IconFile, title: name })}
                  under={underWay.has(guid) && 'Being put on this device'}
                  actions={
                    mayHold && (
                      <Button
                        size="s"
                        leading={<IconX size={18} aria-hidden />}
                        aria-label={`Leave out ${name}`}
                        onClick={() => remove(guid)}
                      >
                        Leave out
                      </Button>
                    )
                  }
                />
              );
            })}
          </RowList>
        )}
        {mayHold && value.length < MAX_ATTACHMENTS && (
          <div className={css.choosing}>
            <ChooseFiles id={id} of={words.label} isFirst={isFirst && value.length === 0} onChosen={add} />
          </div>
        )}
        {!mayHold && value.length === 0 && <p className={css.info}>Files are chosen when the event is reported.</p>}
      </div>
    </FieldGroup>
  );
}
