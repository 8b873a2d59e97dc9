import { IconEraser, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { drawingOf } from '@plimsoll/contracts/forms/drawing';
import { useStarted } from '../../../../lib/session/startup.ts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import type { FieldLabels } from '../../../../ui/inputs/FormField.tsx';
import { SignatureField } from '../../../../ui/inputs/TextField.tsx';
import { Signed } from '../../record/Signed.tsx';
import css from '../EventForm.module.css';
import type { SignatureFieldAnswer } from './questions.ts';

const fetchPad = async () => (await import('signature_pad')).default;

/**
 * Area to draw a signature; reports the drawing after each stroke. Drawing is optional, since the typed name counts as
 * the signature.
 */
function Pad({ label, onDrawn }: { label: string; onDrawn: (drawing: string | undefined) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const clear = useRef<() => void>(undefined);
  const [isEmpty, setEmpty] = useState(true);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  useEffect(() => {
    const board = canvas.current!;
    let leave = () => undefined as void;
    let isThere = true;
    void fetchPad().then(
      (Pen) => {
        if (!isThere) return;
        const { devicePixelRatio: ratio } = window;
        board.width = board.offsetWidth * ratio;
        board.height = board.offsetHeight * ratio;
        board.getContext('2d')?.scale(ratio, ratio);
        const pen = new Pen(board, {
          penColor: getComputedStyle(board).color,
          minDistance: 3,
          minWidth: 1,
          maxWidth: 2.5,
        });
        const report = () => {
          setEmpty(pen.isEmpty());
          drawn.current(pen.isEmpty() ? undefined : drawingOf(pen.toData().map(({ points }) => points)));
        };
        pen.addEventListener('endStroke', report);
        clear.current = () => {
          pen.clear();
          report();
        };
        leave = () => pen.off();
      },
      () => undefined,
    );
    return () => {
      isThere = false;
      leave();
    };
  }, []);
  return (
    <div className={css.pad}>
      <canvas ref={canvas} role="img" aria-label={`${label}: a place to draw, beside the typed name`} />
      {isEmpty ? (
        <p aria-hidden>Draw here if you like</p>
      ) : (
        <Button
          variant="quiet"
          size="s"
          leading={<IconEraser size={18} aria-hidden />}
          onClick={() => clear.current?.()}
        >
          Clear the drawing
        </Button>
      )}
    </div>
  );
}

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
    const isOwn = name.trim().toLowerCase() === user.name.trim().toLowerCase();
    const signerGuid = isOwn ? user.guid : name === value?.name ? value.signerGuid : undefined;
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
        <Pad label={words.label} onDrawn={(drawing) => change({ drawing })} />
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
            Draw anew
          </Button>
        </div>
      )}
    </div>
  );
}
