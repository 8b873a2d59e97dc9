import { useEffect, useState, type ReactNode } from 'react';
import { endingOf, fileTypes } from '@plimsoll/contracts/attachments/file-types';
import css from './LocalPicture.module.css';

/** Whether a chosen file is an image, by its name: files that were restored from storage have no type. */
export function isPictureName(name: string): boolean {
  const ending = endingOf(name);
  return ending !== null && fileTypes[ending].startsWith('image/');
}

/**
 * Thumbnail of an image on this device.
 * @param children shown instead for other files, and for images that this browser cannot draw.
 */
export function LocalPicture({ file, children }: { file: File; children: ReactNode }) {
  const [address, setAddress] = useState<string | null>(null);
  const isPicture = isPictureName(file.name);
  useEffect(() => {
    if (!isPicture) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file, isPicture]);
  if (!address) return children;
  return <img className={css.picture} src={address} alt={file.name} onError={() => setAddress(null)} />;
}
