import { numberOf, rationalsOf, tiffOf, type Order } from './tiff-of.ts';

/** Where a generated picture was taken: whole degrees, minutes and seconds north and east, and a name. */
export interface Place {
  readonly north: readonly [degrees: number, minutes: number, seconds: number];
  readonly east: readonly [degrees: number, minutes: number, seconds: number];
  readonly name: string;
}

const decimal = ([degrees, minutes, seconds]: Place['north']) => degrees + minutes / 60 + seconds / 3600;
export const latitude = ({ north }: Place): string => decimal(north).toFixed(6);
export const longitude = ({ east }: Place): string => decimal(east).toFixed(6);
/** As phones write it into videos. */
export const iso6709 = (place: Place): string =>
  `+${latitude(place).padStart(9, '0')}+${longitude(place).padStart(10, '0')}+012.000/`;
/** As XMP has it: degrees and minutes. */
const inMinutes = ([degrees, minutes, seconds]: Place['north'], side: string) =>
  `${degrees},${(minutes + seconds / 60).toFixed(6)}${side}`;
export const text = (words: string, encoding: BufferEncoding = 'latin1'): Buffer => Buffer.from(words, encoding);

/** EXIF with a location in the directory that the first one names, or that of EXIF does. */
export function locatedExif(place: Place, order: Order = 'MM', isDeep = false): Buffer {
  const pointer = [0x8825, 4, { directory: 2 }] as const;
  return tiffOf(order, [
    [[0x010f, 2, text('Testphone\0')], [0x8769, 4, { directory: 1 }], ...(isDeep ? [] : [pointer])],
    [[0x9003, 2, text('2026:03:02 14:30:00\0')], ...(isDeep ? [pointer] : [])],
    [
      [1, 2, text('N\0')],
      [2, 5, rationalsOf(order, ...place.north)],
      [3, 2, text('E\0')],
      [4, 5, rationalsOf(order, ...place.east)],
    ],
  ]);
}

/** EXIF whose maker note names the place in the vendor's own tag. */
export function makerNoteExif(place: Place, make: 'Panasonic' | 'Nikon' | 'Samsung'): Buffer {
  const name = Buffer.alloc(64);
  name.write(place.name, 'latin1');
  const order = 'II';
  const directory = (tag: number, start: number) =>
    Buffer.concat([
      numberOf(order, 2, 1),
      numberOf(order, 2, tag),
      numberOf(order, 2, 7),
      numberOf(order, 4, name.length),
      numberOf(order, 4, start),
      Buffer.alloc(4),
      name,
    ]);
  // The maker note follows two directories of one entry each.
  const noteAt = 8 + 2 * 18 + 10;
  const note =
    make === 'Panasonic'
      ? Buffer.concat([text('Panasonic\0\0\0'), directory(0x6d, noteAt + 12 + 18)])
      : make === 'Nikon'
        ? Buffer.concat([text('Nikon\0\u0002\u0010\0\0'), tiffOf(order, [[[0x39, 7, name]]])])
        : Buffer.concat([
            numberOf(order, 2, 2),
            numberOf(order, 2, 1),
            numberOf(order, 2, 7),
            numberOf(order, 4, 4),
            text('0100'),
            numberOf(order, 2, 0x31),
            numberOf(order, 2, 2),
            numberOf(order, 4, name.length),
            numberOf(order, 4, 30),
            Buffer.alloc(4),
            name,
          ]);
  return tiffOf(order, [
    [
      [0x010f, 2, text(`${make.toUpperCase()}\0`.padEnd(10, '\0'))],
      [0x8769, 4, { directory: 1 }],
    ],
    [[0x927c, 7, note]],
  ]);
}

/** XMP properties that say where it was, each in a namespace and a form of its own. */
export const xmpProperties: readonly { readonly what: string; make(place: Place): string }[] = [
  {
    what: 'attributes of EXIF',
    make: ({ north, east }) =>
      `<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${inMinutes(north, 'N')}" exif:GPSLongitude='${inMinutes(east, 'E')}'/>`,
  },
  {
    what: 'elements of EXIF by another prefix',
    make: ({ north, east }) =>
      `<rdf:Description rdf:about="" xmlns:e="http://ns.adobe.com/exif/1.0/"><e:GPSLatitude>${inMinutes(north, 'N')}</e:GPSLatitude><e:GPSLongitude>${inMinutes(east, 'E')}</e:GPSLongitude></rdf:Description>`,
  },
  {
    what: 'a drone',
    make: (place) =>
      `<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="+${latitude(place)}" drone-dji:GpsLongtitude="+${longitude(place)}" drone-dji:LRFTargetLat="${latitude(place)}" drone-dji:LRFTargetLon="${longitude(place)}" drone-dji:GimbalYawDegree="+12.1"/>`,
  },
  {
    what: 'a drone without the letters GPS',
    make: (place) =>
      `<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:Latitude="${latitude(place)}" drone-dji:Longitude="${longitude(place)}"/>`,
  },
  {
    what: 'the place where it was created',
    make: ({ north, east, name }) =>
      `<rdf:Description rdf:about="" xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:exif="http://ns.adobe.com/exif/1.0/"><i:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource"><i:City>${name}</i:City><exif:GPSLatitude>${inMinutes(north, 'N')}</exif:GPSLatitude><exif:GPSLongitude>${inMinutes(east, 'E')}</exif:GPSLongitude></rdf:li></rdf:Bag></i:LocationCreated></rdf:Description>`,
  },
  {
    what: 'the names of a place',
    make: ({ name }) =>
      `<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:c="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" photoshop:City="${name}" c:Location="${name}"/>`,
  },
  {
    what: 'where a species was seen',
    make: (place) =>
      `<rdf:Description rdf:about="" xmlns:dwc="http://rs.tdwg.org/dwc/index.htm"><dwc:decimalLatitude>${latitude(place)}</dwc:decimalLatitude><dwc:decimalLongitude>${longitude(place)}</dwc:decimalLongitude></rdf:Description>`,
  },
  {
    what: 'the basic geo vocabulary',
    make: (place) =>
      `<rdf:Description rdf:about="" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" geo:lat="${latitude(place)}" geo:long="${longitude(place)}"/>`,
  },
];

export const packet = (...properties: readonly string[]): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties.join('')}<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A pallet</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** IPTC-IIM with a caption, a city and a sublocation. */
export function locatedIptc({ name }: Place): Buffer {
  const dataset = (number: number, words: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, words.length]), text(words)]);
  return Buffer.concat([dataset(120, 'A pallet'), dataset(90, name), dataset(92, name)]);
}

/** A resource of Photoshop. */
export function photoshopResource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write('8BIM', 'latin1');
  head.writeUInt16BE(id, 4);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The ways in which a place may be written into a file. */
export function writtenForms(place: Place): Buffer[] {
  const numbers = [latitude(place), longitude(place)].map(Number);
  const doubles = numbers.flatMap((number) => {
    const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)];
    little.writeDoubleLE(number);
    big.writeDoubleBE(number);
    return [little, big];
  });
  const words = [
    place.name,
    ...numbers.map((number) => number.toFixed(6).slice(0, -2)),
    ...[place.north, place.east].map((side) => inMinutes(side, '').slice(0, -2)),
  ];
  const rationals = (['II', 'MM'] as const).flatMap((order) =>
    [place.north, place.east].map((side) => rationalsOf(order, ...side)),
  );
  const bytes = [...words.flatMap((word) => [text(word), text(word, 'utf16le')]), ...rationals, ...doubles];
  return [...bytes, ...bytes.map((form) => text(form.toString('hex')))];
}
