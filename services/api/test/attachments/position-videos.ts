import { iso6709, latitude, longitude, packet, text, xmpProperties, type Place } from './position-parts.ts';

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
};
const u32 = (...values: readonly number[]): Buffer => {
  const out = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => out.writeUInt32BE(value, 4 * index));
  return out;
};
const u16 = (value: number): Buffer => u32(value).subarray(2);
const full = (type: string, ...content: readonly Buffer[]): Buffer => box(type, u32(0), ...content);

/** How many bits each size of a compact table has. */
const COMPACT_SIZES = [4, 8, 16] as const;
type CompactSize = (typeof COMPACT_SIZES)[number];

/** The sizes of samples (ISO/IEC 14496-12, 8.7.3), in a compact table where bits are given. */
function sizesOf(samples: readonly Buffer[], bits?: CompactSize): Buffer {
  const sizes = samples.map(({ length }) => length);
  if (!bits) return full('stsz', u32(0, sizes.length, ...sizes));
  const digits = sizes.map((size) => size.toString(16).padStart(bits / 4, '0')).join('');
  return full('stz2', u32(bits, sizes.length), Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
}

/** A track whose samples follow each other from `at` on. */
function track(id: number, handler: string, samples: readonly Buffer[], at: number, bits?: CompactSize): Buffer {
  const table = box(
    'stbl',
    full('stsd', u32(1), box(handler === 'camm' ? 'camm' : 'gpmd', Buffer.alloc(6), u16(1))),
    full('stts', u32(1, samples.length, 1_000)),
    full('stsc', u32(1, 1, samples.length, 1)),
    sizesOf(samples, bits),
    full('stco', u32(1, at)),
  );
  return box(
    'trak',
    full('tkhd', u32(0, 0, id, 0, 1_000), Buffer.alloc(60)),
    box(
      'mdia',
      full('mdhd', u32(0, 0, 1_000, 1_000, 0)),
      full('hdlr', u32(0), text(handler), Buffer.alloc(13)),
      box('minf', table),
    ),
  );
}

const ftyp = box('ftyp', text('isom\0\0\u0002\0isomiso2mp41'));
const movieHeader = full('mvhd', u32(0, 0, 1_000, 1_000, 0x10000), Buffer.alloc(76), u32(9));

interface Movie {
  readonly inMovie?: readonly Buffer[];
  readonly atTop?: readonly Buffer[];
  /** A track of data, its samples, and how many bits each of their sizes has in a compact table. */
  readonly data?: { readonly handler: string; readonly samples: readonly Buffer[]; readonly bits?: CompactSize };
}

/** A film of one picture, as small as readers accept it. */
function movie({ inMovie = [], atTop = [], data }: Movie): Buffer {
  const shown = text('pixels of the film');
  const samples = data?.samples ?? [];
  const media = box('mdat', shown, ...samples);
  const from = ftyp.length + 8;
  const tracks = [
    track(1, 'vide', [shown], from),
    ...(data ? [track(2, data.handler, samples, from + shown.length, data.bits)] : []),
  ];
  return Buffer.concat([ftyp, media, box('moov', movieHeader, ...tracks, ...inMovie), ...atTop]);
}

/** A film in fragments whose second track says where it was taken. */
function fragmented(sample: Buffer): Buffer {
  const tracks = [track(2, 'meta', [], 0)];
  const moov = box('moov', movieHeader, ...tracks, box('mvex', full('trex', u32(2, 1, 0, 0, 0))));
  const fragmentOf = (offset: number) =>
    box(
      'moof',
      full('mfhd', u32(1)),
      box('traf', box('tfhd', u32(0x020000, 2)), box('trun', u32(0x000201, 1, offset, sample.length))),
    );
  return Buffer.concat([ftyp, moov, fragmentOf(fragmentOf(0).length + 8), box('mdat', sample)]);
}

const key = (name: string) => box('mdta', text(name));
const dataOf = (value: Buffer) => box('data', u32(1, 0), value);
/** A position as sensors of Android write it (camm, type 6). */
function cammSample(place: Place): Buffer {
  const out = Buffer.alloc(60);
  out.writeUInt16LE(6, 2);
  out.writeDoubleLE(1, 4);
  out.writeInt32LE(3, 12);
  out.writeDoubleLE(Number(latitude(place)), 16);
  out.writeDoubleLE(Number(longitude(place)), 24);
  return out;
}
const subtitle = (place: Place): Buffer => {
  const words = text(`GPS(${latitude(place)}, ${longitude(place)}, 12)`);
  return Buffer.concat([u16(words.length), words]);
};
const textBox = (type: string, words: string) => box(type, u16(words.length), u16(0x15c7), text(words));

/** Films with a location in each place where devices write one. */
export const videoCarriers: readonly { readonly what: string; make(place: Place): Buffer }[] = [
  {
    what: 'user data of QuickTime',
    make: (place) =>
      movie({ inMovie: [box('udta', textBox('\u00a9xyz', iso6709(place)), textBox('\u00a9mod', 'Phone 1'))] }),
  },
  {
    what: 'user data of a track',
    make: (place) => movie({ inMovie: [box('trak', box('udta', textBox('\u00a9xyz', iso6709(place))))] }),
  },
  {
    what: '3GPP location',
    make: (place) =>
      movie({
        inMovie: [
          box(
            'udta',
            full(
              'loci',
              u16(0x15c7),
              text(`${place.name}\0\0`),
              u32(Math.round(Number(longitude(place)) * 65_536), Math.round(Number(latitude(place)) * 65_536), 0),
              text('earth\0\0'),
            ),
          ),
        ],
      }),
  },
  {
    what: 'keys of Apple',
    make: (place) =>
      movie({
        inMovie: [
          box(
            'meta',
            full('hdlr', u32(0), text('mdta'), Buffer.alloc(14)),
            full(
              'keys',
              u32(3),
              key('com.apple.quicktime.location.ISO6709'),
              key('com.apple.quicktime.make'),
              key('com.apple.quicktime.location.name'),
            ),
            box(
              'ilst',
              box('\0\0\0\u0001', dataOf(text(iso6709(place)))),
              box('\0\0\0\u0002', dataOf(text('Phone'))),
              box('\0\0\0\u0003', dataOf(text(place.name))),
            ),
          ),
        ],
      }),
  },
  {
    what: 'an item of iTunes',
    make: (place) =>
      movie({
        inMovie: [
          box(
            'udta',
            full(
              'meta',
              full('hdlr', u32(0), text('mdirappl'), Buffer.alloc(10)),
              box(
                'ilst',
                box('\u00a9xyz', dataOf(text(iso6709(place)))),
                box(
                  '----',
                  full('mean', text('com.example')),
                  full('name', text('GPSLatitude')),
                  dataOf(text(latitude(place))),
                ),
              ),
            ),
          ),
        ],
      }),
  },
  {
    what: 'XMP in a box of its own',
    make: (place) =>
      movie({
        atTop: [
          box(
            'uuid',
            Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
            text(packet(xmpProperties[0]!.make(place)), 'utf8'),
          ),
        ],
      }),
  },
  {
    what: 'XMP in user data',
    make: (place) => movie({ inMovie: [box('udta', box('XMP_', text(packet(xmpProperties[2]!.make(place)))))] }),
  },
  {
    what: 'XML of a camera',
    make: (place) =>
      movie({
        atTop: [
          full(
            'meta',
            full('hdlr', u32(0), text('nrtm'), Buffer.alloc(14)),
            full(
              'xml ',
              text(
                `<?xml version="1.0"?><NonRealTimeMeta><AcquisitionRecord><Group name="ExifGPS"><Item name="Latitude" value="${latitude(place)}"/><Item name="Longitude" value="${longitude(place)}"/></Group></AcquisitionRecord></NonRealTimeMeta>`,
              ),
            ),
          ),
        ],
      }),
  },
  {
    what: 'a box of a dashboard camera',
    make: (place) =>
      movie({ atTop: [box('GPS ', text(`$GPRMC,143000,A,${latitude(place)},N,${longitude(place)},E`))] }),
  },
  {
    what: 'free space',
    make: (place) => movie({ atTop: [box('free', text(`GPS ${latitude(place)} ${longitude(place)}`))] }),
  },
  {
    what: 'a track of a phone’s sensors',
    make: (place) => movie({ data: { handler: 'camm', samples: [cammSample(place), cammSample(place)] } }),
  },
  {
    what: 'a track of metadata',
    make: (place) => movie({ data: { handler: 'meta', samples: [text(iso6709(place))] } }),
  },
  ...COMPACT_SIZES.map((bits) => ({
    what: `a track of metadata with sizes of ${bits} bits`,
    make: (place: Place) =>
      movie({
        data: {
          handler: 'meta',
          samples: [`+${latitude(place)}`, longitude(place), `${latitude(place)} N`].map((words) => text(words)),
          bits,
        },
      }),
  })),
  {
    what: 'a drone’s subtitles',
    make: (place) => movie({ data: { handler: 'text', samples: [subtitle(place)] } }),
  },
  { what: 'a track of metadata in fragments', make: (place) => fragmented(text(iso6709(place))) },
  {
    what: 'user data of a vendor',
    make: (place) =>
      movie({ inMovie: [box('udta', box('NCDT', box('NCTG', text(`${latitude(place)} ${longitude(place)}`))))] }),
  },
];
