import { drawingBox, isDrawn } from '@plimsoll/contracts/forms/drawing';
import { SignatureDrawing } from '../../../ui/inputs/SignatureDrawing.tsx';

/** The drawing of a signature; nothing if it was only typed. */
export function Signed({
  signature: { name, drawing },
}: {
  signature: { readonly name: string; readonly drawing?: string | undefined };
}) {
  return isDrawn(drawing) ? <SignatureDrawing path={drawing} box={drawingBox(drawing)} name={name} /> : null;
}
