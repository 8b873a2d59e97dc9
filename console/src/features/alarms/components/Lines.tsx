/** Lines of a text, each as a paragraph. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, place) => (
    <p key={place} style={{ marginTop: 8 }}>
      {line}
    </p>
  ));
}
