import { IconEraser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { drawingOf } from '@plimsoll/contracts/forms/drawing';
import { Button } from '../../../../ui/inputs/Button.tsx';
import css from './SignaturePad.module.css';

const fetchPad = async () => (await import('signature_pad')).default;

/**
 * Area to draw a signature; reports the drawing after each stroke. Drawing is optional, since the typed name counts as
 * the signature.
 */
export function SignaturePad({ label, onDrawn }: { label: string; onDrawn: (drawing: string | undefined) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const clear = useRef<() => void>(undefined);
  const [isEmpty, setEmpty] = useState(true);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  useEffect(() => {
    const board = canvas.current!;
    let leave = () => undefined as void;
    let isThere = true;
    const prepare = async () => {
      const Pen = await fetchPad();
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
    };
    // Where nothing can be drawn, the typed name alone is the signature.
    prepare().catch(() => undefined);
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
