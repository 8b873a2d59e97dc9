import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { smallPictureQuery, type FileAddress } from '../api.ts';

interface SmallPictureProps {
  file: FileAddress;
  width: '320' | '1280';
  className?: string;
  /** What it shows; empty where its name stands beside it. */
  alt: string;
  /** Stands there until the picture is, or where there is none. */
  children: ReactNode;
}

/** A picture of a picture. It is asked for as its person, which an address alone does not do. */
export function SmallPicture({ file, width, className, alt, children }: SmallPictureProps) {
  const { data } = useQuery(smallPictureQuery(file, width));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address ? <img className={className} src={address} alt={alt} /> : children;
}
