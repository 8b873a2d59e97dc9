/** Saves a file to the device by clicking a download link. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // A minute is ample for the browser to have read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
