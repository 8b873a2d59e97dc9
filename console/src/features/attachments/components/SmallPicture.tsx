import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useInSight } from '../../../ui/layout/useInSight.ts';
import { smallPictureQuery, type FileAddress } from '../api.ts';
import css from './Attachments.module.css';

interface SmallPictureProps {
  file: FileAddress;
  width: '320' | '1280';
  className?: string;
  /** Alternative text; empty if the file's name is shown next to the image. */
  alt: string;
  /** Shown until the image has loaded, or if it has none. */
  children: ReactNode;
}

/**
 * Thumbnail of an image, loaded once it is in view. It is fetched with the user's access token, which an `<img>` URL
 * does not carry.
 */
export function SmallPicture({ file, width, className, alt, children }: SmallPictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isInSight = useInSight(place);
  const { data } = useQuery({ ...smallPictureQuery(file, width), enabled: isInSight });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (address) return <img className={className} src={address} alt={alt} />;
  return (
    <span ref={place} className={css.place}>
      {children}
    </span>
  );
}
