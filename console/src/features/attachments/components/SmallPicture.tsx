import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useInSight } from '../../../ui/layout/useInSight.ts';
import { smallPictureQuery, type FileAddress } from '../api.ts';
import css from './Attachments.module.css';

interface SmallPictureProps {
  file: FileAddress;
  width: '320' | '1280';
  className?: string;
  /** What it shows; empty where its name stands beside it. */
  alt: string;
  /** Stands there until the picture is, or where there is none. */
  children: ReactNode;
}

/** A picture of a picture, once it is in sight. It is asked for as its person, which an address alone does not do. */
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
