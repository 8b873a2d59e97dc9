import { join } from 'node:path';
import type pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { drawable } from './drawable-texts.ts';
import { fitTexts } from './fit-texts.ts';
import { MAIN_FONT, MAIN_FONT_FOLDER } from './font-slices.ts';
import { drawInVisualOrder } from './visual-order.ts';

type Library = typeof pdfmake & { readonly virtualfs: VirtualFiles };
/** Files that the library reads as if they were on disk: the only way to hand a font over. */
interface VirtualFiles {
  storage: Record<string, Uint8Array>;
  writeFileSync(name: string, content: Uint8Array): void;
}

const main = (name: string): string => join(MAIN_FONT_FOLDER, `Roboto-${name}.ttf`);
const mainFont = {
  normal: main('Regular'),
  bold: main('Medium'),
  italics: main('Italic'),
  bolditalics: main('MediumItalic'),
};

/** The library, loaded with the first document. */
let maker: Promise<Library> | undefined;

async function loadMaker(): Promise<Library> {
  const { default: loaded } = await import('pdfmake');
  // Documents must not load anything, neither from the network nor from this machine.
  loaded.setUrlAccessPolicy(() => false);
  loaded.setLocalAccessPolicy((path: string) => path.startsWith(MAIN_FONT_FOLDER));
  drawInVisualOrder();
  return loaded as Library;
}

/** The document that is drawn last: the library has its fonts for one document at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders a document as PDF. Texts are drawn as given, in any script that the fonts have, apart from places to break
 * long words. Runs in threads, since it takes seconds for a long document.
 */
export function pdfOf(document: TDocumentDefinitions): Promise<Buffer> {
  const drawn = last.then(() => draw(document));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(document: TDocumentDefinitions): Promise<Buffer> {
  const library = await (maker ??= loadMaker());
  const { document: withFonts, fonts } = await drawable({ ...document, content: fitTexts(document.content) });
  const families = [...fonts].map(([name, content]) => {
    const file = `/fonts/${name}.ttf`;
    library.virtualfs.writeFileSync(file, content);
    return [name, { normal: file, bold: file, italics: file, bolditalics: file }] as const;
  });
  library.setFonts({ [MAIN_FONT]: mainFont, ...Object.fromEntries(families) });
  try {
    return await library.createPdf(withFonts).getBuffer();
  } finally {
    library.virtualfs.storage = {};
  }
}
