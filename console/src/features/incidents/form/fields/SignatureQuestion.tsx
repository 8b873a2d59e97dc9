import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { isSignedBy } from '@plimsoll/contracts/incidents/signature';
import { useStarted } from '../../../../lib/session/startup.ts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import type { FieldLabels } from '../../../../ui/inputs/FormField.tsx';
import { SignatureField } from '../../../../ui/inputs/TextField.tsx';
import { Signed } from '../../record/Signed.tsx';
import type { SignatureFieldAnswer } from './questions.ts';
import { SignaturePad } from './SignaturePad.tsx';
import css from './SignaturePad.module.css';

interface SignatureQuestionProps {
  words: FieldLabels & { name: string };
  value: SignatureFieldAnswer | null;
  onChange: (value: SignatureFieldAnswer | null) => void;
  onBlur: () => void;
}

/** Question answered with a signature: the typed name and an optional drawing. */
export function SignatureQuestion({ words, value, onChange, onBlur }: SignatureQuestionProps) {
  const { user } = useStarted();
  const [isDrawing, setIsDrawing] = useState(!value?.drawing);
  const change = ({ name = value?.name ?? '', drawing }: { name?: string; drawing: string | undefined }) => {
    if (!name && !drawing) return onChange(null);
    // A signature under the user's own name is linked to their account.
    const isOwn = isSignedBy(name, user.name);
    const isUnchanged = name === value?.name && drawing === value.drawing;
    const signerGuid = isOwn ? user.guid : isUnchanged ? value.signerGuid : undefined;
    onChange({ name, ...(drawing && { drawing }), ...(signerGuid && { signerGuid }) });
  };
  return (
    <div className={css.signing}>
      <SignatureField
        {...words}
        value={value?.name ?? ''}
        onChange={({ target }) => change({ name: target.value, drawing: value?.drawing })}
        onBlur={onBlur}
      />
      {isDrawing ? (
        <SignaturePad label={words.label} onDrawn={(drawing) => change({ drawing })} />
      ) : (
        <div className={css.pad}>
          {value && <Signed signature={value} />}
          <Button
            variant="quiet"
            size="s"
            leading={<IconPencil size={18} aria-hidden />}
            onClick={() => {
              change({ drawing: undefined });
              setIsDrawing(true);
            }}
          >
            Draw again
          </Button>
        </div>
      )}
    </div>
  );
}
