import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { exiftoolPath } from 'exiftool-vendored';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 2 ** 20;

/** Why ExifTool can't be run here; null where it can. */
export async function whyNoExifTool(): Promise<string | null> {
  try {
    await run(await exiftoolPath(), ['-ver']);
    return null;
  } catch (error) {
    return `ExifTool does not run: ${(error as Error).message.split('\n')[0]}`;
  }
}

const PLACE =
  /gps(?!version)|latitude|longitude|location|coordinates|^(?:city|city2|country|state|province|landmark|sub-?location|geo)/i;
/** What is computed from other tags of the file, or is about the program itself. */
const OTHERS = new Set(['ExifTool', 'System', 'File']);

/**
 * What ExifTool reads of places in the files of a folder, by their names: all tags of all groups, also embedded and
 * unknown ones.
 */
export async function placesReadIn(folder: string): Promise<ReadonlyMap<string, string[]>> {
  const { stdout } = await run(
    await exiftoolPath(),
    ['-j', '-G1', '-a', '-u', '-n', '-ee3', '-api', 'RequestAll=2', '-q', '-q', folder],
    { maxBuffer: MAX_OUTPUT },
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const files = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
  return new Map(
    files.map((file) => [
      String(file['SourceFile']).split('/').at(-1)!,
      Object.entries(file).flatMap(([tag, value]) => {
        const [group = '', name = ''] = tag.includes(':') ? tag.split(':').slice(-2) : ['', tag];
        const isEmpty = String(value).replaceAll(/[\s0.,()]/g, '') === '';
        return PLACE.test(name) && !OTHERS.has(group) && !isEmpty ? [`${tag} ${String(value)}`] : [];
      }),
    ]),
  );
}
